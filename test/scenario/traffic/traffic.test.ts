import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import { DAY_MS, HOUR_MS } from '../../../src/base/duration.ts'
import { bookingApi } from '../../../src/booking-api/index.ts'
import { reportOn } from '../../../src/control-api/handlers/report.ts'
import { checksOf } from '../../../src/report/checks.ts'
import { markdownReport } from '../../../src/report/markdown.ts'
import { summaryOf } from '../../../src/report/summary.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'
import { stateOf } from '../acts/run-act.ts'

const LIVELY = `
name: lively
traffic:
  - id: guests
    do: guest_books
    rate: 12/d
    hours: { 0-7: 0.2, 18-22: 3 }
    with:
      property: { weights: { 1: 6, 2: 3 } }
      arrival: { from: today+1, to: today+20 }
      nights: { from: 1, to: 4 }
      adults: { weights: { 1: 2, 2: 7 } }
    then:
      - { chance: 20%, after: [1h, 5d], do: guest_cancels }
      - { chance: 30%, after: [10m, 3d], do: guest_modifies, with: { nights: { by: 1 } } }
      - { chance: 10%, on: arrival, do: no_show, else: guest_checks_in }
      - { on: departure, do: guest_checks_out }
  - { id: desk, do: price_changes, every: 6h, with: { property: 1, by: { any: [5%, -5%] } } }
  - { id: repairs, do: room_blocked, rate: 1/d, with: { property: 1, nights: { from: 1, to: 3 } } }
  - { id: channel, do: channel_sells, rate: 3/d }
until: +20d
`

const worldOf = (scenario: string): TestWorld => new TestWorld({ scenario })

/** Moves the clock in steps, as small as they are asked for. */
async function go(world: TestWorld, milliseconds: number, step = milliseconds): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    world.advance(Math.min(step, left))
    await world.sandbox.settle()
  }
}

const actsOf = ({ sandbox }: TestWorld) => sandbox.scenarioRun.traffic?.acts() ?? []
const offers = (world: TestWorld) =>
  actsOf(world)
    .filter(({ head }) => head)
    .map(({ traffic, number, at }) => `${traffic}/${number} ${at}`)

describe('traffic', () => {
  test('is the same in one jump of the clock and in small steps', async () => {
    const whole = worldOf(LIVELY)
    await go(whole, 10 * DAY_MS)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: HOUR_MS, max: 3 * DAY_MS }), async (step) => {
        const stepped = worldOf(LIVELY)
        await go(stepped, 10 * DAY_MS, step)
        expect(stateOf(stepped)).toEqual(stateOf(whole))
        expect(actsOf(stepped)).toEqual(actsOf(whole))
        expect(stepped.sandbox.scenarioRun.sales.all()).toEqual(whole.sandbox.scenarioRun.sales.all())
      }),
      { numRuns: 8 },
    )
  })

  test('offers the same week independent of the client', async () => {
    const alone = worldOf(LIVELY)
    await go(alone, 7 * DAY_MS)
    const busy = worldOf(LIVELY)
    for (let day = 0; day < 7; day++) {
      const date = addDays('2026-05-10', day)
      await busy.call('createBlackBooking', { path: { property_id: 1, room_id: 1 + (day % 4), date }, as: 'desk' })
      await go(busy, DAY_MS)
    }
    expect(offers(busy)).toEqual(offers(alone))
    const wanted = (world: TestWorld) =>
      world.sandbox.store.db.bookings
        .all()
        .filter(({ kind }) => kind === 'internet')
        .map(({ guestId }) => world.sandbox.store.db.guests.get(guestId)?.email)
    const emails = wanted(busy)
    // some offers find no room; those that do are by the same guests, in the same order
    expect(wanted(alone).filter((email) => emails.includes(email))).toEqual(
      emails.filter((email) => wanted(alone).includes(email)),
    )
    expect(emails.length).toBeGreaterThan(20)
  })

  test('differs by seed', async () => {
    const at = (seed: number) => {
      const world = worldOf(LIVELY)
      return world.sandbox.randomness.stream('traffic-gap', `guests/${seed}`).integer(0, 1e9)
    }
    expect(at(1)).not.toBe(at(2))
  })

  test('keeps its daily mean with any weights of hours', async () => {
    const scenario = (hours: string) =>
      `name: mean\ntraffic:\n  - { id: desk, do: price_changes, rate: 40/d, ${hours}with: { property: 1, by: 1% } }\nuntil: +50d\n`
    for (const hours of ['', 'hours: { 0-7: 0, 18-22: 5 }, ']) {
      const world = worldOf(scenario(hours))
      await go(world, 51 * DAY_MS)
      const [source] = world.sandbox.scenarioRun.traffic?.status() ?? []
      const count = (source?.acts[0]?.happened ?? 0) + (source?.acts[0]?.blocked ?? 0)
      expect(count).toBeGreaterThan(1850)
      expect(count).toBeLessThan(2150)
      const night = actsOf(world).filter(({ at }) => new Date(at).getUTCHours() < 7)
      if (hours !== '') expect(night).toEqual([])
    }
  })

  test('acts at even intervals where it says every, and ends when it says until', async () => {
    const world = worldOf(
      'name: even\ntraffic:\n  - { id: desk, do: price_changes, every: 6h, with: { property: 1, by: 1% } }\nuntil: +1d\n',
    )
    await go(world, 3 * DAY_MS)
    const begun = world.sandbox.clock.now() - 3 * DAY_MS
    expect(actsOf(world).map(({ at }) => (at - begun) / HOUR_MS)).toEqual([6, 12, 18])
    expect(world.sandbox.scenarioRun.nextAt).toBeUndefined()
  })

  test('lets stays take their course: in on the day of arrival, out on the day of departure', async () => {
    const world = worldOf(
      'name: course\ntraffic:\n  - id: guests\n    do: guest_books\n    rate: 4/d\n    with: { property: 1, arrival: { from: today, to: today+2 }, nights: 1 }\n    then:\n      - { on: arrival, do: guest_checks_in }\n      - { on: departure, do: guest_checks_out }\nuntil: +6d\n',
    )
    await go(world, 12 * DAY_MS)
    const stays = world.sandbox.store.db.bookings.all().filter(({ kind }) => kind === 'internet')
    expect(stays.length).toBeGreaterThan(5)
    for (const { bookedIn, bookedInOn, bookedOut, arrival, departure, bookedOutAt } of stays) {
      expect({ bookedIn, bookedInOn, bookedOut }).toEqual({ bookedIn: true, bookedInOn: arrival, bookedOut: true })
      expect(new Date(bookedOutAt ?? 0).toISOString().slice(0, 10)).toBe(departure)
    }
  })

  test.each([
    ['shorter', '{ after: [1h, 2d], do: guest_modifies, with: { nights: { by: -2 } } }'],
    ['earlier', '{ after: [1h, 30h], do: guest_modifies, with: { arrival: today } }'],
    ['shorter, also in its course', '{ after: [3d, 6d], do: guest_modifies, with: { nights: { by: -1 } } }'],
  ])('follows a stay that is made %s on its new days', async (_, modifies) => {
    const world = worldOf(
      `name: course\ntraffic:\n  - id: guests\n    do: guest_books\n    rate: 3/d\n    with: { property: 1, arrival: { from: today+3, to: today+5 }, nights: { from: 3, to: 4 } }\n    then:\n      - ${modifies}\n      - { on: arrival, do: guest_checks_in }\n      - { on: departure, do: guest_checks_out }\nuntil: +9d\n`,
    )
    await go(world, 30 * DAY_MS)
    const modified = new Set(
      actsOf(world).flatMap(({ do: word, blocked, booking }) => (word === 'guest_modifies' && !blocked ? [booking] : [])),
    )
    const stays = world.sandbox.store.db.bookings.all().filter(({ id }) => modified.has(id))
    expect(stays.length).toBeGreaterThan(3)
    for (const { bookedInOn, arrival, departure, bookedOutAt } of stays) {
      expect(bookedInOn).toBe(arrival)
      expect(new Date(bookedOutAt ?? 0).toISOString().slice(0, 10)).toBe(departure)
    }
  })

  test('lets guests who walk in stay for one night or more, by chance', async () => {
    const world = worldOf(
      'name: in\ntraffic:\n  - { id: walk, do: guest_walks_in, rate: 8/d, with: { property: 1 } }\nuntil: +6d\n',
    )
    await go(world, 6 * DAY_MS)
    const lengths = world.sandbox.store.db.bookings
      .all()
      .filter(({ createdAt }) => createdAt !== null && createdAt > world.sandbox.clock.now() - 6 * DAY_MS)
      .map(({ arrival, departure }) => (Date.parse(departure) - Date.parse(arrival)) / DAY_MS)
    expect(lengths.length).toBeGreaterThan(5)
    expect(new Set(lengths).size).toBeGreaterThan(2)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(7)
  })

  test('reports the result of each act', async () => {
    const world = worldOf(LIVELY)
    await go(world, 10 * DAY_MS)
    const { bookings, roomNights } = world.sandbox.store.db
    for (const { traffic, head, blocked, booking, room, arrival, departure } of actsOf(world)) {
      if (traffic !== 'guests' || !head || blocked !== null) continue
      const made = bookings.get(booking ?? 0)
      expect(made, 'the booking that was made').toBeDefined()
      // what was changed or cancelled since does not stand there any more
      if (made?.cancelled || made?.changedAt !== null) continue
      expect({ room, arrival, departure }).toEqual({
        room: made.rooms[0]?.roomId,
        arrival: made.arrival,
        departure: made.departure,
      })
      expect(roomNights.by('booking', made.id).length).toBeGreaterThan(0)
    }
  })

  test('counts acts that cannot happen, and continues', async () => {
    const world = worldOf(
      'name: full\ntraffic:\n  - { id: guests, do: guest_books, rate: 40/d, with: { property: 1, arrival: today+1, nights: 1 } }\nuntil: +1d\n',
    )
    await go(world, 2 * DAY_MS)
    const [source] = world.sandbox.scenarioRun.traffic?.status() ?? []
    expect(source?.acts[0]?.blocked).toBeGreaterThan(20)
    expect(source?.lastBlocked).toMatch(/^room: property 1 is full/)
  })

  test('goes on after an act that fails by an error of the program, which log, report and summary tell', async () => {
    const logged: unknown[] = []
    const error = (message: string, fields?: object) => logged.push([message, fields])
    const scenario = `name: fails\ntraffic:\n  - { id: guests, do: guest_books, every: 1h, with: { property: 1, nights: 1 } }\nevents:\n  - { at: +1h, do: property_unpublished, with: { property: 2 } }\n`
    const world = new TestWorld({ scenario, log: { ...SILENT, error } })
    const { sandbox } = world
    const failing = vi.spyOn(sandbox.store, 'change').mockImplementation(() => {
      throw new TypeError('no such rate')
    })
    await go(world, HOUR_MS)
    failing.mockRestore()
    await go(world, 4 * HOUR_MS)
    expect(sandbox.scenarioRun.events.status()[0]).toMatchObject({ state: 'blocked' })
    const [source] = sandbox.scenarioRun.traffic?.status() ?? []
    const lastFailed = 'an error of Understay: TypeError: no such rate'
    expect(source).toMatchObject({ acts: [{ blocked: 1 }], lastFailed })
    expect(source?.acts[0]?.happened).toBeGreaterThan(0)
    const fields = { sandbox: 'default', act: 'guests/guest_books', error: expect.stringContaining('no such rate') }
    expect(logged).toContainEqual(['an act of a scenario failed; the scenario goes on', fields])
    const report = await reportOn(sandbox, bookingApi)
    const told = `acts of guests failed, the last one by ${lastFailed}`
    expect(checksOf(report)).toContainEqual(expect.objectContaining({ group: 'run', outcome: 'warned', reason: told }))
    expect(summaryOf(report.verdict, [report]).parts).toContainEqual({ title: 'Warnings', texts: [told] })
    expect(markdownReport(report)).toContain(lastFailed)
  })

  test('sells rooms elsewhere without a trace in the store, each night once', async () => {
    const world = worldOf('name: elsewhere\ntraffic:\n  - { id: channel, do: channel_sells, rate: 20/d }\nuntil: +5d\n')
    const before = stateOf(world)
    await go(world, 6 * DAY_MS)
    expect(stateOf(world)).toEqual(before)
    const nights = world.sandbox.scenarioRun.sales.all().flatMap(({ room, nights: days }) => days.map((day) => `${room} ${day}`))
    expect(nights.length).toBeGreaterThan(50)
    expect(new Set(nights).size).toBe(nights.length)
  })

  test('continues the same from a restored state', async () => {
    const world = worldOf(LIVELY)
    await go(world, 4 * DAY_MS)
    const standing = world.sandbox.store.snapshot()
    await go(world, 6 * DAY_MS)
    const after = stateOf(world)
    world.sandbox.restore(standing)
    await go(world, 6 * DAY_MS)
    expect(stateOf(world)).toEqual(after)
  })
})
