/**
 * A coupon as a row of the store, and in a request.
 *
 * @module
 */
import type { Coupon } from '../../src/domain/guest/coupons.ts'

/** A coupon of 10 percent for bookings in spring, valid for all guests. */
export const aCoupon = (values: Partial<Coupon> = {}): Coupon => ({
  id: 1,
  propertyId: 1,
  code: 'SPRING',
  validFrom: '2026-03-01',
  validTo: '2026-05-31',
  amount: 1000,
  isPercentage: true,
  roomOnly: false,
  bookingValidFrom: '2026-04-01',
  bookingValidTo: '2026-06-30',
  guestId: 0,
  ...values,
})

/** The values of a coupon in a request. */
export const COUPON_VALUES = {
  valid_from: '2026-05-01',
  valid_to: '2026-05-31',
  amount: '25.5',
  is_percentage: '0',
  booking_valid_from: '2026-06-01',
  booking_valid_to: '2026-06-30',
}
