/**
 * Reports, verdicts and comparisons of a large state: others are answered meanwhile, and what is told is of one moment.
 *
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { aBooking, aGuest } from '../support/small-world.ts'
import { longestTurn } from './longest-turn.ts'

const ROWS = 20_000
/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100

const rowsOf = <T>(make: (id: number) => T): readonly T[] => Array.from({ length: ROWS }, (_, index) => make(index + 1))

/** Expectations that nothing meets, for which every row has to be looked at. */
const EXPECTED = Array.from({ length: 20 }, (_, index) => ({
  state: { bookings: { count: 3, where: { guestId: index, cancelled: true } } },
}))

describe('of a large state', () => {
  let server: ReturnType<typeof serverOf>
  beforeAll(async () => {
    const guests = rowsOf((id) => aGuest({ id, email: `guest${id}@example.test` }))
    const bookings = rowsOf((id) => aBooking({ id, guestId: id, rooms: [] }))
    const scenario = `name: large\nexpect: ${JSON.stringify(EXPECTED)}\n`
    server = serverOf({ rows: { guests, bookings }, scenario })
    const headers = await server.token()
    for (let call = 0; call < 200; call++) await server.app.request(`http://localhost/service/api/guests/1/${call}`, { headers })
    expect((await server.ask('POST', '/_understay/snapshots', { body: '{"name":"before"}' })).status).toBe(201)
    server.world.sandbox().store.change((db) => {
      for (let id = 1; id <= ROWS; id++)
        db.bookings.put(aBooking({ id, guestId: id, rooms: [], depositRequired: id + 1_000_000 }))
    })
    // modules are loaded once
    await server.app.request('http://localhost/_understay/report')
  })

  test.each([
    ['GET', '/report', undefined, 200],
    ['GET', '/report?format=md', undefined, 200],
    ['GET', '/sandboxes?verdicts=true', undefined, 200],
    ['POST', '/verify', { expect: EXPECTED }, 409],
    ['GET', '/snapshots/before/diff', undefined, 200],
  ] as const)('%s %s does not hold the event loop', async (method, path, body, status) => {
    const send = async () => {
      const answer = await server.app.request(`http://localhost/_understay${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      await answer.text()
      return answer.status
    }
    const { result, longest } = await longestTurn(send, { enough: MOST_HELD })
    expect(result).toBe(status)
    expect(longest).toBeLessThan(MOST_HELD)
  })

  test('a query with very many secrets is looked for in the part of a large answer that the journal keeps', async () => {
    const headers = await server.token()
    const query = Array.from({ length: 1500 }, (_, index) => `token=a${index}`).join('&')
    const send = async () => {
      const answer = await server.app.request(`http://localhost/service/api/guests/1/list?${query}`, { headers })
      return { status: answer.status, size: (await answer.text()).length }
    }
    const { result, longest } = await longestTurn(send, { enough: MOST_HELD })
    expect(result.status).toBe(200)
    expect(result.size).toBeGreaterThan(1_000_000)
    expect(longest).toBeLessThan(MOST_HELD)
  })

  test('a report and a comparison show the moment of the request', async () => {
    const ask = (path: string) => server.app.request(`http://localhost/_understay${path}`).then((answer) => answer.json())
    const [report, diff] = [ask('/report'), ask('/snapshots/before/diff')]
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    server.world.sandbox().store.change((db) => {
      for (let id = 1; id <= 3; id++) db.bookings.put(aBooking({ id, guestId: 7, rooms: [], cancelled: true }))
      db.bookings.remove(ROWS)
    })
    const { expectations } = (await report) as { expectations: readonly { found: number }[] }
    expect(expectations.map(({ found }) => found)).toEqual(EXPECTED.map(() => 0))
    const { bookings } = ((await diff) as { collections: { bookings: Readonly<Record<string, readonly unknown[]>> } }).collections
    expect([bookings?.['changed']?.length, bookings?.['removed']]).toEqual([ROWS, []])
  })
})
