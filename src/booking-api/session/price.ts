/** Calculates the price of a booking session with the rows it depends on. */

import { type Day, daysUntil } from '../../base/day.ts'
import { extended } from '../../base/extended.ts'
import type { RoomChoice } from '../../domain/booking/bookings.ts'
import { type Coupon, couponWithCode } from '../../domain/guest/coupons.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { couponValidity } from '../../domain/pricing/coupon-discount.ts'
import { priceStay } from '../../domain/pricing/price.ts'
import { type PricedParty, type PricedRoom, type PriceInput, takenOfType } from '../../domain/pricing/price-input.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import type { Property } from '../../domain/property/properties.ts'
import { accommodationTax } from '../../domain/property/tax-rates.ts'
import type { BookingSession } from '../../domain/session/booking-session.ts'
import type { NumberedProblem } from '../../domain/session/deposit-checks.ts'
import { existingGuest, pricedParty } from '../../domain/session/priced-party.ts'
import { chosenRates } from '../../domain/tariff/chosen-rates.ts'
import { type TariffSet, tariffSets } from '../../domain/tariff/tariff-set.ts'
import type { Ctx } from '../handler-context.ts'

/** The price of a session with its input, or the problem that prevents it. */
export type SessionPrice =
  | { readonly input: PriceInput; readonly quote: Quote }
  | { readonly input?: undefined; readonly quote?: undefined; readonly problem: NumberedProblem }

/** The price of a session with the current rows. Nothing is stored. */
export function priceOf(session: BookingSession, ctx: Ctx): SessionPrice {
  const nights = nightsOf(session)
  if (nights.length === 0) return { problem: { number: '008', about: 'Arrival and departure in the wrong order' } }
  const rooms: PricedRoom[] = []
  for (const choice of session.rooms) {
    const found = pricedRoom(choice, nights, ctx)
    if ('problem' in found) return found
    rooms.push(found)
  }
  if (rooms.length === 0) return { problem: { number: '018', about: 'no room' } }
  const input = extended(priceContext(session, ctx), { nights, rooms })
  return { input, quote: priceStay(input, ctx.choices.booking_engine) }
}

/** The nights of a session; none before dates are set. */
export const nightsOf = ({ arrival, departure }: BookingSession): readonly Day[] =>
  arrival !== null && departure !== null && arrival < departure ? daysUntil(arrival, departure) : []

/** The tariffs of the session's property that are valid today or later. */
export function currentSets(ctx: Ctx, modes: 'all' | 'day_by_day' = 'all'): readonly TariffSet[] {
  const { db, property } = ctx
  const rates = db.rates.by('property', property.id)
  return tariffSets(property, rates, (id) => db.tariffTypes.get(id), { today: ctx.today(property), modes })
}

function pricedRoom(
  { roomId, rateId }: RoomChoice,
  nights: readonly Day[],
  ctx: Ctx,
): PricedRoom | { readonly problem: NumberedProblem } {
  const room = ctx.db.rooms.get(roomId)
  if (room?.propertyId !== ctx.property.id) return { problem: { number: '016', about: 'room id not found for this property' } }
  const chosen = chosenRates(currentSets(ctx), { room, rateId, nights }, ctx.choices.rate_sets)
  if (!chosen.rates) return { problem: { number: '013', about: chosen.reason } }
  return { room, ...chosen, ...takenOfType(ctx.db, { property: ctx.property, room, arrival: nights[0] }) }
}

/** The input of a price besides nights and rooms. */
function priceContext(session: BookingSession, ctx: Ctx): Omit<PriceInput, 'nights' | 'rooms'> {
  const { choices, property } = ctx
  const guest = guestOf(session, ctx)
  return {
    settings: priceSettingsOf(property),
    party: pricedPartyOf(session, ctx),
    coupon: couponOf(session, guest?.id ?? 0, ctx) ?? null,
    couponCode: session.couponCode,
    guest,
    today: ctx.today(property),
    taxRate: taxRateOf(property, ctx),
    choices,
  }
}

/** Tax on the accommodation of a property, hundredths of a percent. */
export const taxRateOf = (property: Property, ctx: Ctx): number => accommodationTax(property, ctx.db.taxRates)?.rate ?? 0

/** The existing guest of the session's property with the session's e-mail address. */
export const guestOf = (session: BookingSession, { db, property }: Ctx): Guest | undefined =>
  existingGuest(session, property.id, db.guests)

function couponOf(session: BookingSession, guestId: number, ctx: Ctx): Coupon | undefined {
  const { couponCode } = session
  if (couponCode === '') return undefined
  const found = couponWithCode(ctx.db.coupons.by('property', ctx.property.id), couponCode)
  const nights = nightsOf(session)
  const validity = found && nights.length > 0 ? couponValidity(found, ctx.today(ctx.property), guestId, nights) : undefined
  if (validity && 'reason' in validity)
    ctx.warn(`coupon_code "${couponCode.slice(0, 40)}" changes nothing: the coupon is ${validity.reason}`)
  if (!found) ctx.warn(`coupon_code "${couponCode.slice(0, 40)}" is not a coupon of this property and changes nothing`)
  return found
}

export const pricedPartyOf = (session: BookingSession, { db, property, choices }: Ctx): PricedParty =>
  pricedParty(session, property.id, db, choices.child_prices)
