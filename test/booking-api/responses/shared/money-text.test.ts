import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moneyText } from '../../../../src/booking-api/responses/shared/money-text.ts'
import type { Property } from '../../../../src/domain/property/properties.ts'
import { aProperty } from '../../../support/small-world.ts'

const property = (settings: Property['settings'] = {}): Property => aProperty({ settings })
const euros = (amount: number, settings: Property['settings'] = {}): string =>
  moneyText(amount, 'EUR', property(settings), 'suffix')

describe('the digits of an amount', () => {
  test.each([
    [0, '0.00€'],
    [5, '0.05€'],
    [99, '0.99€'],
    [100, '1.00€'],
    [299, '2.99€'],
    [1099, '10.99€'],
    [1599, '15.99€'],
    [3299, '32.99€'],
    [99_999, '999.99€'],
    [100_000, '1,000.00€'],
    [123_450, '1,234.50€'],
    [123_456_789, '1,234,567.89€'],
    [-500, '-5.00€'],
    [-123_450, '-1,234.50€'],
    [-1, '-0.01€'],
  ])('%i minor units are %s', (amount, text) => {
    expect(euros(amount)).toBe(text)
  })

  test.each([
    ['1', '1.234.567,50€'],
    ['2', '1,234,567.50€'],
    ['3', '1234567.50€'],
    ['4', '1&nbsp;234&nbsp;567.50€'],
    ['5', '1&nbsp;234&nbsp;567,50€'],
    ['6', '1234567€'],
    ['9', '1,234,567.50€'],
    ['constructor', '1,234,567.50€'],
  ])('in the format %s of the property', (cformat, text) => {
    expect(euros(123_456_750, { cformat })).toBe(text)
  })

  test.each(['1', '2', '3', '4', '5', '6'])('below 1 ignore format %s and keep two decimals', (cformat) => {
    expect(euros(50, { cformat })).toBe('0.50€')
    expect(euros(-123_450, { cformat, cformat_strip_decimals: '1' })).toBe('-1,234.50€')
  })

  test.each([
    ['1', '1.234€'],
    ['2', '1,234€'],
    ['6', '1234€'],
  ])('have no decimals if the property omits them, in format %s', (cformat, text) => {
    expect(euros(123_499, { cformat, cformat_strip_decimals: '1' })).toBe(text)
  })

  test('are exact to the cent for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (amount) => {
        const text = euros(amount)
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2}€$/)
        expect(Math.round(Number(text.replace(/[,€]/g, '')) * 100)).toBe(amount)
      }),
    )
  })
})

describe('the symbol', () => {
  test.each([
    ['EUR', '12.50€', '12.50€'],
    ['GBP', '12.50£', '£12.50'],
    ['USD', '12.50$', '$12.50'],
    ['CHF', '12.50CHF', 'CHF12.50'],
    ['JPY', '12.50¥', '¥12.50'],
    ['BRL', '12.50R$', 'R$12.50'],
    ['CZK', '12.50 Kč', '12.50 Kč'],
    ['DKK', '12.50kr', '12.50kr'],
    ['EEK', '12.50kr', '12.50kr'],
    ['PLN', '12.50zł', '12.50zł'],
    ['THB', '12.50฿', '12.50฿'],
    ['TJS', '12.50TJS', '12.50TJS'],
    ['XXX', '12.50XXX', 'XXX12.50'],
    ['constructor', '12.50constructor', 'constructor12.50'],
  ])('of %s is after the amount, or on the side of the currency', (currency, suffix, byCurrency) => {
    expect(moneyText(1250, currency, property(), 'suffix')).toBe(suffix)
    expect(moneyText(1250, currency, property(), 'by_currency')).toBe(byCurrency)
  })

  test('changes sides by the setting of the property, if the currency decides', () => {
    const swapped = property({ currency_symbol_swap: '1' })
    expect(moneyText(1250, 'EUR', swapped, 'by_currency')).toBe('€12.50')
    expect(moneyText(1250, 'GBP', swapped, 'by_currency')).toBe('12.50£')
    expect(moneyText(1250, 'GBP', swapped, 'suffix')).toBe('12.50£')
  })
})
