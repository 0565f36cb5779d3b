/**
 * Coupons: a percentage of the nights a coupon is valid for, or an amount once.
 * @source spec "Coupon"; facts 7.2, "Coupon"
 */

import { countText } from '../../base/count-text.ts'
import type { Day } from '../../base/day.ts'
import type { Coupon } from '../guest/coupons.ts'
import { type Amount, amountText, fractionOfPercent, ofMinor, percentText } from './amount.ts'
import { nettAmount } from './nightly-rates.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, type Step, type Sums, stepWithoutEffect } from './rule.ts'

export type CouponValidity = { readonly nights: number } | { readonly reason: string }

/** Decides whether a guest can use a coupon today, and for how many of the nights. */
export function couponValidity(coupon: Coupon, today: Day, guestId: number, nights: readonly Day[]): CouponValidity {
  if (today < coupon.validFrom || today > coupon.validTo) return { reason: 'not valid today' }
  if (coupon.guestId !== 0 && coupon.guestId !== guestId)
    return { reason: guestId === 0 ? 'for one guest, known by the e-mail of the address' : 'for another guest' }
  const validNights = nights.filter((night) => night >= coupon.bookingValidFrom && night <= coupon.bookingValidTo).length
  return validNights === 0 ? { reason: 'for none of the nights' } : { nights: validNights }
}

/** The discount of a coupon on a room total: a percentage of the valid nights, or its amount once. */
export function couponDiscount(
  coupon: Pick<Coupon, 'amount' | 'isPercentage'>,
  room: Amount,
  validNights: number,
  nights: number,
): Amount {
  return coupon.isPercentage ? room.div(nights).mul(validNights).mul(fractionOfPercent(coupon.amount)) : ofMinor(coupon.amount)
}

/** An unknown code is shortened to this length. */
const SHOWN_CHARACTERS = 40

/** Applies a coupon. An unknown or invalid one changes nothing, and the explanation gives the reason. */
export function coupon(input: PriceInput, sums: Sums): readonly Step[] {
  const { coupon: entered, couponCode, today, guest, nights } = input
  if (!entered) return couponCode === '' ? [] : [stepWithoutEffect('coupon', 'discount', unknownCode(couponCode))]
  const validity = couponValidity(entered, today, guest?.id ?? 0, nights)
  if ('reason' in validity) return [stepWithoutEffect('coupon', 'discount', `${entered.code}: ${validity.reason}`)]
  const off = couponDiscount(entered, sums.room, validity.nights, nights.length)
  const discount = entered.isPercentage ? off : nettAmount(off, input)
  const text = entered.isPercentage
    ? `${percentText(entered.amount)} % of ${amountText(sums.room)}, for ${validity.nights} of ${countText(nights.length, 'night')}`
    : `${amountText(ofMinor(entered.amount))} once`
  return [discountStep('coupon', `${entered.code}: ${text}`, discount, sums)]
}

const unknownCode = (code: string): string => `${[...code].slice(0, SHOWN_CHARACTERS).join('')}: no coupon of this property`
