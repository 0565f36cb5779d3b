import { describe, expect, test } from 'vitest'
import { monthOf, weekday } from '../../../src/base/day.ts'
import { DAY_MS } from '../../../src/base/duration.ts'
import { dayOfInstant, startOfDay } from '../../../src/base/instant.ts'
import { Demand } from '../../../src/scenario/demand/demand.ts'
import { DEMAND_KINDS, type WrittenDemand } from '../../../src/scenario/demand/demand-schema.ts'
import { partsOf } from '../../../src/scenario/demand/profiles.ts'
import { readScenario } from '../../../src/scenario/scenario.ts'
import { ActTimes } from '../../../src/scenario/traffic/act-times.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'

const BEGUN = startOfDay('2026-01-01')
const randomness = new Randomness(4)

/** The bookings that are wanted, with the days of arrival. */
function wanted(demand: WrittenDemand, count: number) {
  const times = new ActTimes({ traffic: { id: 'guests', rate: '20/d' }, demand: new Demand(demand) }, BEGUN, randomness)
  return Array.from({ length: count }, () => {
    const { number, at, lead = Number.NaN } = times.next()
    return { number, at, lead, arrival: dayOfInstant(at + lead * DAY_MS) }
  })
}

const scenario = (demand: string, more = 'rate: 5/d') =>
  readScenario('demand.yaml', `{ name: demand, traffic: [{ id: guests, do: guest_books, ${more}, demand: ${demand} }] }`)

describe('what is wanted', () => {
  test('comes at the mean rate, with arrivals by the weights of months and weekdays', () => {
    const season = { jan: 1, feb: 1, mar: 1, apr: 1, may: 1, jun: 1, jul: 1, aug: 1, sep: 1, oct: 1, nov: 0, dec: 2 }
    const weekdays = { mon: 1, tue: 1, wed: 1, thu: 1, fri: 0, sat: 3, sun: 1 }
    const all = wanted({ like: 'city', season, weekdays, lead: [0, 1, 3] }, 14_600)
    const days = ((all.at(-1)?.at ?? 0) - BEGUN) / DAY_MS
    expect(days).toBeGreaterThan(710)
    expect(days).toBeLessThan(750)
    const share = (is: (one: (typeof all)[number]) => boolean): number => all.filter(is).length / all.length
    expect(share(({ arrival }) => monthOf(arrival) === 11)).toBe(0)
    expect(share(({ arrival }) => monthOf(arrival) === 12)).toBeCloseTo(2 / 12, 1.5)
    expect(share(({ arrival }) => weekday(arrival) === 5)).toBe(0)
    expect(share(({ arrival }) => weekday(arrival) === 6)).toBeCloseTo(3 / 8, 1.5)
  })

  test('has the quartiles of the lead time that are written', () => {
    const flat = Object.fromEntries(Object.keys(partsOf('city').season).map((month) => [month, 1]))
    const leads = wanted({ like: 'city', lead: [5, 20, 90], season: flat }, 8000)
      .map(({ lead }) => lead)
      .sort((a, b) => a - b)
    const [first = 0, median = 0, third = 0] = [0.25, 0.5, 0.75].map((part) => leads[part * 8000])
    expect(Math.abs(first - 5)).toBeLessThanOrEqual(1)
    expect(Math.abs(median - 20)).toBeLessThanOrEqual(2)
    expect(Math.abs(third - 90)).toBeLessThanOrEqual(6)
  })

  test('is for the same day where quartiles are 0', () => {
    const sameDay = (lead: readonly [number, number, number]): number =>
      wanted({ like: 'city', lead: [...lead] }, 2000).filter((one) => one.lead === 0).length / 2000
    expect(sameDay([0, 0, 0])).toBe(1)
    expect(sameDay([0, 0, 5])).toBeCloseTo(0.5, 1)
  })

  test('is the same for the same seed, id and number', () => {
    expect(wanted('ski', 50)).toEqual(wanted('ski', 50))
  })
})

describe('a booking of demand', () => {
  const drawn = (demand: WrittenDemand, count = 4000) => {
    const one = new Demand(demand)
    return Array.from({ length: count }, (_, index) =>
      one.drawAct(randomness, { id: 'guests', number: index + 1, at: BEGUN, lead: 10 }),
    )
  }

  test('comes from the sources by their weights', () => {
    const all = drawn({ like: 'city', source: { site: 1, desk: 1, channel: 2 } })
    const share = (is: (one: (typeof all)[number]) => boolean): number => all.filter(is).length / all.length
    expect(share((one) => one.do === 'channel_sells')).toBeCloseTo(0.5, 1.5)
    expect(share((one) => one.with['by'] === 'desk')).toBeCloseTo(0.25, 1.5)
  })

  test('has children with ages, several rooms and groups as often as is written', () => {
    const party = { children: '40%', ages: [3, 9], rooms: '20%', groups: '10%' }
    const all = drawn({ like: 'seaside', source: { desk: 0, channel: 0 }, party })
    const withChildren = all.filter(({ children }) => children.length > 0)
    expect(withChildren.length / all.length).toBeCloseTo(0.4, 1.5)
    expect(new Set(withChildren.flatMap(({ children }) => children))).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]))
    const groups = all.filter((one) => Number(one.with['rooms']) >= 5)
    expect(groups.length / all.length).toBeCloseTo(0.06, 1.5)
    expect(groups.filter(({ children }) => children.length > 0)).toEqual([])
  })

  test('is that of an earlier guest as often as is written', () => {
    const bookings = drawn({ like: 'city', repeat: '50%' }).filter((one) => one.do === 'guest_books')
    const known = new Set<number>()
    const again = bookings.filter(({ guestOf }) => known.size === known.add(guestOf).size)
    expect(again.length / bookings.length).toBeCloseTo(0.5, 1.5)
  })

  test('is cancelled by its lead time, on straight lines', () => {
    const demand = new Demand({ like: 'city', cancels: { 10: '10%', 30: '20%' } })
    expect([0, 10, 20, 30, 300].map((lead) => demand.cancelled(lead))).toEqual([0.1, 0.1, expect.closeTo(0.15), 0.2, 0.2])
  })
})

describe('demand in a scenario', () => {
  test.each(DEMAND_KINDS)('can be %s, with parts that differ', (kind) => {
    expect(partsOf({ like: kind, season: { jan: 50 }, party: { children: '3%' } })).toEqual({
      ...partsOf(kind),
      season: { ...partsOf(kind).season, jan: 50 },
      party: { ...partsOf(kind).party, children: '3%' },
    })
    expect(scenario(`{ like: ${kind}, nights: { 2: 1 } }`).traffic[0]?.demand).toEqual({ like: kind, nights: { 2: 1 } })
  })

  test.each([
    ['rome', 'rate: 5/d', 'demand: expected city, seaside, ski, business, or a map with like and what differs'],
    ['city', 'every: 5m', 'demand: goes with rate'],
    ['{ like: city, nights: { 2: 0 } }', 'rate: 5/d', 'demand.nights: has no weight above 0'],
    [
      '{ like: city, cancels: { 7.5: 9% } }',
      'rate: 5/d',
      'unknown key "7.5"; expected a map of days to percentages such as { 7: 5%,',
    ],
    ['{ like: city, lead: [5, 3, 9] }', 'rate: 5/d', 'demand.lead: is not in ascending order'],
    ['{ like: city, price: { limits: [2, 1] } }', 'rate: 5/d', 'demand.price.limits: is not in ascending order'],
    ['{ like: city, party: { ages: [9, 2] } }', 'rate: 5/d', 'demand.party.ages: is not in ascending order'],
  ])('is refused as %s with %s', (demand, more, message) => {
    expect(() => scenario(demand, more)).toThrow(message)
  })

  test('goes with guest_books only', () => {
    const text = '{ name: d, traffic: [{ id: a, do: channel_sells, rate: 5/d, demand: city }] }'
    expect(() => readScenario('d.yaml', text)).toThrow('demand: goes with guest_books only, not with channel_sells')
  })
})
