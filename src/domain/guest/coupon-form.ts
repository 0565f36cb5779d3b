/**
 * Validation of coupons, and the alphabet of generated codes.
 * @source spec "Coupons"; facts "coupon"; choice `input_values`
 */
import type { SentDay } from '../../base/day.ts'
import { type MoneyText, parseClearMoney, tooLarge } from '../../base/money.ts'
import { hasControlCharacter } from '../control-characters.ts'
import { DAY_EXPECTED } from '../day-window.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import { ProblemList } from '../problem-list.ts'
import { Refusal } from '../refusal.ts'
import { type Coupon, couponWithCode } from './coupons.ts'

export const CODE_LENGTH = 15
/** The letters of generated codes: all but e and E. */
export const CODE_LETTERS = 'abcdfghijklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ'

/** The values as they were sent. */
export interface CouponForm {
  /** Undefined to have the service generate the code. */
  readonly coupon_code?: string
  readonly valid_from: SentDay
  readonly valid_to: SentDay
  readonly amount: string
  readonly is_percentage: string
  readonly booking_valid_from: SentDay
  readonly booking_valid_to: SentDay
  /** Null when no guest was named. */
  readonly guest_id: { readonly id: number; readonly sent: string } | null
}

/** The fields of a coupon form; `guestId` is undefined when none was sent. */
export type CouponData = Pick<
  Coupon,
  'validFrom' | 'validTo' | 'amount' | 'isPercentage' | 'bookingValidFrom' | 'bookingValidTo'
> & { readonly guestId: number | undefined }

/** How a form is read. */
export interface CouponRules {
  /** `checked` also validates the order of days, bounds and the guest. */
  readonly strictness: 'checked' | 'cast'
  /** True when the property has this guest. */
  readonly isGuest: (id: number) => boolean
}

/**
 * Validates a coupon form. Invalid days and amounts are always refused: they could not be stored.
 *
 * @throws Refusal `values_invalid` naming every wrong value
 */
export function readCouponForm(form: CouponForm, rules: CouponRules): CouponData {
  const problems = new ProblemList()
  const amount = parseClearMoney(form.amount)
  checkDays(form, problems)
  if (!amount) problems.add('amount', tooLarge(form.amount) ?? 'expected a number such as 12.50', form.amount)
  if (rules.strictness === 'checked') checkBounds(form, amount, rules, problems)
  const [validFrom, validTo] = [form.valid_from.day, form.valid_to.day]
  const [bookingValidFrom, bookingValidTo] = [form.booking_valid_from.day, form.booking_valid_to.day]
  const complete = validFrom && validTo && bookingValidFrom && bookingValidTo && amount
  if (!complete || problems.size > 0) throw new Refusal('values_invalid', { problems: problems.toProblems() })
  return {
    validFrom,
    validTo,
    amount: amount.amount,
    isPercentage: form.is_percentage !== '0',
    bookingValidFrom,
    bookingValidTo,
    guestId: form.guest_id?.id,
  }
}

function checkDays(form: CouponForm, problems: ProblemList): void {
  for (const field of ['valid_from', 'valid_to', 'booking_valid_from', 'booking_valid_to'] as const)
    if (form[field].day === undefined) problems.add(field, DAY_EXPECTED, form[field].sent)
}

function checkBounds(form: CouponForm, amount: MoneyText | undefined, rules: CouponRules, problems: ProblemList): void {
  const { coupon_code: code = 'generated', guest_id: guest, is_percentage: percentage } = form
  if (code.trim() === '' || hasControlCharacter(code)) problems.add('coupon_code', 'must not be blank or hold control characters')
  if (isReversed(form.valid_from, form.valid_to)) problems.add('valid_to', 'must not be before valid_from', form.valid_to.sent)
  if (amount && amount.amount <= 0) problems.add('amount', 'must be above 0', form.amount)
  else if (amount?.rounded) problems.add('amount', 'must have at most two decimals', form.amount)
  else if (amount && percentage === '1' && amount.amount > HUNDRED_PERCENT)
    problems.add('amount', 'is a percentage and must be at most 100', form.amount)
  if (percentage !== '0' && percentage !== '1') problems.add('is_percentage', 'expected 0 or 1', percentage)
  if (isReversed(form.booking_valid_from, form.booking_valid_to))
    problems.add('booking_valid_to', 'must not be before booking_valid_from', form.booking_valid_to.sent)
  if (guest && guest.sent !== '0' && !rules.isGuest(guest.id))
    problems.add('guest_id', 'expected the uid of a guest of this property, or 0 for any guest', guest.sent)
}

const isReversed = (from: SentDay, to: SentDay): boolean => from.day !== undefined && to.day !== undefined && to.day < from.day

/**
 * Refuses a code that another coupon has, case-insensitive, because guests may type codes in any case.
 *
 * @param others the other coupons of the property
 * @throws Refusal `coupon_code_taken`
 */
export function requireFreeCode(code: string, others: readonly Pick<Coupon, 'code'>[]): void {
  if (couponWithCode(others, code)) throw new Refusal('coupon_code_taken', { what: code })
}
