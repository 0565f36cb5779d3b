import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { aBooking, aRate, smallRows } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

const actsOf = ({ sandbox }: TestWorld) => sandbox.scenarioRun.traffic?.acts() ?? []

/** Plays guests of property 1 for some days. */
async function guestsOf(values: string, options: TestOptions): Promise<TestWorld> {
  const scenario = `name: a\ntraffic: [{ id: guests, do: guest_books, rate: 6/d, with: { property: 1, ${values} } }]\nuntil: +5d\n`
  const world = new TestWorld({ scenario, ...options })
  world.advance(6 * DAY_MS)
  await world.sandbox.settle()
  return world
}

/** The lengths of the stays that were booked, each once. */
function lengthsOf(world: TestWorld): readonly number[] {
  const lengths = actsOf(world).flatMap(({ arrival, departure, blocked }) =>
    arrival && departure && !blocked ? (Date.parse(departure) - Date.parse(arrival)) / DAY_MS : [],
  )
  return [...new Set(lengths)].sort()
}

describe('traffic', () => {
  test.each([
    ['nights: { from: 1, to: 2 }', true],
    ['nights: 2', false],
    ['nights: { from: 1, to: 2 }, by: desk', undefined],
  ])('of guests of the site keeps the minimum stay, where the nights are drawn: %s', async (nights, isLonger) => {
    const rates = smallRows().collections.rates.map((rate) => ({ ...rate, minDays: 3 }))
    const world = await guestsOf(nights, { rows: { rates } })
    const blocked = actsOf(world).filter((act) => act.blocked)
    expect(lengthsOf(world)).toEqual(isLonger === undefined ? [1, 2] : isLonger ? [3] : [])
    if (isLonger === false) expect(blocked[0]?.blocked).toBe('room 1 (Gull): nights: at least 3')
    else expect(blocked.filter((act) => act.blocked?.includes('at least'))).toEqual([])
  })

  test('asks for the nights that the tariff of a free room wants on every night of the stay', async () => {
    const rates = [
      aRate(),
      aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, to: '2026-06-10', minDays: 2 }),
      aRate({ id: 3, tariffTypeId: 2, roomTypeId: 2, from: '2026-06-11', minDays: 4 }),
    ]
    const full = { propertyId: 1, arrival: '2026-06-01', departure: '2026-07-01' } as const
    const bookings = [aBooking({ ...full, rooms: [1, 2].map((roomId) => ({ roomId, rateId: 1 })) })]
    const early = 'arrival: 2026-06-09, nights: { from: 1, to: 2 }'
    expect(lengthsOf(await guestsOf(early, { rows: { rates, bookings } }))).toEqual([2])
    const late = 'arrival: 2026-06-10, nights: { from: 1, to: 2 }'
    expect(lengthsOf(await guestsOf(late, { rows: { rates, bookings } }))).toEqual([4])
    const group = 'arrival: 2026-06-20, nights: { from: 1, to: 2 }, adults: 3'
    expect(lengthsOf(await guestsOf(group, { rows: { rates, bookings: [] } }))).toEqual([4])
  })

  test.each([
    ['nights: { from: 1, to: 2 }', { offer_restrictions: 'none' }, [1, 2]],
    ['nights: { from: 1, to: 2 }, total: 90', {}, [1, 2]],
    ['arrival: today+2, departure: today+3', {}, []],
    ['arrival: today+2, departure: { any: [today+3, today+4] }', {}, [3]],
  ])('lengthens drawn nights only where the minimum stay applies: %s', async (values, choices, lengths) => {
    const rates = smallRows().collections.rates.map((rate) => ({ ...rate, minDays: 3 }))
    const world = await guestsOf(values, { rows: { rates }, choices })
    expect(lengthsOf(world)).toEqual(lengths)
  })

  test('draws a property for guests among those that are published, for other acts among all', async () => {
    const properties = smallRows().collections.properties.map((row) => ({ ...row, published: row.id !== 1 }))
    const scenario =
      'name: a\ntraffic: [{ id: g, do: guest_books, rate: 6/d }, { id: c, do: channel_sells, rate: 6/d }]\nuntil: +5d\n'
    const world = new TestWorld({ scenario, rows: { properties } })
    world.advance(6 * DAY_MS)
    await world.sandbox.settle()
    const drawn = (of: string) => new Set(actsOf(world).flatMap(({ traffic, property }) => (traffic === of ? [property] : [])))
    expect(drawn('g')).not.toContain(1)
    expect(drawn('c')).toContain(1)
  })
})
