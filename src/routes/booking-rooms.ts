/**
 * Where a booking session begins, and its rooms.
 *
 * @module
 */
import { daysUntil } from '../base/day.ts'
import { initialiseSession, listSessionRooms, setPropertyBooking } from '../contract/booking-rooms.ts'
import { nightKeyAt } from '../domain/booking.ts'
import { bookingCalendar, bookingWindow } from '../domain/booking-window.ts'
import { occupancyLevels, propertyCapacity } from '../domain/capacity.ts'
import { offersOf } from '../domain/offer.ts'
import type { Property } from '../domain/property.ts'
import { hatPairs, selectRooms } from '../domain/room-selection.ts'
import { afterStep, boundTo, MISSING, missingFor } from '../domain/session-steps.ts'
import { currentRates, fewestNights, roomsWithTariff } from '../domain/tariff-set.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
import { initialSettings, SETTING_MEANINGS } from '../present/session-initialise.ts'
import type { Addresses } from '../present/session-room-parts.ts'
import { offeredRooms } from '../present/session-rooms.ts'
import { countriesByCode } from '../present/site-structure.ts'
import { nightPricesOf, offeredSets, stayOf, taxRateOf } from './session-offers.ts'

export function bookingRoomRoutes(on: On): void {
  on(initialiseSession, ({ language }, ctx) => {
    const { property } = ctx
    ctx.change((db) => db.sessions.put(boundTo(property.id, db.sessions.get(ctx.sessionId), ctx.sessionId, ctx.now)))
    return { response: { data: settingsOf(property, language, ctx), info: SETTING_MEANINGS } }
  })

  on(listSessionRooms, (_, ctx) => {
    const { session, choices } = ctx
    const missing = missingFor('list_rooms', session, choices.step_order)
    if (missing && missing !== 'dates') return { success: false as const, reason: MISSING[missing] }
    const { arrival, departure } = session
    if (arrival === null) return { success: false as const, reason: 'Arrival date not set' }
    if (departure === null) return { success: false as const, reason: 'Departure date not set' }
    if (arrival === departure) return { success: false as const, reason: 'Dates are the same day' }
    return roomsOf(ctx)
  })

  on(setPropertyBooking, (_, ctx) => {
    const { session, choices, property } = ctx
    const missing = missingFor('choose_rooms', session, choices.step_order)
    if (missing && choices.step_order !== 'free') return refused(MISSING[missing], ctx)
    const sent = ctx.form.get('selectedRooms') ?? ''
    const stay = stayOf(session, ctx)
    const chosen = selectRooms({ sent, singleUnit: property.singleUnit, stay, check: choices.selection_check })
    if (!chosen.rooms) return refused(chosen.reason, ctx)
    const rooms = chosen.rooms
    ctx.change((db) => db.sessions.put(afterStep('choose_rooms', session, { rooms }, choices.stale_prices)))
    const isFirst = choices.selection_answer === 'second_call' && session.rooms.length === 0
    return isFirst ? { valid: false, reason: null } : { valid: true, hatPair: hatPairs(rooms) }
  })
}

/** Nothing is chosen: the reason, under the key that the choice `selection_key` names. */
function refused(reason: string, ctx: Ctx) {
  if (ctx.choices.selection_key === 'set_rooms') ctx.answerUnder('set_rooms')
  return { valid: false, reason }
}

function settingsOf(property: Property, sentLanguage: string, ctx: Ctx) {
  const { db, choices, language, links, geography } = ctx
  const today = ctx.today(property)
  const window = bookingWindow(property, today)
  if (!window) throw new Error('a property without days to book is refused')
  const all = db.rooms.by('property', property.id)
  const sets = offeredSets(property, ctx)
  const taken = (room: number, night: number): boolean => db.roomNights.has(nightKeyAt(room, night))
  const countries = countriesByCode(geography.countries(), language, (code) => geography.countryName(code, language))
  return initialSettings({
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
    calendar: bookingCalendar({ today, window, roomIds: all.map(({ id }) => id), taken, sets }),
    rooms: roomsWithTariff(all, sets),
    sets,
    prices: nightPricesOf(property, ctx),
    roomType: (id) => db.roomTypes.get(id),
    childRates: db.childRates.by('property', property.id).toSorted((one, other) => one.ageFrom - other.ageFrom),
    countries: Object.fromEntries(Object.values(countries).map(({ countrycode, countryname }) => [countrycode, countryname])),
    addresses: addressesOf(property, ctx),
    choices,
  })
}

/** Addresses of pictures as the caller reaches them. */
function addressesOf(property: Property, { links }: Ctx): Addresses {
  return {
    file: (path) => links.file(path),
    picture: (kind, resource, file) => links.picture(property.id, kind, resource, file),
  }
}

function roomsOf(ctx: Ctx) {
  const { db, property, session, choices } = ctx
  const stay = stayOf(session, ctx)
  const all = db.rooms.by('property', property.id)
  return offeredRooms({
    property,
    offers: stay ? offersOf(stay) : [],
    nights: stay && stay.arrival < stay.departure ? daysUntil(stay.arrival, stay.departure) : [],
    roomType: (id) => db.roomTypes.get(id),
    feature: (id) => db.features.get(id),
    levels: (typeId) =>
      occupancyLevels(
        property,
        all.filter(({ roomTypeId }) => roomTypeId === typeId),
        choices.occupancy_levels,
      ),
    prices: nightPricesOf(property, ctx),
    addresses: addressesOf(property, ctx),
    choices,
  })
}
