/**
 * Whose day it is in traffic: both answers to the choice `today`.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { dayInZone, dayOfInstant } from '../../../src/base/instant.ts'
import { aProperty } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

/** Zones in which it is another day than in UTC for most of the time, one that changes its clocks, and one of part hours. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Kolkata']

const playing = (today: string, timezone: string, traffic: readonly object[]): TestWorld =>
  new TestWorld({
    rows: { properties: [aProperty({ timezone })] },
    scenario: JSON.stringify({
      ...{ name: 'days', clock: { at: '2026-03-06T09:30:00Z', run: 'frozen' }, choices: { today } },
      ...{ traffic, until: '+4d' },
    }),
  })

const actsOf = ({ sandbox }: TestWorld) => (sandbox.scenarioRun.traffic?.acts() ?? []).filter(({ blocked }) => blocked === null)

const hourIn = (at: number, timezone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }).format(at))

describe.each(ZONES)('in %s', (timezone) => {
  const ANSWERS = [
    ['utc', 'UTC', dayOfInstant],
    ['property', timezone, (at: number) => dayInZone(at, timezone)],
  ] as const

  test.each(ANSWERS)('stays are drawn from today of %s', async (today, _, dayOf) => {
    const traffic = ['guest_books', 'guest_walks_in', 'channel_sells', 'room_blocked'].map((word) => ({
      ...{ id: word.replaceAll('_', '-'), do: word, rate: '3/d' },
      with: { property: 1, nights: 1, ...(word !== 'guest_walks_in' && { arrival: 'today' }) },
    }))
    const world = playing(today, timezone, traffic)
    await world.sandbox.moveClock({ by: 4 * DAY_MS })
    const acts = actsOf(world)
    expect(new Set(acts.map(({ do: word }) => word)).size).toBe(4)
    for (const { do: word, at, arrival } of acts) expect({ word, at, arrival }).toEqual({ word, at, arrival: dayOf(at) })
  })

  test.each(ANSWERS)('guests come and leave on the days of %s, at its hours', async (today, zone, dayOf) => {
    const world = playing(today, timezone, [
      {
        ...{ id: 'guests', do: 'guest_books', rate: '3/d' },
        with: { property: 1, arrival: { from: 'today+1', to: 'today+3' }, nights: { from: 1, to: 2 } },
        // biome-ignore lint/suspicious/noThenProperty: a key of scenario files
        then: [
          { on: 'arrival', do: 'guest_checks_in' },
          { on: 'departure', do: 'guest_checks_out' },
        ],
      },
    ])
    await world.sandbox.moveClock({ by: 10 * DAY_MS })
    const followed = actsOf(world).filter(({ head }) => !head)
    expect(followed.length).toBeGreaterThan(10)
    for (const { do: word, at, arrival, departure } of followed) {
      const comes = word === 'guest_checks_in'
      expect({ at, day: dayOf(at) }).toEqual({ at, day: comes ? arrival : departure })
      expect(hourIn(at, zone)).toBeGreaterThanOrEqual(comes ? 14 : 8)
      expect(hourIn(at, zone)).toBeLessThan(comes ? 20 : 11)
    }
    for (const { bookedInOn, arrival, kind } of world.sandbox.store.db.bookings.all())
      if (kind === 'internet') expect(bookedInOn).toBe(arrival)
  })

  test.each(ANSWERS)('the desk checks in and out who is due on the day of %s', async (today, _, dayOf) => {
    const world = playing(today, timezone, [
      {
        id: 'guests',
        do: 'guest_books',
        rate: '8/d',
        with: { property: 1, arrival: { from: 'today', to: 'today+2' }, nights: 1 },
      },
      { id: 'in', do: 'guests_check_in', every: '1h', with: { property: 1 } },
      { id: 'out', do: 'guests_check_out', every: '1h', with: { property: 1 } },
    ])
    const seen = new Map<number, { readonly comes: number; leaves?: number }>()
    world.sandbox.commits.subscribe((commit) => {
      for (const { id, before, after } of commit.rowsOf('bookings')) {
        if (!before || !after) continue
        if (after.bookedIn && !before.bookedIn) seen.set(Number(id), { comes: after.changedAt })
        if (after.bookedOut && !before.bookedOut)
          seen.set(Number(id), { comes: 0, ...seen.get(Number(id)), leaves: after.changedAt })
      }
    })
    await world.sandbox.moveClock({ by: 4 * DAY_MS })
    expect(seen.size).toBeGreaterThan(5)
    for (const [id, { comes, leaves }] of seen) {
      const { arrival, departure } = world.sandbox.store.db.bookings.get(id) ?? expect.unreachable()
      expect(dayOf(comes)).toBe(arrival)
      if (leaves !== undefined) expect(dayOf(leaves)).toBe(departure)
    }
  })
})

test('hours and the end of traffic are in UTC with every choice', async () => {
  const desk = { id: 'desk', do: 'price_changes', rate: '40/d', hours: { '0-12': 0 }, with: { property: 1, by: '1%' } }
  const offers = async (today: string) => {
    const world = playing(today, 'Pacific/Kiritimati', [desk])
    await world.sandbox.moveClock({ by: 6 * DAY_MS })
    return actsOf(world).map(({ at }) => at)
  }
  const all = await offers('property')
  expect(all).toEqual(await offers('utc'))
  expect(all.length).toBeGreaterThan(50)
  expect(all.every((at) => new Date(at).getUTCHours() >= 12)).toBe(true)
})
