/**
 * A sandbox with something to see in every tab of its console.
 *
 * @module
 */
import type { Understay, UnderstaySandbox } from '../../../src/index.ts'

/** Sales of another channel, a fault that takes a room, and an event, each within the first two hours. */
const SCENARIO = `name: busy
about: One of everything.
events:
  - { at: +10m, do: guest_books, with: { property: 1, arrival: today+8, nights: 2, room: 1, guest: { surname: Walkin } } }
traffic:
  - { id: rival, do: channel_sells, every: 30m, with: { property: 1, arrival: today+8, nights: 2 } }
faults:
  - { id: outage, on: { operation: searchByStars }, network: { status: 503 } }
expect:
  - { id: closes, each: rival, within: 10m, same: [property, room, night], operation: createBlackBooking, refused: false }
`

/** Makes a sandbox, or fills one again that was reset. @param hook the address of a receiver */
export async function busySandbox(server: Understay, name: string, hook: string): Promise<UnderstaySandbox> {
  const sandbox = await server.sandbox(name)
  const control = async (method: string, path: string, body?: string): Promise<void> => {
    const answer = await sandbox.fetch(`/_understay/${path}`, { method, ...(body !== undefined && { body }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  }
  await control('PUT', 'scenario', SCENARIO)
  await sandbox.webhooks.add({ url: hook })
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  await sandbox.fetch('/service/api/blackbookings/1/1/2026-06-20', { method: 'POST', headers })
  await sandbox.fetch('/service/api/propertys/all', { headers })
  await sandbox.fetch('/service/api/search/stars/4')
  await sandbox.fetch('/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit' } })
  await sandbox.fetch('/_understay/snapshots/before', { method: 'DELETE' })
  await control('POST', 'snapshots', '{"name":"before"}')
  await control('POST', 'faults', '{"on":{"operation":"listBookings"},"network":{"status":503}}')
  await control('POST', 'clock/advance', '{"by":"2h"}')
  await sandbox.fetch('/service/api/properties/all', { headers })
  return sandbox
}
