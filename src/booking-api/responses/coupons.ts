/**
 * Coupons in responses.
 * @source spec "Coupon"; facts "coupon"
 */
import { toNumber } from '../../base/money.ts'
import type { Language } from '../../booking-contract/shared/language.ts'
import type { WriteTypes } from '../../booking-contract/shared/write-fields.ts'
import type { CouponForm } from '../../domain/guest/coupon-form.ts'
import type { Coupon } from '../../domain/guest/coupons.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { yesNo, zeroOrOne } from './shared/text.ts'
import { writtenId, writtenValue } from './shared/write-types.ts'

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

export function writtenCouponFields<K extends { readonly coupon_code: string }>(
  form: CouponForm,
  coupon: Pick<Coupon, 'propertyId' | 'amount' | 'isPercentage' | 'guestId'>,
  choices: WriteTypes,
  keys: K,
) {
  return {
    property_uid: writtenId(choices, coupon.propertyId),
    ...keys,
    valid_from: form.valid_from.sent,
    valid_to: form.valid_to.sent,
    amount: writtenValue(choices, toNumber(coupon.amount), form.amount),
    is_percentage: zeroOrOne(coupon.isPercentage),
    booking_valid_from: form.booking_valid_from.sent,
    booking_valid_to: form.booking_valid_to.sent,
    guest_uid: writtenValue(choices, coupon.guestId, form.guest_id ? form.guest_id.sent : coupon.guestId),
  }
}
