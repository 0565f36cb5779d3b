/**
 * A server whose clock tests move.
 *
 * @module
 */
import { OPERATIONS } from '../../../src/booking-contract/index.ts'
import { serverOf } from '../server-of.ts'

export const AUTHORIZED = '/service/api/properties/all'

export const VISITOR = { 'x-service-booking-session-id': 'visit-1' }

/** A server whose clock is moved through the control API, and clients that see it. */
export function timedServer(options: Parameters<typeof serverOf>[0] = {}) {
  const server = serverOf(options)
  const { ask, world } = server
  const put = async (body: object) => (await ask('PUT', '/_understay/clock', { body: JSON.stringify(body) })).body
  const advance = async (by: string) => (await ask('POST', '/_understay/clock/advance', { body: JSON.stringify({ by }) })).body
  const data = async (path: string, init: RequestInit = {}) => {
    const { status, body } = await ask('GET', `/service/api${path}`, init)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`)
    return Object.values(body.data)[0] as never
  }
  /** One step of the booking session `visit-1`. */
  const step = async (id: string, form?: Readonly<Record<string, string>>) => {
    const { method = 'get', path = '' } = OPERATIONS.find((operation) => operation.id === id) ?? {}
    const filled = path.replace('{property_id}', '1').replace('{language}', 'en-GB')
    const init = { headers: VISITOR, ...(form && { body: new URLSearchParams(form) }) }
    return ask(method.toUpperCase(), `/service/api${filled}`, init)
  }
  const region = (): string => String(world.sandbox().geography.regionsOf('GB')[0]?.id)
  return { ...server, put, advance, data, step, region }
}
