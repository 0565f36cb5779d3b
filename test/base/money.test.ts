import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromNumber,
  multiplyDivide,
  parseClearMoney,
  parseMoney,
  plainAmount,
  roundHalfAway,
  toNumber,
} from '../../src/base/money.ts'

const amount = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 })

describe('an amount', () => {
  test('is restored from its number and from its text', () => {
    fc.assert(
      fc.property(amount, (minor) => {
        expect(fromNumber(toNumber(minor))).toBe(minor)
        expect(parseMoney(plainAmount(minor))).toEqual({ amount: minor, rounded: false })
        expect(Number(plainAmount(minor))).toBe(toNumber(minor))
      }),
    )
  })

  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [1250, '12.50'],
    [-5, '-0.05'],
    [-123_456, '-1234.56'],
  ])('%i is formatted as %s', (minor, text) => {
    expect(plainAmount(minor)).toBe(text)
  })

  test.each([
    [12.5, 1250],
    [1.005, 101],
    [0.285, 29],
    [-1.005, -101],
    [0.1 + 0.2, 30],
    [-0.001, 0],
  ])('%f is rounded to %i', (value, minor) => {
    expect(fromNumber(value)).toBe(minor)
  })
})

describe('rounding', () => {
  test.each([
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [-0.5, -1],
    [-2.5, -3],
    [2.4, 2],
    [-0.4, 0],
  ])('%f is rounded to %i', (value, rounded) => {
    expect(roundHalfAway(value)).toBe(rounded)
  })

  test.each([
    [10_000, 1, 3, 3333],
    [5000, 12_000, 10_000, 6000],
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [5, -1, 2, -3],
    [-5, -1, 2, 3],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [999_999_999_999, 12_345, 10_000, 1_234_499_999_999],
  ])('%i × %i / %i is %i', (value, numerator, denominator, result) => {
    expect(multiplyDivide(value, numerator, denominator)).toBe(result)
  })

  test('is exact before rounding: no result is off by more than half a cent', () => {
    const factor = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(amount, factor, factor, (value, numerator, denominator) => {
        // A number above this cannot hold every whole cent.
        fc.pre(Math.abs((value * numerator) / denominator) < Number.MAX_SAFE_INTEGER)
        const doubled = 2n * BigInt(multiplyDivide(value, numerator, denominator)) * BigInt(denominator)
        const off = doubled - 2n * BigInt(value) * BigInt(numerator)
        expect((off < 0n ? -off : off) <= BigInt(denominator)).toBe(true)
      }),
    )
  })

  test('rounds negative amounts like positive ones', () => {
    fc.assert(
      fc.property(amount, fc.nat(10_000), (value, rate) => {
        expect(multiplyDivide(-value, rate, 10_000) + multiplyDivide(value, rate, 10_000)).toBe(0)
      }),
    )
  })
})

describe('a money text', () => {
  test.each([
    ['55', 5500, false],
    ['60.5', 6050, false],
    ['60,50', 6050, false],
    ['1.234,50', 123_450, false],
    ['1234.50', 123_450, false],
    ['+7', 700, false],
    ['-0.25', -25, false],
    ['-0.001', 0, true],
    [' 12.50 ', 1250, false],
    ['12.505', 1251, true],
    ['12.504', 1250, true],
    ['12.500', 1250, false],
    ['0', 0, false],
    ['9999999999999.99', 999_999_999_999_999, false],
  ])('%j is %i hundredths', (text, minor, rounded) => {
    expect(parseMoney(text)).toEqual({ amount: minor, rounded })
  })

  test.each([
    '',
    ' ',
    'abc',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '12 50',
    '1,234,567',
    '--1',
    '€5',
    'Infinity',
    'NaN',
    '1'.repeat(14),
    '٥',
  ])('%j is not an amount', (text) => {
    expect(parseMoney(text)).toBeUndefined()
  })
})

describe('an unambiguous number', () => {
  test.each([
    ['1234.50', 123_450],
    ['1.234', 123],
    ['60,50', 6050],
    ['-60,5', -6050],
    ['0,125', 13],
    ['1234,567', 123_457],
    ['12,3456', 1235],
    ['1.234,50', 123_450],
    ['1.234.567,8', 123_456_780],
    [' 12,50 ', 1250],
  ])('%j is %i hundredths', (text, minor) => {
    expect(parseClearMoney(text)?.amount).toBe(minor)
  })

  test.each(['1,234.50', '1,000', '-12,345', '123,456', '12.34,50', '1.2.3,4', '1.234.567', '1,234,567', 'abc', '', ','])(
    '%j is ambiguous or not a number',
    (text) => {
      expect(parseClearMoney(text)).toBeUndefined()
    },
  )
})
