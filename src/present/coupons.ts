/**
 * Coupons as the service writes them.
 *
 * @module
 * @source spec "Coupon"; facts "coupon"
 */
import { toNumber } from '../base/money.ts'
import type { Language } from '../contract/language.ts'
import type { Coupon } from '../domain/coupon.ts'
import type { CouponForm } from '../domain/coupon-form.ts'
import type { Guest } from '../domain/guest.ts'
import { flag, yesNo } from './text.ts'

/** An entry of the coupon list. */
export function couponEntry(coupon: Coupon, guest: Guest | undefined, language: Language) {
  return {
    coupon_id: coupon.id,
    coupon_code: coupon.code,
    valid_from: coupon.validFrom,
    valid_to: coupon.validTo,
    amount: toNumber(coupon.amount),
    ispercentage: yesNo(coupon.isPercentage, language),
    roomonly: yesNo(coupon.roomOnly, language),
    booking_valid_from: coupon.bookingValidFrom,
    booking_valid_to: coupon.bookingValidTo,
    guest_name: guest ? `${guest.firstname} ${guest.surname}` : '',
  }
}

/** What the answer to a write says of a coupon: the values as they were sent. */
export function couponWritten(form: CouponForm, isPercentage: boolean, keptGuest: number) {
  return {
    valid_from: form.valid_from.sent,
    valid_to: form.valid_to.sent,
    amount: form.amount,
    is_percentage: flag(isPercentage),
    booking_valid_from: form.booking_valid_from.sent,
    booking_valid_to: form.booking_valid_to.sent,
    guest_uid: form.guest_id ? form.guest_id.sent : keptGuest,
  }
}
