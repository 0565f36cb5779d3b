import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { smallRows } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const actsOf = ({ sandbox }: TestWorld) => sandbox.scenarioRun.traffic?.acts() ?? []

describe('traffic', () => {
  test.each([
    ['nights: { from: 1, to: 2 }', true],
    ['nights: 2', false],
    ['nights: { from: 1, to: 2 }, by: desk', undefined],
  ])('of guests of the site keeps the minimum stay, where the nights are drawn: %s', async (nights, isLonger) => {
    const rates = smallRows().collections.rates.map((rate) => ({ ...rate, minDays: 3 }))
    const scenario = `name: a\ntraffic: [{ id: guests, do: guest_books, rate: 6/d, with: { property: 1, ${nights} } }]\nuntil: +5d\n`
    const world = new TestWorld({ scenario, rows: { rates } })
    world.advance(6 * DAY_MS)
    await world.sandbox.settle()
    const [made, blocked] = [actsOf(world).filter((act) => !act.blocked), actsOf(world).filter((act) => act.blocked)]
    const lengths = new Set(
      made.flatMap(({ arrival, departure }) =>
        arrival && departure ? (Date.parse(departure) - Date.parse(arrival)) / DAY_MS : [],
      ),
    )
    expect([...lengths].sort()).toEqual(isLonger === undefined ? [1, 2] : isLonger ? [3] : [])
    if (isLonger === false) expect(blocked[0]?.blocked).toBe('room 1 (Gull): nights: at least 3')
    else expect(blocked.filter((act) => act.blocked?.includes('at least'))).toEqual([])
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
