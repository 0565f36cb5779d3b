/**
 * Coupons: a percentage of the nights a coupon is for, or an amount once.
 *
 * @module
 * @source spec "Coupon"; facts 7.2, "Coupon"
 */
import type { Day } from '../../base/day.ts'
import type { Coupon } from '../guest/coupons.ts'
import { type Amount, inWords, ofMinor, percentInWords, share } from './amount.ts'
import { counted } from './in-words.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, idleStep, type Step, type Sums } from './rule.ts'

/** Why a coupon takes nothing off, or on how many nights it holds. */
export type CouponHold = { readonly nights: number } | { readonly because: string }

/** Decides whether a coupon holds for a guest today, and for how many of the nights. */
export function couponHold(coupon: Coupon, today: Day, guestId: number, nights: readonly Day[]): CouponHold {
  if (today < coupon.validFrom || today > coupon.validTo) return { because: 'not valid today' }
  if (coupon.guestId !== 0 && coupon.guestId !== guestId) return { because: 'for another guest' }
  const held = nights.filter((night) => night >= coupon.bookingValidFrom && night <= coupon.bookingValidTo).length
  return held === 0 ? { because: 'for none of the nights' } : { nights: held }
}

/** What a coupon takes off a room total when it holds for `held` of the nights: an amount comes off once, however many. */
export function couponOff(coupon: Pick<Coupon, 'amount' | 'isPercentage'>, room: Amount, held: number, nights: number): Amount {
  return coupon.isPercentage ? room.div(nights).mul(held).mul(share(coupon.amount)) : ofMinor(coupon.amount)
}

/** How much of a code that nobody knows is repeated. */
const SHOWN = 40

/** Takes a coupon off; one that does not hold, or that nobody knows, changes nothing, and the explanation says why. */
export function coupon({ coupon: entered, couponCode, today, guestId, nights }: PriceInput, sums: Sums): readonly Step[] {
  if (!entered) return couponCode === '' ? [] : [idleStep('coupon', 'discount', unknown(couponCode))]
  const hold = couponHold(entered, today, guestId, nights)
  if ('because' in hold) return [idleStep('coupon', 'discount', `${entered.code}: ${hold.because}`)]
  const off = couponOff(entered, sums.room, hold.nights, nights.length)
  const what = entered.isPercentage
    ? `${percentInWords(entered.amount)} % of ${inWords(sums.room)}, for ${hold.nights} of ${counted(nights.length, 'night')}`
    : `${inWords(ofMinor(entered.amount))} once`
  return [discountStep('coupon', `${entered.code}: ${what}`, off, sums)]
}

const unknown = (code: string): string => `${[...code].slice(0, SHOWN).join('')}: no coupon of this property`
