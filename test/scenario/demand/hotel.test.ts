/**
 * What demand leads to in a house: rooms by best fit, prices within limits, children at their rates, nothing absurd.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, monthOf, weekday } from '../../../src/base/day.ts'
import { DAY_MS } from '../../../src/base/duration.ts'
import { bookRooms } from '../../../src/scenario/acts/booking.ts'
import { DEMAND_KINDS } from '../../../src/scenario/demand/demand-schema.ts'
import { partsOf } from '../../../src/scenario/demand/profiles.ts'
import { readScenario } from '../../../src/scenario/scenario.ts'
import { aBooking, aProperty, aRate, aRoom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { runAct, tryAct } from '../acts/run-act.ts'

const rooms = Array.from({ length: 12 }, (_, index) =>
  aRoom({ id: index + 1, maxPeople: index < 8 ? 2 : 4, number: String(index) }),
)
const rates = [aRate({ from: '2026-01-01', to: '2027-12-31', price: 10_000 })]
const STAY = { property: 1, rooms: 'any', fit: 'best', arrival: '2026-06-10', departure: '2026-06-12' } as const

const stay = (id: number, room: number, arrival: string, departure: string) =>
  aBooking({ id, tag: String(id), rooms: [{ roomId: room, rateId: 1 }], arrival, departure } as Parameters<typeof aBooking>[0])

describe('the room that fits best', () => {
  test('is the smallest that takes the party, with the shortest gaps before and after', () => {
    const bookings = [
      stay(1, 3, '2026-06-07', '2026-06-10'),
      stay(2, 5, '2026-06-08', '2026-06-10'),
      stay(3, 5, '2026-06-12', '2026-06-14'),
      stay(4, 9, '2026-06-08', '2026-06-10'),
    ]
    const world = new TestWorld({ rows: { rooms, rates, bookings } })
    expect(runAct(world, bookRooms, { ...STAY, adults: 2 }).rooms).toMatchObject([{ roomId: 5 }])
    expect(runAct(world, bookRooms, { ...STAY, adults: 2 }).rooms).toMatchObject([{ roomId: 3 }])
    expect(runAct(world, bookRooms, { ...STAY, adults: 2, children: [4, 7] }).rooms).toMatchObject([{ roomId: 9 }])
  })

  test('is several rooms for a group, or for more people than a room takes', () => {
    const world = new TestWorld({ rows: { rooms, rates, bookings: [] } })
    expect(runAct(world, bookRooms, { ...STAY, adults: 10, count: 5 }).rooms).toHaveLength(5)
    expect(runAct(world, bookRooms, { ...STAY, adults: 5, children: [3] }).rooms).toHaveLength(2)
    expect(tryAct(world, bookRooms, { ...STAY, adults: 12, count: 6 })).toBe(
      'room: property 1 has not 6 rooms for 12 people that are free every night from 2026-06-10 to 2026-06-12',
    )
  })
})

describe.each(DEMAND_KINDS)('half a year of %s', (kind) => {
  const scenario = `{ name: season, seed: 8, clock: { at: 2026-05-02T00:00:00Z, run: frozen },
    traffic: [{ id: guests, do: guest_books, rate: 6/d, demand: { like: ${kind}, lead: [1, 6, 20] }, with: { property: 1 } }],
    expect: [{ invariant: totals-add-up }, { invariant: no-lost-booking }] }`

  test('has nothing absurd in its rows', async () => {
    const world = new TestWorld({ rows: { rooms, rates, bookings: [] }, scenario })
    const { sandbox } = world
    await sandbox.moveClock({ by: 180 * DAY_MS })
    const { db } = sandbox.store
    const bookings = db.bookings.all()
    expect(bookings.length).toBeGreaterThan(150)
    expect(bookings.filter(({ total, rooms: booked }) => total <= 0 || booked.some(({ rateId }) => rateId === 0))).toEqual([])
    expect(
      bookings.filter((one) => one.cancelled && (one.bookedIn || db.invoices.get(one.invoiceId)?.status === 'paid')),
    ).toEqual([])
    const places = (ids: readonly { readonly roomId: number }[]): number =>
      ids.reduce((sum, { roomId }) => sum + (db.rooms.get(roomId)?.maxPeople ?? 0), 0)
    expect(bookings.filter(({ adults, children, rooms: booked }) => adults < 1 || adults + children > places(booked))).toEqual([])
    const { price } = partsOf(kind)
    const [lowest = 0, highest = 0] = price.limits ?? []
    const prices = db.rates.all().map((rate) => rate.price / 10_000)
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(lowest)
    expect(Math.max(...prices)).toBeLessThanOrEqual(highest)
    expect(Math.max(...prices)).toBeGreaterThan(Math.min(...prices))
    const [outcome] = sandbox.scenarioRun.watch ? [sandbox.scenarioRun.expectations.length] : []
    expect(outcome).toBe(2)
    for (const expectation of sandbox.scenarioRun.expectations)
      expect(sandbox.scenarioRun.watch?.outcomeOf(expectation, 'kept', sandbox.clock)).toMatchObject({ state: 'met' })
    for (const { reason } of sandbox.scenarioRun.traffic?.status()[0]?.reasons ?? []) {
      expect(reason).toMatch(/full|room|taken|adults|arrival/)
      // guests who change their dates take other rooms
      expect(reason).not.toContain('is taken on the night')
    }
  })
})

test('a house whose bookings need approval has guests: its manager approves those whose rooms are still free', async () => {
  const properties = [aProperty({ settings: { requireApproval: '1' } })]
  const text = `{ name: approval, seed: 3, clock: { at: 2026-05-02T00:00:00Z, run: frozen }, until: +60d,
    traffic: [{ id: guests, do: guest_books, rate: 4/d, demand: { like: city, lead: [0, 2, 9] }, with: { property: 1 } }] }`
  const { sandbox } = new TestWorld({ rows: { properties, rooms, rates, bookings: [] }, scenario: text })
  await sandbox.moveClock({ by: 180 * DAY_MS })
  const { db } = sandbox.store
  const [bookings, kept] = [db.bookings.all(), db.bookings.all().filter(({ cancelled }) => !cancelled)]
  expect(bookings.length).toBeGreaterThan(120)
  expect(kept.filter(({ bookedOut }) => bookedOut).length).toBeGreaterThan(0.9 * kept.length)
  const isPaid = (invoice: number): boolean => db.invoices.get(invoice)?.status === 'paid'
  expect(bookings.filter(({ invoiceId, bookedIn }) => isPaid(invoiceId) !== bookedIn)).toEqual([])
  const changes = sandbox.scenarioRun.traffic?.status()[0]?.acts.find((one) => one.do === 'guest_modifies')
  expect(changes?.happened).toBeGreaterThan(0)
})

test.each(['Pacific/Auckland', 'Pacific/Honolulu'])('nobody arrives in %s on a day without weight', async (timezone) => {
  const text = `{ name: closed, clock: { at: 2026-05-02T00:00:00Z, run: frozen }, until: +60d, choices: { today: property }, traffic:
    [{ id: guests, do: guest_books, rate: 4/d, with: { property: 1 },
      demand: { like: city, lead: [9, 15, 20], weekdays: { wed: 0 }, source: { channel: 0 }, modifies: { dates: 0% } } }] }`
  const rows = { properties: [aProperty({ timezone })], rooms, rates, bookings: [] }
  const { sandbox } = new TestWorld({ rows, scenario: text })
  await sandbox.moveClock({ by: 60 * DAY_MS })
  const arrivals = sandbox.store.db.bookings.all().map(({ arrival }) => weekday(arrival))
  expect(arrivals.length).toBeGreaterThan(100)
  expect(arrivals).not.toContain(3)
})

test('prices of a month follow its season, day by day without gaps, and those of a client stay', async () => {
  const text = `{ name: prices, clock: { at: 2026-05-02T00:00:00Z, run: frozen }, until: +20d,
    traffic: [{ id: guests, do: guest_books, rate: 1/w, demand: { like: city, price: { occupancy: { 90%: 1.1 } } }, with: { property: 1 } }] }`
  expect(readScenario('prices', text).traffic).toHaveLength(1)
  const world = new TestWorld({ rows: { rooms, rates, bookings: [] }, scenario: text })
  const { sandbox } = world
  await sandbox.moveClock({ by: DAY_MS })
  const own = aRate({ id: 900, from: '2026-08-01', to: '2026-08-03', price: 7700 })
  sandbox.store.change((db) => db.rates.put(own))
  await sandbox.moveClock({ by: 15 * DAY_MS })
  const all = sandbox.store.db.rates.all().filter(({ id }) => id !== 900)
  const sorted = all.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  expect(sorted[0]?.from).toBe('2026-01-01')
  expect(sorted.at(-1)?.to).toBe('2027-12-31')
  for (const [index, rate] of sorted.entries())
    if (index > 0) expect(rate.from).toBe(addDays(sorted[index - 1]?.to ?? '2026-01-01', 1))
  const september = sorted.find(({ from }) => from === '2026-09-01')
  expect(september).toMatchObject({ to: '2026-09-30', price: 11_500 })
  expect(
    sorted.filter(({ from, to }) => monthOf(from) !== monthOf(to) && daysBetween(from, '2026-06-01') < 0 && from < '2027-06-01'),
  ).toEqual([])
  expect(sandbox.store.db.rates.get(900)).toEqual(own)
})
