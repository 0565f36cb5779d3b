/**
 * The addresses that hints name.
 *
 * @module
 */
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'
import { Matcher } from '../../src/pipeline/matcher.ts'

const ADDRESS = /(?<!there is no )\b(GET|POST|PUT|DELETE) ((?:\/|\{api\})\S+)/g
const booking = new Matcher(OPERATIONS)
const control = new Matcher(CONTROL_OPERATIONS)

/** The addresses in a hint: method, and path below the interface or of the control API. */
export function addressesIn(
  hint: string,
  apiPath = '/service/api',
): readonly { readonly method: string; readonly path: string }[] {
  return [...hint.matchAll(ADDRESS)].map(([, method = '', said = '']) => {
    const path = said.replace(/[,;:.]+$/, '')
    return { method, path: path.includes(apiPath) ? path.slice(path.indexOf(apiPath) + apiPath.length) : path }
  })
}

/** Those that no operation has. */
export const deadAddresses = (hint: string, apiPath?: string): readonly string[] =>
  addressesIn(hint, apiPath).flatMap(({ method, path }) => {
    const ofControl = path.startsWith('/_understay')
    const segments = (ofControl ? path.slice('/_understay'.length) : path).split('/').slice(1)
    const found = (ofControl ? control : booking).find(method.toLowerCase(), segments)
    return found ? [] : [`${method} ${path}`]
  })
