import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changePrices } from '../../../src/scenario/acts/price.ts'
import { aCompleteSession, IN_SESSION } from '../../support/session-rows.ts'
import { aRate } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, runAct, stateOf, tryAct } from './run-act.ts'

const pricesOf = ({ sandbox }: TestWorld, property: number): readonly number[] =>
  sandbox.store.db.rates.by('property', property).map(({ price }) => price)

describe('changed prices', () => {
  test('are all rates of the property, under their numbers, and no others', () => {
    const world = new TestWorld()
    const before = world.sandbox.store.db.rates.get(1)
    const changed = runAct(world, changePrices, { property: 1, percent: 10 })
    expect(changed.map(({ id }) => id)).toEqual([1, 2])
    expect(world.sandbox.store.db.rates.get(1)).toEqual({ ...before, price: 11_000 })
    expect(pricesOf(world, 1)).toEqual([11_000, 8800])
    expect(pricesOf(world, 3)).toEqual([6000])
    expect(eventTexts(world)).toEqual(['tariffs_updated {"property_uid":1}'])
  })

  test.each([
    [10, 1005, 1106],
    [-10, 1005, 905],
    [12.5, 999, 1124],
    [0.05, 1000, 1001],
    [-99.99, 10, 1],
    [-100, 10_000, 1],
    [-500, 10_000, 1],
    [Number.NEGATIVE_INFINITY, 10_000, 1],
  ])('by %f percent: %i becomes %i, rounded to the cent and never below one', (percent, price, after) => {
    const world = new TestWorld({ rows: { rates: [aRate({ price })] } })
    runAct(world, changePrices, { property: 1, percent })
    expect(pricesOf(world, 1)).toEqual([after])
  })

  test('leave a rate without a price unchanged', () => {
    const world = new TestWorld({ rows: { rates: [aRate({ price: 0 }), aRate({ id: 2 })] } })
    expect(runAct(world, changePrices, { property: 1, percent: 50 }).map(({ id }) => id)).toEqual([2])
    expect(pricesOf(world, 1)).toEqual([0, 15_000])
  })

  test('are always whole cents, from one to the most there can be', () => {
    const percents = fc.double({ min: -200, max: 1000, noNaN: true })
    fc.assert(
      fc.property(percents, fc.integer({ min: 1, max: 10_000_000 }), (percent, price) => {
        const world = new TestWorld({ rows: { rates: [aRate({ price })] } })
        tryAct(world, changePrices, { property: 1, percent })
        const [after = 0] = pricesOf(world, 1)
        expect(Number.isInteger(after)).toBe(true)
        expect(Math.abs(after - Math.max(1, price * (1 + percent / 100)))).toBeLessThanOrEqual(0.6)
      }),
      { numRuns: 100 },
    )
  })

  test('show in the tariffs of the property', async () => {
    const world = new TestWorld()
    runAct(world, changePrices, { property: 1, percent: 10 })
    const listed = await world.call('listPropertyTariffs', { path: { property_id: 1 }, as: 'desk' })
    expect(JSON.stringify(listed.data)).toContain('"110.00"')
  })

  test('are detected by a session with older ones, and apply once it has read them again', async () => {
    const world = new TestWorld({ rows: { sessions: [aCompleteSession()] } })
    const say = async (id: string) => (await world.call(id, { headers: IN_SESSION })).data
    await say('getPrices')
    runAct(world, changePrices, { property: 1, percent: 10 })
    expect(await say('validateBooking')).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate the price has changed from 400.00 to 440.00, ask for prices again',
    })
    await say('getPrices')
    expect(await say('validateBooking')).toEqual({ valid: true })
    expect(await say('createBooking')).toEqual({ valid: true })
  })
})

describe('no price and nothing else changes', () => {
  test.each([
    [{ property: 99, percent: 10 }, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
    [{ property: 2, percent: 10 }, 'property 2 has no rates: nothing can change its prices'],
    [{ property: 1, percent: 0 }, 'by 0%: no price of property 1 changes, to the cent'],
    [{ property: 1, percent: 0.001 }, 'by 0.001%: no price of property 1 changes, to the cent'],
    [{ property: 1, percent: 1e12 }, 'by 1000000000000%: rate 1 would cost more than 1000000000.00, the most there can be'],
    [{ property: 1, percent: Number.POSITIVE_INFINITY }, 'by Infinity%: rate 1 would cost more than'],
  ])('by %o', (change, words) => {
    const world = new TestWorld()
    const before = stateOf(world)
    expect(tryAct(world, changePrices, change)).toContain(words)
    expect(stateOf(world)).toEqual(before)
  })
})
