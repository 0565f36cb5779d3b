/**
 * The addresses that hints name.
 *
 * @module
 */

import { Matcher } from '../../src/api/matcher.ts'
import type { Operation } from '../../src/api/operation.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'

const ADDRESS = /(?<!there is no )\b(GET|POST|PUT|DELETE) ((?:\/|\{api\})\S+)/g
const booking = new Matcher(OPERATIONS)
const control = new Matcher(CONTROL_OPERATIONS)

export interface Address {
  readonly method: string
  readonly path: string
}

/** The addresses in a hint: method, and path below the interface or of the control API, without sandbox and query. */
export function addressesIn(hint: string): readonly Address[] {
  return [...hint.matchAll(ADDRESS)].map(([, method = '', said = '']) => {
    const path = said.replace(/[?",;:.)\\].*$|[,;:.]+$/, '')
    return { method, path: path.replace(/^.*?(?=\/_understay)|^.*?\/\w+\/api(?=\/)|^\{api\}/, '') }
  })
}

/** Those that no operation has. @param base of the addresses that do not name the API they are of */
export const deadAddresses = (hint: string, base: '' | '/_understay' = ''): readonly string[] =>
  addressesIn(hint).flatMap(({ method, path: said }) => {
    const path = base === '' || said.startsWith(base) || hint.includes(`/api${said}`) ? said : `${base}${said}`
    const ofControl = path.startsWith('/_understay')
    const segments = (ofControl ? path.slice('/_understay'.length) : path).split('/').slice(1)
    const found = (ofControl ? control : booking).find(method.toLowerCase(), segments)
    return found ? [] : [`${method} ${path}`]
  })

export const isValue = (word: string): boolean => word.startsWith('{')

/** A value that a parameter takes. */
export function exampleOf({ params }: Operation, word: string): string {
  const name = word.slice(1, -1)
  const { type, format, enum: values } = params[name]?.schema ?? {}
  if (type === 'integer') return '7'
  if (format === 'date') return '2031-05-01'
  if (Array.isArray(values)) return String(values[0])
  return name === 'language' ? 'fr-FR' : 'Ada'
}

/** The values of the bundled world for what an address leaves open: `{guest_id}`, and `GUEST` as texts of hints write it. */
const BUNDLED: Readonly<Record<string, string>> = {
  property_id: '1',
  contract_id: '8',
  guest_id: '7',
  coupon_id: '4',
  guest_type_id: '5',
  invoice_id: '203',
  tarifftypeid: '7',
  room_id: '1',
  country_code: 'GB',
  language: 'en-GB',
  amount: '10',
  PROPERTY: '1',
  START: '2026-11-20',
  END: '2026-11-21',
  DATE: '2026-11-20',
  LANGUAGE: 'en-GB',
}
/** Ids of another kind of row there: a black booking, a favourite, a note. */
const OF_ANOTHER_KIND: readonly (readonly [target: string, id: string])[] = [
  ['/blackbookings/1/8', '/blackbookings/1/101'],
  ['/favourites/1', '/favourites/11'],
  ...['save', 'saved', 'deleted'].map((done) => {
    const event = `/webhooks/1/booking_note_${done}`
    return [`${event}/Ada`, `${event}/1`] as const
  }),
]

/** An address with the values of the bundled world in place of its parameters. */
export function filledAddress({ method, path }: Address): string {
  const operation = booking.find(method.toLowerCase(), path.split('/').slice(1))?.operation
  const filled = path.replaceAll(
    /\{(\w+)\}|\b[A-Z]{4,}\b/g,
    (word, name) => BUNDLED[name ?? word] ?? (operation && isValue(word) ? exampleOf(operation, word) : word),
  )
  return method === 'POST' ? filled : (OF_ANOTHER_KIND.find(([one]) => one === filled)?.[1] ?? filled)
}
