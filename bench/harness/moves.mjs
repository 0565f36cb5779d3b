/**
 * Moves of a sandbox between two replicas, and the time that they take.
 *
 * @module
 */
import { atMost } from './report.mjs'
import { median, range } from './statistics.mjs'
import { startUnderstay } from './understay.mjs'
import { QUIET } from './world.mjs'

/** Time after which replicas know each other: a heartbeat a second. */
export const KNOWN_MS = 1500
const MOVES = 10
const MOVED_ROWS = 1000

/** A sandbox with changed rows that one replica hands back and another one opens. */
export async function moves(database, world, { quick }) {
  const pair = await Promise.all([1, 2].map(() => startUnderstay(['--store', database, '--idle', '1s', ...world, ...QUIET])))
  await new Promise((resolve) => setTimeout(resolve, KNOWN_MS))
  await fillSandbox(pair[0].url)
  const taken = []
  for (let move = 0; move < (quick ? 2 : MOVES); move++) {
    const [from, to] = move % 2 === 0 ? pair : pair.toReversed()
    while (await isInUse(from.url)) await new Promise((resolve) => setTimeout(resolve, 50))
    const first = await timeOf(to.url)
    const usual = await timeOf(to.url)
    taken.push(first - usual)
  }
  await Promise.all(pair.map((server) => server.stop()))
  return {
    what: `a sandbox of ${MOVED_ROWS} changed rows moves: its first call at the other replica, less a usual one`,
    goal: atMost(50, 'ms'),
    value: median(taken),
    unit: 'ms',
    digits: 1,
    details: [`${taken.length} moves, ${range(taken)} ms`],
  }
}

async function fillSandbox(url) {
  const state = await (await fetch(`${url}/@moved/_understay/state`)).json()
  const [booking] = state.collections.bookings
  const { id: bookingId, propertyId } = booking
  const last = Math.max(0, ...state.collections.notes.map(({ id }) => id))
  for (let note = 1; note <= MOVED_ROWS; note++)
    state.collections.notes.push({ id: last + note, bookingId, propertyId, text: `note ${note}`, at: 0 })
  state.counters.notes = last + MOVED_ROWS
  const sent = await fetch(`${url}/@moved/_understay/state`, { method: 'PUT', body: JSON.stringify(state) })
  if (!sent.ok) throw new Error(`the state was not taken: ${await sent.text()}`)
}

async function isInUse(url) {
  const sandboxes = await (await fetch(`${url}/_understay/sandboxes`)).json()
  return sandboxes.some(({ name, in_use: inUse }) => name === 'moved' && inUse)
}

/** Milliseconds until a call is answered. */
async function timeOf(url) {
  const began = performance.now()
  const answer = await fetch(`${url}/@moved/_understay/clock`)
  await answer.text()
  if (!answer.ok) throw new Error(`the sandbox did not move: ${answer.status}`)
  return performance.now() - began
}
