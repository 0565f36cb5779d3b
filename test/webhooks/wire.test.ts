/**
 * Deliveries as they are on the wire, byte for byte those that were recorded.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { ADDRESS_FORM } from '../support/forms.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook } from './receiver.ts'

/** A delivery of the service as it was recorded. */
interface Recorded {
  readonly cause: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const RECORDED = readFileSync(new URL('./recorded-deliveries.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** The requests that caused the recorded deliveries, and unrecorded ones between them, which wrote notes. */
const REQUESTS: readonly (readonly [cause: string, method: string, path: string])[] = [
  ['checkin', 'PUT', '/bookguestinout/1/1/checkin'],
  ['', 'PUT', '/bookguestinout/1/1/checkin'],
  ['undo_checkin', 'PUT', '/bookguestinout/1/1/undo_checkin'],
  ['', 'PUT', '/bookguestinout/1/1/undo_checkin'],
  ['checkout', 'PUT', '/bookguestinout/1/3/checkout'],
  ['', 'PUT', '/bookguestinout/1/3/undo_checkout'],
  ['', 'PUT', '/bookguestinout/1/3/undo_checkout'],
  ['black_post', 'POST', '/blackbookings/1/4/2026-12-24'],
  ['guesttype_post', 'POST', '/guesttypes/1/Adult/internal%20note/10/0/1/0/1/0/0'],
  ['guesttype_put', 'PUT', '/guesttypes/1/1/Adults/new%20note/12/0/1/3.7/0/5/0'],
  ['guesttype_delete', 'DELETE', '/guesttypes/1/1'],
]

/** A receiver that keeps every byte of each request and hangs up after its answer. */
async function rawReceiver() {
  const got: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      got.push(text)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { got, host: `127.0.0.1:${port}` }
}

const bytesOf = ({ path, headers, body }: Recorded, host: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    ...Object.entries({ ...headers, Host: host }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

/** The world of the recordings in the profile current, with two hooks of the manager of property 1 and one of the super manager. */
async function recordedWorld() {
  const { got, host } = await rawReceiver()
  const set = await readFixtures(['reference-world'])
  const world = new TestWorld({
    profile: 'current',
    at: Date.UTC(2026, 10, 20, 15, 4),
    makeRows: (now) => seedWorld(set, { now, seed: 1, choices: choicesOf('documented') }),
  })
  const superManager = world.sandbox.store.db.clients.get('super')?.userId ?? 0
  world.sandbox.store.change((db) => {
    db.webhooks.put(aHook(`http://${host}/hook/none`, { id: 1, managerId: 2 }))
    db.webhooks.put(
      aHook(`http://${host}/hook/basic`, { id: 2, managerId: 2, auth: 'basic', username: 'hookuser', password: 'hookpass' }),
    )
    db.webhooks.put(aHook(`http://${host}/hook/super`, { id: 3, managerId: superManager }))
  })
  const authorization = `Bearer ${world.sandbox.issueToken('full', ['properties_get', 'properties_set']).id}`
  /** Sends a request. @returns the deliveries that it causes */
  const cause = async (method: string, path: string, headers: Readonly<Record<string, string>>, form?: object) => {
    got.length = 0
    const body = form && new URLSearchParams({ ...form }).toString()
    const sent = { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) }
    await world.send(method, path, { headers: sent, ...(body !== undefined && { body }) })
    await world.sandbox.webhooks.idle()
    return [...got]
  }
  return { host, authorization, cause }
}

test('deliveries are those of the recordings, byte for byte and in their order', async () => {
  const { host, authorization, cause: send } = await recordedWorld()
  const causes = new Set(RECORDED.map(({ cause }) => cause))
  for (const [cause, method, path] of REQUESTS) {
    const got = await send(method, path, { authorization })
    if (cause === '') continue
    expect(causes.delete(cause)).toBe(true)
    const recorded = RECORDED.filter((one) => one.cause === cause)
    expect(got, cause).toEqual(recorded.map((one) => bytesOf(one, host)))
  }
  expect([...causes]).toEqual([])
})

/** The recorded headers of a hook, with the length of a body. */
const delivery = (path: string, body: string): Recorded => {
  const { headers = {} } = RECORDED.find((one) => one.path === path) ?? {}
  return { cause: '', path, headers: { ...headers, 'Content-Length': `${body.length}` }, body }
}

/** A session of the recordings up to its booking. */
const SESSION: readonly (readonly [method: string, path: string, form?: Readonly<Record<string, string>>])[] = [
  ['GET', '/booking/initialise/1/en-GB'],
  ['POST', '/booking/set/dates/', { arrivalDate: '2026-12-20', departureDate: '2026-12-23' }],
  ['POST', '/booking/set/guest/numbers', { adults: '2', children: '' }],
  ['POST', '/booking/set/address', { ...ADDRESS_FORM, country: 'GB', region: '1113' }],
  ['GET', '/booking/rooms'],
  ['POST', '/booking/set/property/booking', { selectedRooms: '1^2' }],
  ['POST', '/booking/set/property/booking', { selectedRooms: '1^2' }],
  ['GET', '/booking/prices'],
  ['POST', '/booking/set/note/', { note: 'Late arrival' }],
  ['GET', '/booking/validate/booking'],
]

/** The members, their order and their types are those of the facts; there is no recording of these calls. */
test('deliveries of unknown ids and of a session with a note are those of the facts, to the hooks of the manager of the property', async () => {
  const { host, authorization, cause } = await recordedWorld()
  const session = { 'x-service-booking-session-id': 'orc-fkfhiy-mrp' }
  const toBoth = (...bodies: readonly string[]) =>
    ['/hook/none', '/hook/basic'].flatMap((path) => bodies.map((body) => bytesOf(delivery(path, `{"data":{${body}}}`), host)))
  expect(await cause('PUT', '/bookguestinout/1/77/checkin', { authorization })).toEqual(
    toBoth(
      '"contract_uid":77,"property_uid":1,"note_id":1,"task":"booking_note_saved","manager_id":2',
      '"contract_uid":77,"property_uid":1,"task":"guest_checkedin","manager_id":2',
    ),
  )
  expect(await cause('DELETE', '/guesttypes/1/77', { authorization })).toEqual(
    toBoth('"property_uid":1,"guest_type_uid":77,"task":"guest_type_deleted","manager_id":2'),
  )
  for (const [method, path, form] of SESSION) expect(await cause(method, path, session, form)).toEqual([])
  expect(await cause('POST', '/booking/create', session, {})).toEqual(
    toBoth(
      '"cms_user_id":5,"name":"Ines Varga","password":"","username":"ines.varga@example.com","email":"ines.varga@example.com","task":"user_created"',
      '"property_uid":"1","task":"property_settings_updated","manager_id":2',
      '"property_uid":"1","invoice_uid":5,"task":"invoice_created","manager_id":2',
      '"property_uid":"1","invoice_uid":5,"task":"invoice_updated","manager_id":2',
      '"property_uid":1,"contract_uid":5,"task":"booking_added","manager_id":2',
      '"property_uid":1,"task":"property_state_change","manager_id":2',
    ),
  )
})
