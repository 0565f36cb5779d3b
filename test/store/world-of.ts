/**
 * Worlds for tests of fixtures.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { startOfDay } from '../../src/base/instant.ts'
import { Chance } from '../../src/sim/chance.ts'
import { FixtureError, problemText } from '../../src/store/fixture-error.ts'
import type { FixtureSet } from '../../src/store/fixture-set.ts'
import { parseFixture } from '../../src/store/fixture-source.ts'
import { geography } from '../../src/store/geo.ts'
import { type SeededWorld, seedWorld } from '../../src/store/seed.ts'

const HOUR_MS = 3_600_000

export const TODAY: Day = '2026-11-20'

/** The world of a fixture set at 15:00 UTC of a day. */
export function worldOf(set: FixtureSet, today: Day = TODAY, seed = 1): SeededWorld {
  const now = startOfDay(today) + 15 * HOUR_MS
  return seedWorld(set, { today, now, chance: new Chance(seed), geo: geography() })
}

/** The smallest world with something to book: a hotel with three rooms, one tariff and a guest. */
export const SMALL_HOTEL = `
property_types: [{ id: 1, name: Hotel }]
room_types: [{ id: 1, name: Double }]
tax_rates: [{ id: 1, code: '01', description: VAT, rate: 20 }]
properties: [{ id: 1, name: Hotel, type: 1, country: GB }]
rooms: [{ id: 1, property: 1, type: 1 }, { id: 2, property: 1, type: 1 }, { id: 3, property: 1, type: 1 }]
tariffs: [{ id: 1, property: 1, room_type: 1, title: Standard, rates: [{ from: today-30, to: today+60, price: 60 }] }]
guests: [{ id: 1, property: 1, firstname: Ada, surname: Brook }]
`

/** The small hotel and what else a fixture file says. */
export async function smallHotel(more: string): Promise<FixtureSet> {
  const [hotel, rest] = [await parseFixture('hotel.yaml', SMALL_HOTEL), await parseFixture('more.yaml', more)]
  return { ...rest, sources: [...hotel.sources, ...rest.sources] }
}

/** What is wrong with fixtures, as the lines that a user reads. */
export async function problemsOf(make: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await make()
    return []
  } catch (error) {
    if (error instanceof FixtureError) return error.problems.map(problemText)
    throw error
  }
}
