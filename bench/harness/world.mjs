/**
 * The worlds that the benchmarks run on: made in bulk by Understay itself, from a fixture file.
 *
 * @module
 */
import { scratchFile } from './scratch.mjs'

/** The client of the benchmarks; the bundled world has one of the same name. */
export const CREDENTIALS = { client_id: 'demo', client_secret: 'demo-secret' }

/**
 * A fixture of this size, which makes the same world every time. All properties are the client's.
 *
 * @param size properties, rooms of each, guests, bookings, and the days the stays lie in
 */
export function bulkFixture({ properties, roomsPerProperty, guests, bookings, from = 'today-365', to = 'today+365' }) {
  return `users:
  - { id: 1, name: desk, level: manager }
clients:
  - { id: ${CREDENTIALS.client_id}, secret: ${CREDENTIALS.client_secret}, user: 1, scopes: [properties_get, properties_set] }
generate:
  user: 1
  properties: ${properties}
  rooms_per_property: ${roomsPerProperty}
  guests: ${guests}
  bookings: ${bookings}
  from: ${from}
  to: ${to}
`
}

/** The flags that start a server on such a world. */
export const bulkWorld = (size) => ['--seed', '1', '--fixtures', scratchFile('bulk.yaml', bulkFixture(size))]

/** Flags of a server whose speed is measured without its log. */
export const QUIET = ['--log', 'off']
