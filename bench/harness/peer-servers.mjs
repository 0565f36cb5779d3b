/**
 * Other mock servers for comparison. They are installed separately (`npm run bench:peers`); the product does not need them.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAnswering } from './child.mjs'
import { RequirementError } from './errors.mjs'
import { scratchFile } from './temporary-folders.mjs'

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url))

/** True when the peers are installed. */
export const peersInstalled = () => existsSync(join(PEERS, 'node_modules'))

/** @throws RequirementError when the peers are not installed */
export function needPeers() {
  if (!peersInstalled()) throw new RequirementError('the peers are not installed; install them with: npm run bench:peers')
}

/** A number of guests, by repeating those of `peers/guests.json`. */
function guestRecords(count) {
  const few = JSON.parse(readFileSync(join(PEERS, 'guests.json'), 'utf8'))
  return Array.from({ length: count }, (_, i) => ({ ...few[i % few.length], id: String(i + 1) }))
}

/**
 * json-server on its own database in a temporary folder.
 *
 * @param size number of guests and bookings at the start
 * @returns the process, and as workloads a small GET and a POST
 */
export async function startJsonServer({ guests, bookings }) {
  needPeers()
  const records = Array.from({ length: bookings }, (_, i) => ({ id: String(i + 1), ...booking(i) }))
  const database = scratchFile('db.json', JSON.stringify({ guests: guestRecords(guests), bookings: records }))
  const server = await startPeer('json-server', (port) => [database, '--port', String(port), '--host', '127.0.0.1'], '/guests/1')
  const requests = Array.from({ length: 50 }, (_, i) => ({ path: `/guests/${1 + Math.floor((i * guests) / 50)}` }))
  return {
    ...server,
    smallGet: { id: 'json-server GET', kind: 'rotate', requests },
    newBooking: {
      id: 'json-server POST',
      kind: 'rotate',
      expect: 201,
      headers: { 'Content-Type': 'application/json' },
      requests: [{ method: 'POST', path: '/bookings', body: JSON.stringify(booking(0)) }],
    },
  }
}

/** A booking of about 485 bytes of JSON, as in Understay's own state file. */
function booking(i) {
  return {
    property_id: 1 + (i % 50),
    guest_id: 1 + (i % 300),
    kind: 'reception',
    tag: String(10_000_000 + i),
    arrival: '2031-05-02',
    departure: '2031-05-05',
    rooms: [{ room_id: 1 + (i % 20), rate_id: 7 }],
    adults: 2,
    children: 0,
    room_total: 28_500,
    tax: 0,
    extras: 0,
    total: 28_500,
    currency: 'EUR',
    deposit_required: 2850,
    deposit_paid: false,
    special_requests: 'A quiet room on a high floor, please',
    booked_in: false,
    booked_out: false,
    cancelled: false,
    approval: 'approved',
    invoice_id: 0,
    created_at: 1_767_225_600_000,
    changed_at: 1_767_225_600_000,
  }
}

/** Mockoon on `peers/mockoon.json`: the same GET, with a fixed body. */
export async function startMockoon() {
  const data = join(PEERS, 'mockoon.json')
  const flags = (port) => [
    'start',
    '--data',
    data,
    '--port',
    String(port),
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
    '--disable-admin-api',
  ]
  return withSmallGet('@mockoon/cli', 'mockoon-cli', flags)
}

/** Prism on `peers/openapi.json`: the same GET, answered with the example of the document. @param more additional flags */
export async function startPrism(...more) {
  const flags = (port) => ['mock', join(PEERS, 'openapi.json'), '--port', String(port), '--host', '127.0.0.1', ...more]
  return withSmallGet('@stoplight/prism-cli', 'prism', flags)
}

async function withSmallGet(name, bin, flags) {
  const path = '/service/api/listbooking/1/1/guest'
  const server = await startPeer(name, flags, path, bin)
  const headers = { Authorization: `Bearer ${'0'.repeat(40)}`, Accept: 'application/json' }
  return { ...server, smallGet: { id: `${name} GET`, kind: 'rotate', headers, requests: [{ path }] } }
}

function startPeer(name, flags, path, bin = name) {
  needPeers()
  return startAnswering(name, (port) => [programOf(name, bin), ...flags(port)], path, { cwd: PEERS })
}

/** The executable file of a package. */
function programOf(name, bin) {
  const manifest = join(PEERS, 'node_modules', name, 'package.json')
  if (!existsSync(manifest)) throw new RequirementError(`${name} is not installed; install the peers with: npm run bench:peers`)
  const { bin: bins } = createRequire(import.meta.url)(manifest)
  return join(dirname(manifest), typeof bins === 'string' ? bins : bins[bin])
}
