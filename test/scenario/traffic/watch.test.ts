import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { judgeExpectations } from '../../../src/control-api/judge-expectations.ts'
import { performAct } from '../../../src/scenario/events/events.ts'
import { realNow } from '../../../src/simulation/clock.ts'
import { aBooking } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const as = 'desk'
const path = { property_id: 1 }

const GUESTS =
  '{ id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+200 }, nights: 1 } }'
const CHANNEL = '{ id: channel, do: channel_sells, every: 1h, with: { property: 1, nights: 2 } }'

const LIVELY = `{ id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+200 } }, then: [
      { chance: 40%, after: [1m, 9h], do: guest_modifies, with: { nights: { by: 1 } } },
      { chance: 30%, after: 5h, do: guest_cancels }, { after: 3h, do: deposit_paid }] }`

const worldOf = (traffic: string, expected: string): TestWorld =>
  new TestWorld({ scenario: `name: watched\ntoken_lifetime: 10000000\ntraffic:\n  - ${traffic}\nexpect:\n  - ${expected}\n` })

async function go(world: TestWorld, milliseconds: number): Promise<void> {
  world.advance(milliseconds)
  await world.sandbox.settle()
}

const outcome = ({ sandbox }: TestWorld) => {
  const [first] = runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes
  if (!first) throw new Error('nothing is expected')
  return first
}

describe('each act of traffic', () => {
  const expected = '{ id: picks-up, each: guests, within: 15m, operation: [listBookings, listBookingsBetween] }'

  test('is met by a call that shows its booking in time', async () => {
    const world = worldOf(GUESTS, expected)
    expect(outcome(world)).toMatchObject({ state: 'inconclusive', difference: expect.stringContaining('nothing of it happened') })
    for (let hour = 0; hour < 5; hour++) {
      await go(world, HOUR_MS)
      await world.call('listBookings', { path, as })
    }
    expect(outcome(world)).toMatchObject({ state: 'met', found: 5, wanted: expect.stringContaining('5 met, 0 late, 0 missed') })
  })

  test('is inconclusive before the first, with how long the client has to run', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = worldOf(GUESTS, expected)
    const said = () => outcome(world).difference?.split('nothing of it happened yet')[1]
    await go(world, 50 * 60_000)
    expect(said()).toBe("; the first is due in 10m by the sandbox's clock: move the clock")
    world.sandbox.clock.set({ ...world.sandbox.clock.state, speed: 60 })
    const longer = 'let the client run 10.5s longer, or move the clock'
    expect(said()).toBe(`; the first is due in 10m by the sandbox's clock: ${longer}`)
  })

  test('is inconclusive when none could happen, with the reason', async () => {
    const world = worldOf('{ id: guests, do: guest_books, every: 1h, with: { property: 1, total: 2000000000 } }', expected)
    await go(world, 3 * HOUR_MS)
    expect(outcome(world)).toMatchObject({
      state: 'inconclusive',
      difference: expect.stringMatching(
        /: none of 3 could happen \(the latest: total: .*\); change the traffic, or the fixtures$/,
      ),
    })
  })

  test('is missed when nothing asks, and is judged although the journal is full', async () => {
    const world = worldOf(GUESTS, expected)
    await go(world, HOUR_MS)
    await world.call('listBookings', { path, as })
    for (let call = 0; call < 120; call++) await world.call('listTariffs', { path, as })
    await go(world, 2 * HOUR_MS)
    await go(world, HOUR_MS / 2)
    const { state, difference } = outcome(world)
    expect(state).toBe('unmet')
    expect(difference).toContain('expected each of guests within 15m: 1 met, 0 late, 2 missed, 0 waiting')
    expect(difference).toContain('; each needs at least 1 call of listBookings or listBookingsBetween')
  })

  test('is met by an answer that shows its booking behind the part that the journal keeps', async () => {
    const traffic = `{ id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: today+200, nights: 1 } }`
    const bookings = Array.from({ length: 300 }, (_, index) =>
      aBooking({ id: index + 1, tag: String(index), arrival: '2026-05-02', departure: '2026-05-03', approval: 'rejected' }),
    )
    const world = new TestWorld({
      rows: { bookings },
      scenario: `name: watched\ntoken_lifetime: 10000000\ntraffic:\n  - ${traffic}\nexpect:\n  - ${expected}\n`,
    })
    await go(world, HOUR_MS)
    const { entry } = await world.call('listBookings', { path, as })
    const kept = String(entry?.response)
    expect(kept).toMatch(/cut$/)
    expect(kept).not.toContain('"301"')
    expect(outcome(world)).toMatchObject({ state: 'met', found: 1 })
  })

  test('is not met by a call that is refused, or that shows other bookings', async () => {
    const world = worldOf(GUESTS, expected)
    await go(world, HOUR_MS)
    await world.call('listBookings', { path })
    const window = { ...path, start_date: '2020-01-01', end_date: '2020-01-02' }
    await world.call('listBookingsBetween', { path: window, as })
    expect(outcome(world)).toMatchObject({ found: 0 })
  })

  test('is met by a timeline, whose bookings are in a text of their own', async () => {
    const world = worldOf(GUESTS, '{ id: picks-up, each: guests, within: 15m, operation: getTimeline }')
    await go(world, HOUR_MS)
    await world.call('getTimeline', { path: { ...path, start: '2026-01-01', end: '2028-01-01' }, as })
    expect(outcome(world)).toMatchObject({ state: 'met', found: 1 })
  })

  test('that is judged by night is met by a call that names its booking, and by none of another', async () => {
    const sees = 'each: guests, within: 15m, same: [property, night], operation: [getTimeline, getBookingRooms]'
    const world = worldOf(GUESTS, `{ id: sees, ${sees} }`)
    await go(world, 2 * HOUR_MS)
    const [first = 0, second = 0] = world.sandbox.store.db.bookings.all().map(({ id }) => id)
    await world.call('getBookingRooms', { path: { ...path, contract_id: second }, as })
    expect(outcome(world)).toMatchObject({ found: 1 })
    await world.call('getBookingRooms', { path: { ...path, contract_id: first }, as })
    expect(outcome(world)).toMatchObject({ found: 2 })
  })

  test('of a room out of service is met night by night: the details of its first night show no other', async () => {
    const repairs = '{ id: repairs, do: room_blocked, every: 4h, with: { property: 1, arrival: today+2, nights: 3 } }'
    const sees = 'each: repairs, within: 15m, same: [property, night], operation: getNotifiedBlackBooking'
    const world = worldOf(repairs, `{ id: sees, ${sees} }`)
    await go(world, 4 * HOUR_MS)
    const found: unknown[] = []
    for (const { id } of world.sandbox.store.db.bookings.all()) {
      await world.call('getNotifiedBlackBooking', { path: { ...path, contract_id: id }, as })
      found.push(outcome(world).found)
    }
    expect(found).toEqual([1, 2, 3])
  })

  test('that is not followed is reported: the first ten by time, act and room', async () => {
    const world = worldOf(GUESTS, expected)
    await go(world, 30 * HOUR_MS)
    const { missed = [], delays } = outcome(world)
    expect(delays?.missed).toBeGreaterThan(10)
    expect(missed).toHaveLength(10)
    expect(missed[0]?.what).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d guest_books, property 1, room \d+, booking \d+, arrival \d{4}-\d\d-\d\d$/,
    )
    expect(missed.map(({ at }) => at)).toEqual(missed.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  test('of another channel is met by closing every night of it', async () => {
    const world = worldOf(
      CHANNEL,
      '{ id: closes, each: channel, within: 5m, same: [property, room, night], operation: createBlackBooking }',
    )
    await go(world, HOUR_MS)
    const [sale] = world.sandbox.scenarioRun.sales.all()
    const close = (date: string | undefined) =>
      world.call('createBlackBooking', { path: { ...path, room_id: sale?.room ?? 0, date: date ?? '' }, as })
    await close(sale?.nights[0])
    expect(outcome(world)).toMatchObject({ state: 'met', found: 1, wanted: expect.stringContaining('1 waiting') })
    await close(sale?.nights[1])
    expect(outcome(world)).toMatchObject({ state: 'met', found: 2, wanted: expect.stringContaining('0 waiting') })
  })
})

describe('an invariant', () => {
  test.each([['no-lost-booking'], ['totals-add-up'], ['no-overbooking']])('%s holds in a lively week', async (invariant) => {
    const world = worldOf(LIVELY, `{ id: holds, invariant: ${invariant} }`)
    await go(world, 100 * HOUR_MS)
    expect(outcome(world)).toMatchObject({ state: 'met', found: 0 })
  })

  test('no-overbooking counts rooms that guests booked although they were sold elsewhere long ago', async () => {
    const world = worldOf(CHANNEL, '{ id: never-oversold, invariant: no-overbooking }')
    await go(world, HOUR_MS)
    const [sale] = world.sandbox.scenarioRun.sales.all()
    const { sandbox } = world
    await go(world, HOUR_MS)
    const real = realNow()
    await expect.poll(realNow).toBeGreaterThan(real)
    performAct(sandbox.scenarioContextAt(sandbox.clock.now()), {
      do: 'guest_books',
      with: { property: 1, room: sale?.room, arrival: sale?.arrival, nights: 1 },
    })
    expect(outcome(world)).toMatchObject({
      state: 'unmet',
      difference: `expected no-overbooking after every change: broken 1 time, first: room ${sale?.room} on ${sale?.arrival}: sold by sale 1, then booked by booking 1`,
    })
  })
})

describe('a night that is sold elsewhere and then booked by a guest', () => {
  /** A night that another channel sold and a guest booked a minute later. */
  async function soldTwice() {
    const world = worldOf(CHANNEL, '{ id: never-oversold, invariant: no-overbooking, within: 5m }')
    const { sandbox } = world
    await go(world, HOUR_MS)
    const [sale] = sandbox.scenarioRun.sales.all()
    await go(world, MINUTE_MS)
    performAct(sandbox.scenarioContextAt(sandbox.clock.now()), {
      do: 'guest_books',
      with: { property: 1, room: sale?.room, arrival: sale?.arrival, nights: 1 },
    })
    const close = () =>
      world.call('createBlackBooking', { path: { ...path, room_id: sale?.room ?? 0, date: sale?.arrival ?? '' }, as })
    return { world, sale, close }
  }

  test('is broken without a client, once the time is over', async () => {
    const { world, sale } = await soldTwice()
    expect(outcome(world)).toMatchObject({ state: 'met', wanted: expect.stringContaining('1 still to be closed') })
    await go(world, 5 * MINUTE_MS)
    expect(outcome(world)).toMatchObject({ state: 'unmet', checks: { broken: 1, tolerated: 0 } })
    expect(outcome(world).difference).toMatch(
      `broken 1 time, first: 2026-05-02 10:00:00 channel_sells, property 1, room ${sale?.room}`,
    )
  })

  test('is tolerated when the client tries to close it in time', async () => {
    const { world, close } = await soldTwice()
    await go(world, 3 * MINUTE_MS)
    expect((await close()).status).toBe(204)
    await go(world, 20 * MINUTE_MS)
    expect(outcome(world)).toMatchObject({
      state: 'met',
      wanted: expect.stringContaining("tolerated 1 (closed within 5m by the sandbox's clock)"),
      checks: { broken: 0, tolerated: 1 },
    })
  })

  test('is tolerated by the time of the client where the clock of the sandbox is faster, and says so', async () => {
    const { world, close } = await soldTwice()
    world.sandbox.store.setClock({ ...world.sandbox.clock.state, at: world.sandbox.clock.now() + 30 * MINUTE_MS })
    await close()
    expect(outcome(world)).toMatchObject({
      state: 'met',
      wanted: expect.stringContaining("tolerated 1 (closed within 5m 0 by the sandbox's clock, 1 by the machine's)"),
    })
  })
})
