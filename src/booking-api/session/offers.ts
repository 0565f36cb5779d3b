/** Looks up the data for the offers of a booking session. */

import { getOrInsert } from '../../base/get-or-insert.ts'
import { takenNightsOf } from '../../domain/booking/availability.ts'
import { headCount } from '../../domain/booking/party.ts'
import { type NightContext, nightPrice } from '../../domain/pricing/night-price.ts'
import type { NightPrice } from '../../domain/pricing/price-input.ts'
import type { Property } from '../../domain/property/properties.ts'
import { isOn } from '../../domain/property/settings.ts'
import type { BookingSession } from '../../domain/session/booking-session.ts'
import { weekendDays } from '../../domain/session/offer-rules.ts'
import type { OfferInput } from '../../domain/session/offers.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import { roomsWithTariff, type TariffSet } from '../../domain/tariff/tariff-set.ts'
import type { Ctx } from '../handler-context.ts'
import { currentSets, taxRateOf } from './price.ts'

/** The tariffs that a property offers; without restrictions, only those saved day by day. */
export const offeredSets = (ctx: Ctx): readonly TariffSet[] =>
  currentSets(ctx, ctx.choices.offer_restrictions === 'applied' ? 'all' : 'day_by_day')

/** The stay of a session with the data for its offers; undefined before dates are set. */
export function stayOf(session: BookingSession, ctx: Ctx): OfferInput | undefined {
  const { db, property, choices } = ctx
  const { arrival, departure, adults, children, rooms, refused } = session
  if (arrival === null || departure === null) return undefined
  const sets = offeredSets(ctx)
  return {
    arrival,
    departure,
    adults: adults ?? 0,
    people: adults === null ? 0 : adults + headCount(children),
    chosen: refused.rooms === undefined ? rooms : [],
    rooms: roomsWithTariff(db.rooms.by('property', property.id), sets),
    ownsRoom: (id) => db.rooms.get(id)?.propertyId === property.id,
    sets,
    nights: takenNightsOf(property.id, db.roomNights),
    weekend: weekendDays(property),
    choices,
  }
}

/** Nett prices of the nights of each tariff, calculated once per price. */
export function nightPricesOf(property: Property, ctx: Ctx): (set: TariffSet, rate: Rate) => NightPrice {
  const context: Omit<NightContext, 'lengthModifiers'> = {
    inclusive: isOn(property, 'prices_inclusive'),
    taxRate: taxRateOf(property, ctx),
    longStay: ctx.choices.long_stay_prices,
  }
  const known = new Map<TariffSet, Map<number, NightPrice>>()
  return (set, { price }) => {
    const prices = getOrInsert(known, set, () => new Map<number, NightPrice>())
    return getOrInsert(prices, price, () => nightPrice(price, { lengthModifiers: set.type?.lengthModifiers ?? null, ...context }))
  }
}
