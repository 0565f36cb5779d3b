/** The data of the rooms of a booking session: what `initialise` and the list of rooms show. */
import { type Day, dayNumber, daysUntil } from '../../base/day.ts'
import { occupancyLevels, propertyCapacity } from '../../domain/booking/capacity.ts'
import { nightKeyAt } from '../../domain/booking/room-nights.ts'
import { bookingCalendar, bookingWindow } from '../../domain/booking/window.ts'
import { offersOf, whyNoOffer } from '../../domain/session/offers.ts'
import { currentRates, fewestNights, roomsWithTariff } from '../../domain/tariff/tariff-set.ts'
import type { Ctx } from '../handler-context.ts'
import { countriesByCode, countryNames } from '../responses/site-structure.ts'
import { nightPricesOf, offeredSets, stayOf } from './offers.ts'
import { taxRateOf } from './price.ts'

export type InitialData = ReturnType<typeof initialData>
export type OfferedData = ReturnType<typeof offeredData>

/** What the response of `initialise` is made of. */
export function initialData(sentLanguage: string, ctx: Ctx) {
  const { db, property, choices, language, links, geography } = ctx
  const today = ctx.today(property)
  const window = bookingWindow(property, today)
  if (!window) throw new Error('a property without days to book is refused')
  const all = db.rooms.by('property', property.id)
  const sets = offeredSets(ctx)
  const taken = (room: number, night: number): boolean => db.roomNights.has(nightKeyAt(room, night))
  const calendar = bookingCalendar({ today, window, roomIds: all.map(({ id }) => id), taken, sets })
  const countries = countriesByCode(geography.countries(), language, (code) => geography.countryName(code, language))
  return {
    property,
    sentLanguage,
    language,
    pages: {
      confirmation: links.page({ task: 'confirmbooking', selectedProperty: property.id }, ctx.sentLanguage.code),
      details: links.page({ task: 'viewproperty', property_uid: property.id }, ctx.sentLanguage.code),
    },
    fewestNights: fewestNights(currentRates(db.rates.by('property', property.id), today)),
    capacity: propertyCapacity(property, all),
    taxRate: taxRateOf(property, ctx),
    window,
    calendar,
    /** The nights with a price on which a room of this type is free. */
    nightsOf: (typeId: number): readonly Day[] => {
      const ofType = all.filter(({ roomTypeId }) => roomTypeId === typeId)
      return calendar.nights.filter((night) => ofType.some(({ id }) => !taken(id, dayNumber(night))))
    },
    rooms: roomsWithTariff(all, sets),
    sets,
    prices: nightPricesOf(property, ctx),
    roomType: (id: number) => db.roomTypes.get(id),
    childRates: db.childRates.by('property', property.id).toSorted((one, other) => one.ageFrom - other.ageFrom),
    countries: countryNames(countries),
    links: ctx.links,
    choices,
  }
}

/** What the list of rooms on offer is made of. */
export function offeredData(ctx: Ctx) {
  const { db, property, session, choices } = ctx
  const stay = stayOf(session, ctx)
  const all = db.rooms.by('property', property.id)
  const offers = stay ? offersOf(stay) : []
  if (stay && offers.length === 0) ctx.hint(`no room is on offer: ${whyNoOffer(stay)}`)
  return {
    property,
    offers,
    nights: stay && stay.arrival < stay.departure ? daysUntil(stay.arrival, stay.departure) : [],
    roomType: (id: number) => db.roomTypes.get(id),
    feature: (id: number) => db.features.get(id),
    levels: (typeId: number) =>
      occupancyLevels(
        property,
        all.filter(({ roomTypeId }) => roomTypeId === typeId),
        choices.occupancy_levels,
      ),
    prices: nightPricesOf(property, ctx),
    links: ctx.links,
    choices,
  }
}
