/**
 * Seeds guests, guest types and coupons.
 *
 * @module
 */
import { fromNumber } from '../base/money.ts'
import type { CouponRow, GuestRow, GuestTypeRow } from './fixture-schema-booking.ts'
import type { Sourced } from './fixture-set.ts'
import { knowsCountry } from './seed-site.ts'
import type { Seeding } from './seeding.ts'

/** Letters of generated coupon codes. */
const CODE_LETTERS = 'abcdfghijklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ'

/** Seeds a guest of a property. */
export function seedGuest(seeding: Seeding, at: Sourced<GuestRow>): void {
  const { row } = at
  seeding.need('properties', row.property, at, ['property'])
  const { country = '', user = 0 } = row
  const checked = at.file.locate !== undefined && /^[A-Z]{2}$/.test(country)
  if (checked && !knowsCountry(seeding, country)) seeding.problem(at, ['country'], `there is no country ${country}`)
  if (user > 0) seeding.need('users', user, at, ['user'])
  seeding.add(
    'guests',
    {
      id: row.id,
      propertyId: row.property,
      firstname: row.firstname,
      surname: row.surname,
      house: row.house ?? '',
      street: row.street ?? '',
      town: row.town ?? '',
      region: String(row.region ?? ''),
      country,
      postcode: row.postcode ?? '',
      landline: row.landline ?? '',
      mobile: row.mobile ?? '',
      email: row.email ?? '',
      discount: fromNumber(row.discount ?? 0),
      userId: user,
    },
    at,
  )
}

/** Seeds a guest type; by default one that changes no price. */
export function seedGuestType(seeding: Seeding, at: Sourced<GuestTypeRow>): void {
  const { row } = at
  seeding.need('properties', row.property, at, ['property'])
  seeding.add(
    'guestTypes',
    {
      id: row.id,
      propertyId: row.property,
      type: row.type,
      notes: row.notes ?? '',
      maximum: row.maximum ?? 10,
      isPercentage: row.is_percentage ?? false,
      adds: row.adds ?? true,
      variance: seeding.money(row.variance ?? 0, at, ['variance']),
      published: row.published ?? true,
      order: row.order ?? 0,
      isChild: row.is_child ?? false,
    },
    at,
  )
}

/** Seeds a coupon; without days of stay of its own it is good for the days on which it may be entered. */
export function seedCoupon(seeding: Seeding, at: Sourced<CouponRow>): void {
  const { row } = at
  seeding.need('properties', row.property, at, ['property'])
  const { guest = 0, booking_valid_from = row.valid_from, booking_valid_to = row.valid_to, is_percentage = false } = row
  if (guest > 0) {
    const owner = seeding.need('guests', guest, at, ['guest'])
    if (owner && owner.propertyId !== row.property)
      seeding.problem(at, ['guest'], `guest ${guest} belongs to property ${owner.propertyId}`)
  }
  if (is_percentage && row.amount > 100) seeding.problem(at, ['amount'], `expected a percentage up to 100, got ${row.amount}`)
  const validFrom = seeding.day(row.valid_from, at, ['valid_from'])
  const validTo = seeding.day(row.valid_to, at, ['valid_to'])
  const bookingValidFrom = seeding.day(booking_valid_from, at, ['booking_valid_from'])
  const bookingValidTo = seeding.day(booking_valid_to, at, ['booking_valid_to'])
  if (!validFrom || !validTo || !bookingValidFrom || !bookingValidTo) return
  if (validTo < validFrom) seeding.problem(at, ['valid_to'], `${validTo} is before ${validFrom}`)
  if (bookingValidTo < bookingValidFrom)
    seeding.problem(at, ['booking_valid_to'], `${bookingValidTo} is before ${bookingValidFrom}`)
  const days = { validFrom, validTo, bookingValidFrom, bookingValidTo }
  seeding.add(
    'coupons',
    {
      id: row.id,
      propertyId: row.property,
      code: row.code ?? seeding.options.chance.stream('coupon-code', row.id).text(15, CODE_LETTERS),
      ...days,
      amount: seeding.money(row.amount, at, ['amount']),
      isPercentage: is_percentage,
      roomOnly: row.room_only ?? false,
      guestId: guest,
    },
    at,
  )
}
