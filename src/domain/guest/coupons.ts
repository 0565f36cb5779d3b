/**
 * Coupons.
 *
 * @module
 * @source spec "Coupon"
 */
import type { Day } from '../../base/day.ts'

export interface Coupon {
  readonly id: number
  readonly propertyId: number
  readonly code: string
  /** The days on which the code may be entered, both included. */
  readonly validFrom: Day
  readonly validTo: Day
  /** An amount or a percentage, in hundredths. */
  readonly amount: number
  readonly isPercentage: boolean
  readonly roomOnly: boolean
  /** The nights it applies to, both included. */
  readonly bookingValidFrom: Day
  readonly bookingValidTo: Day
  /** 0 means any guest. */
  readonly guestId: number
}
