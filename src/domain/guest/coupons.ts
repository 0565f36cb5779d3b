/**
 * Coupons.
 * @source spec "Coupon"
 */
import { collection, type Row } from '../collection/collection.ts'
import { day, flag, id, name, opt, price, ref } from '../collection/fields.ts'
import { HUNDRED_PERCENT } from '../percent.ts'

export const coupons = collection(
  'coupons',
  {
    id: id(),
    propertyId: ref('properties'),
    code: opt(name()),
    /** The days on which the code may be entered, both included. */
    validFrom: day(),
    validTo: day(),
    /** An amount or a percentage, in hundredths. */
    amount: price({ asSent: true }),
    isPercentage: flag({ default: false }),
    roomOnly: flag({ default: false }),
    /** The nights it applies to, both included. */
    bookingValidFrom: day({ like: 'validFrom' }),
    bookingValidTo: day({ like: 'validTo' }),
    /** 0 means any guest. */
    guestId: ref('guests', { default: 0, ownProperty: true, asSent: true }),
  },
  {
    indexes: { property: (row) => row.propertyId },
    *rules({ isPercentage, amount, propertyId, code, ...row }, { others }) {
      const ofProperty = others.filter((one) => one.propertyId === propertyId)
      if (couponWithCode(ofProperty, code)) yield ['code', `another coupon of property ${propertyId} has the code ${code}`]
      if (isPercentage && amount > HUNDRED_PERCENT) yield ['amount', `expected a percentage up to 100, got ${amount / 100}`]
      if (row.validTo < row.validFrom) yield ['validTo', `${row.validTo} is before ${row.validFrom}`]
      if (row.bookingValidTo < row.bookingValidFrom)
        yield ['bookingValidTo', `${row.bookingValidTo} is before ${row.bookingValidFrom}`]
    },
  },
)

export type Coupon = Row<typeof coupons>

/** The coupon with a code, in any case: guests type it, and no two of a property differ by case alone. */
export const couponWithCode = <C extends { readonly code: string }>(coupons: readonly C[], code: string): C | undefined =>
  coupons.find((one) => one.code === code) ?? coupons.find((one) => one.code.toLowerCase() === code.toLowerCase())
