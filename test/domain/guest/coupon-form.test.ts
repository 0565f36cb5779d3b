import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../src/base/day.ts'
import { CODE_LETTERS, type CouponForm, readCouponForm, requireFreeCode } from '../../../src/domain/guest/coupon-form.ts'
import { wrongFields } from './wrong-fields.ts'

const day = (sent: string) => ({ sent, day: parseDay(sent) })
const guest = (sent: string) => ({ sent, id: /^\d+$/.test(sent) ? Number(sent) : 0 })

const form = (with_: Partial<CouponForm> = {}): CouponForm => ({
  valid_from: day('2026-05-01'),
  valid_to: day('2026-05-31'),
  amount: '10',
  is_percentage: '1',
  booking_valid_from: day('2026-06-01'),
  booking_valid_to: day('2026-06-30'),
  guest_id: null,
  ...with_,
})

const isGuest = (id: number): boolean => id === 7
const read = (with_: Partial<CouponForm>, strictness: 'checked' | 'cast' = 'checked') =>
  readCouponForm(form(with_), { strictness, isGuest })

describe('a coupon form', () => {
  test('is parsed to days, hundredths and flags', () => {
    expect(read({ amount: '25.5', is_percentage: '0', guest_id: guest('7') })).toEqual({
      validFrom: '2026-05-01',
      validTo: '2026-05-31',
      amount: 2550,
      isPercentage: false,
      bookingValidFrom: '2026-06-01',
      bookingValidTo: '2026-06-30',
      guestId: 7,
    })
  })

  test('has no guest if none was sent, and any guest for 0', () => {
    expect(read({}).guestId).toBeUndefined()
    expect(read({ guest_id: guest('0') }).guestId).toBe(0)
  })

  test.each([
    ['a day that does not exist', { valid_from: day('2026-02-30') }, ['valid_from']],
    ['a first day after the last', { valid_from: day('2026-06-01') }, ['valid_to']],
    ['a stay that ends before it begins', { booking_valid_to: day('2026-05-31') }, ['booking_valid_to']],
    ['an amount that is no number', { amount: 'abc' }, ['amount']],
    ['an amount that could be one or a thousand', { amount: '1,000' }, ['amount']],
    ['an amount with a comma before the dot', { amount: '1,234.50' }, ['amount']],
    ['an amount of nothing', { amount: '0' }, ['amount']],
    ['an amount below nothing', { amount: '-5' }, ['amount']],
    ['an amount with three decimals', { amount: '1.005' }, ['amount']],
    ['more than all', { amount: '100.01' }, ['amount']],
    ['a percentage that is neither 0 nor 1', { is_percentage: 'yes' }, ['is_percentage']],
    ['a guest of another property', { guest_id: guest('8') }, ['guest_id']],
    ['a guest that is no id', { guest_id: guest('abc') }, ['guest_id']],
    ['a blank code', { coupon_code: ' ' }, ['coupon_code']],
    ['a code with a null byte', { coupon_code: 'A\u0000' }, ['coupon_code']],
    [
      'everything at once',
      { valid_from: day('foo'), amount: 'x', is_percentage: '2', booking_valid_to: day('1999-01-01'), guest_id: guest('9') },
      ['valid_from', 'amount', 'is_percentage', 'booking_valid_to', 'guest_id'],
    ],
  ])('refuses %s', (_, with_, fields) => {
    expect(wrongFields(() => read(with_))).toEqual(fields)
  })

  test('accepts an amount above 100, 100 percent and a single day', () => {
    expect(read({ amount: '250', is_percentage: '0' }).amount).toBe(25_000)
    expect(read({ amount: '100' }).amount).toBe(10_000)
    expect(read({ valid_to: day('2026-05-01') }).validTo).toBe('2026-05-01')
  })

  test.each([
    ['any word for a percentage', { is_percentage: 'yes' }, { isPercentage: true }],
    ['a guest nobody knows', { guest_id: guest('9999') }, { guestId: 9999 }],
    ['reversed days', { valid_to: day('2020-01-01') }, { validTo: '2020-01-01' }],
    ['more than all', { amount: '500' }, { amount: 50_000 }],
  ])('under input_values=cast accepts %s', (_, with_, data) => {
    expect(read(with_, 'cast')).toMatchObject(data)
  })

  test('under input_values=cast refuses days and amounts that cannot be stored', () => {
    expect(wrongFields(() => read({ valid_from: day('foo'), booking_valid_to: day('qux'), amount: 'abc' }, 'cast'))).toEqual([
      'valid_from',
      'booking_valid_to',
      'amount',
    ])
  })
})

describe('a coupon code', () => {
  test('has 50 possible letters, without e', () => {
    expect(new Set(CODE_LETTERS).size).toBe(50)
    expect(CODE_LETTERS).not.toMatch(/[^a-zA-Z]|e/i)
  })

  test('is taken if another coupon has it, ignoring case', () => {
    expect(() => requireFreeCode('Summer', [{ code: 'SUMMER' }])).toThrow(expect.objectContaining({ code: 'coupon_code_taken' }))
    expect(() => requireFreeCode('Summer', [{ code: 'WINTER' }])).not.toThrow()
  })
})
