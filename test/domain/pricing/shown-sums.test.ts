import { describe, expect, test } from 'vitest'
import { parseFraction } from '../../../src/domain/pricing/amount.ts'
import { dailyRate, exactNumber, shownAmount, shownSums } from '../../../src/domain/pricing/shown-sums.ts'
import { aQuote } from '../../support/session-rows.ts'

const line = (rule: string, exact: string) => ({ rule, text: '', exact, amount: 0 })

describe('the sums of a price', () => {
  test('are rounded where the engine rounds: adults with the supplement, less discounts', () => {
    const quote = aQuote({ roomTotal: 16_667, singlePersonSupplement: 1000, childrenTotal: 500, tax: 3333, cityTax: 250 })
    expect(shownSums(quote)).toEqual({ adults: 176.67, children: 5, withoutTax: 181.67, withTax: 215, cityTax: 2.5 })
  })

  test('are exact where it does not: of the lines those of the rule', () => {
    const lines = [
      ...[line('nightly_rates', '500/3'), line('children', '10'), line('children', '1/3'), line('tax', '100/3')],
      ...[line('tax', '1'), line('city_tax', '7/2'), line('cleaning_fee', '30')],
    ]
    const sums = shownSums(aQuote({ engine: 'nightly-average', roomTotalExact: '500/3', singlePersonSupplement: 1000, lines }))
    expect(sums.adults).toBeCloseTo(500 / 3, 10)
    expect(sums.children).toBeCloseTo(31 / 3, 10)
    expect(sums.withoutTax).toBe(177)
    expect(sums.withTax).toBeCloseTo(177 + 103 / 3, 10)
    expect(sums.cityTax).toBe(3.5)
  })

  test('are nothing without lines of the rule', () => {
    expect(shownSums(aQuote({ engine: 'nightly-average', roomTotalExact: '12', lines: [line('nightly_rates', '12')] }))).toEqual({
      ...{ adults: 12, children: 0, withoutTax: 12, withTax: 12, cityTax: 0 },
    })
  })
})

test('an amount is rounded to two decimals, or the nearest number', () => {
  expect(shownAmount(parseFraction('500/3'), 'classic')).toBe(166.67)
  expect(shownAmount(parseFraction('500/3'), 'nightly-average')).toBe(500 / 3)
  expect(exactNumber('1/8')).toBe(0.125)
})

test('the price of a night is divided before it is rounded; of no nights it is nothing', () => {
  const rate = (nights: number, engine: 'classic' | 'nightly-average') => dailyRate({ engine, nights, roomTotalExact: '100' })
  expect([rate(3, 'classic'), rate(3, 'nightly-average'), rate(0, 'classic'), rate(0, 'nightly-average')]).toEqual([
    ...[33.33, 100 / 3, 0, 0],
  ])
})
