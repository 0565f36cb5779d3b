/**
 * The bookings that come without a request: clients must pick up each of them, and no other.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/base/duration.ts'
import { conformanceFacts } from '../../../src/world/conformance-facts.ts'
import { TestWorld } from '../../support/test-world.ts'

/** The bookings that a world has, and the arrivals that the rules are told of. */
function cameIn({ sandbox }: TestWorld) {
  const before = new Set(new TestWorld().sandbox.store.db.bookings.all().map(({ id }) => id))
  const made = sandbox.store.db.bookings.all().filter(({ id }) => !before.has(id))
  return { made, told: (conformanceFacts(sandbox).arrivals ?? []).map(({ real: _, ...arrival }) => arrival) }
}

const arrivalsOf = (made: ReturnType<typeof cameIn>['made'], at: number) =>
  made.map(({ id, propertyId, rooms: [{ roomId } = { roomId: 0 }], arrival, departure }) => {
    return { booking: id, property: propertyId, rooms: [roomId], nights: { from: arrival, to: departure }, at }
  })

describe('arrivals', () => {
  test('have each booking once, also where a follow-up waits for a stay that was moved', async () => {
    const world = new TestWorld({
      scenario: `name: moved
traffic:
  - id: guests
    do: guest_books
    every: 1d
    with: { property: 1, arrival: today+1, nights: 1 }
    then: [{ do: guest_checks_in, on: arrival }]
events: [{ at: +25h, do: guest_modifies, with: { booking: latest, arrival: today+40 } }]
`,
    })
    await world.sandbox.moveClock({ by: 3 * DAY_MS })
    const { made, told } = cameIn(world)
    expect(made).toHaveLength(3)
    expect(told.map(({ booking }) => booking)).toEqual(made.map(({ id }) => id))
  })

  const BLOCK = 'do: room_blocked, with: { property: 1, arrival: today+20, nights: 3 }'
  test.each([
    ['each night of a room that is blocked by an event: each is a booking of its own', 3, `events: [{ at: +1h, ${BLOCK} }]`],
    [
      'the first night of a room that is blocked by traffic, which does it again and again',
      1,
      `traffic: [{ id: desk, every: 1h, ${BLOCK} }]\nuntil: +61m`,
    ],
  ])('have %s', async (_, count, text) => {
    const world = new TestWorld({ scenario: `name: blocked\n${text}\n` })
    const begun = world.sandbox.clock.now()
    await world.sandbox.moveClock({ by: DAY_MS })
    const { made, told } = cameIn(world)
    expect(made).toHaveLength(3)
    expect(told).toEqual(arrivalsOf(made.slice(0, count), begun + HOUR_MS))
  })

  test('have no booking of a request, nor of a fault that meets one', async () => {
    const world = new TestWorld({
      scenario: 'name: taken\nfaults: [{ on: { operation: createBlackBooking }, room: taken }]\n',
    })
    const path = { property_id: 1, room_id: 1, date: '2030-05-05' }
    expect(await world.call('createBlackBooking', { path, as: 'desk' })).toMatchObject({ status: 204 })
    await world.call('createBlackBooking', { path: { ...path, date: '2030-05-09' }, as: 'desk' })
    const { made, told } = cameIn(world)
    expect(made.map(({ kind }) => kind)).toEqual(['internet', 'black'])
    expect(told).toEqual([])
  })
})
