import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayOfNumber } from '../../../src/base/day.ts'
import { compress, expand, type PricedDay, type Run } from '../../../src/domain/tariff/runs.ts'

const april = (date: number): Day => addDays('2031-04-01', date - 1)
const priced = (date: number, price: number, minDays = 1): PricedDay => ({ day: april(date), price, minDays })
const run = (from: number, to: number, price: number, minDays = 1): Run => ({ from: april(from), to: april(to), price, minDays })

const calendar = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 15_000, max: 15_060 }).map(dayOfNumber),
      price: fc.constantFrom(5500, 6050, 7000),
      minDays: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ day }) => day, maxLength: 60 },
  )
  .map((days): readonly PricedDay[] => days)

const sorted = (days: readonly PricedDay[]): PricedDay[] => [...days].sort((a, b) => (a.day < b.day ? -1 : 1))

describe('runs of days', () => {
  test.each([
    ['one price is one run', [priced(1, 5500), priced(2, 5500)], [run(1, 2, 5500)]],
    ['another price begins another run', [priced(1, 5500), priced(2, 5500), priced(3, 6050)], [run(1, 2, 5500), run(3, 3, 6050)]],
    [
      'another minimum stay begins another run',
      [priced(1, 5500), priced(2, 5500, 3), priced(3, 5500, 3)],
      [run(1, 1, 5500), run(2, 3, 5500, 3)],
    ],
    ['a single date is a run to itself', [priced(7, 5500)], [run(7, 7, 5500)]],
    ['the order sent is of no account', [priced(3, 6050), priced(1, 5500), priced(2, 5500)], [run(1, 2, 5500), run(3, 3, 6050)]],
    ['no days make no runs', [], []],
  ])('%s, gaps or not', (_, days, runs) => {
    expect(compress(days, 'open')).toEqual(runs)
    expect(compress(days, 'previous_price')).toEqual(runs)
  })

  test('an unpriced day ends the run, so that it cannot be booked by accident', () => {
    expect(compress([priced(1, 5500), priced(10, 5500)], 'open')).toEqual([run(1, 1, 5500), run(10, 10, 5500)])
  })

  test.each([
    ['the same price goes on over the gap', [priced(1, 5500), priced(10, 5500)], [run(1, 10, 5500)]],
    [
      'the price before lasts until the next one',
      [priced(1, 5500), priced(10, 7000), priced(11, 7000)],
      [run(1, 9, 5500), run(10, 11, 7000)],
    ],
  ])('under previous_price %s', (_, days, runs) => {
    expect(compress(days, 'previous_price')).toEqual(runs)
  })

  test('a run may end on the last day that can be written', () => {
    const days: readonly Day[] = ['9999-12-30', '9999-12-31']
    const last = days.map((day) => ({ day, price: 5500, minDays: 1 }))
    expect(expand(compress(last, 'open'))).toEqual(last)
  })

  test('expand is the inverse of compress', () => {
    fc.assert(
      fc.property(calendar, (days) => {
        expect(expand(compress(days, 'open'))).toEqual(sorted(days))
      }),
    )
  })

  test('adjacent runs differ and never overlap', () => {
    fc.assert(
      fc.property(calendar, fc.constantFrom('open' as const, 'previous_price' as const), (days, gaps) => {
        const runs = compress(days, gaps)
        for (const [index, { from, to, price, minDays }] of runs.entries()) {
          const next = runs[index + 1]
          expect(from <= to).toBe(true)
          if (!next) continue
          expect(to < next.from).toBe(true)
          expect(addDays(to, 1) === next.from && price === next.price && minDays === next.minDays).toBe(false)
        }
      }),
    )
  })

  test('with the previous price every day from the first to the last has the price of the last priced day before it', () => {
    fc.assert(
      fc.property(calendar, (days) => {
        const prices = new Map(days.map(({ day, price }) => [day, price]))
        let price = 0
        for (const filled of expand(compress(days, 'previous_price'))) {
          price = prices.get(filled.day) ?? price
          expect(filled.price).toBe(price)
        }
      }),
    )
  })
})
