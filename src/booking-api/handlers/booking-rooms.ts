/** The start of a booking session, and its rooms. */

import { daysUntil } from '../../base/day.ts'
import { initialiseSession, listSessionRooms, setPropertyBooking } from '../../booking-contract/booking-rooms.ts'
import type { RoomChoice } from '../../domain/booking/bookings.ts'
import { occupancyLevels, propertyCapacity } from '../../domain/booking/capacity.ts'
import { nightKeyAt } from '../../domain/booking/room-nights.ts'
import { bookingCalendar, bookingWindow } from '../../domain/booking/window.ts'
import type { Property } from '../../domain/property/properties.ts'
import { offersOf, whyNoOffer } from '../../domain/session/offers.ts'
import { hatPairs, selectRooms } from '../../domain/session/room-selection.ts'
import { afterRefusal, bindToProperty, missingFor, missingReason, sessionAfterStep } from '../../domain/session/steps.ts'
import { currentRates, fewestNights, roomsWithTariff } from '../../domain/tariff/tariff-set.ts'
import type { Ctx, On } from '../handler-context.ts'
import { offeredRooms } from '../responses/booking-rooms.ts'
import { SETTING_MEANINGS } from '../responses/booking-session-setting-meanings.ts'
import { initialSettings } from '../responses/booking-session-settings.ts'
import { countriesByCode, countryNames } from '../responses/site-structure.ts'
import { isCareful } from '../session/checks.ts'
import { hintAfter, refusedStep } from '../session/hints.ts'
import { nightPricesOf, offeredSets, stayOf } from '../session/offers.ts'
import { taxRateOf } from '../session/price.ts'

export function bookingRoomRoutes(on: On): void {
  on(initialiseSession, ({ language }, ctx) => {
    const { property } = ctx
    ctx.change((db) => db.sessions.put(bindToProperty(property.id, db.sessions.get(ctx.sessionId), ctx.sessionId, ctx.now)))
    return { response: { data: settingsOf(property, language, ctx), info: SETTING_MEANINGS } }
  })

  on(listSessionRooms, (_, ctx) => {
    const { session, choices } = ctx
    const missing = missingFor('list_rooms', session, choices.step_order)
    if (missing && missing !== 'dates') return noRooms(missingReason(missing, session), ctx)
    const { arrival, departure, refused } = session
    if (refused.dates !== undefined) return noRooms(missingReason('dates', session), ctx)
    if (arrival === null) return noRooms('Arrival date not set', ctx)
    if (departure === null) return noRooms('Departure date not set', ctx)
    if (arrival === departure) return noRooms('Dates are the same day', ctx, 'dates')
    return roomsOf(ctx)
  })

  on(setPropertyBooking, (_, ctx) => {
    const { session, choices, property } = ctx
    const missing = missingFor('choose_rooms', session, choices.step_order)
    if (missing && choices.step_order !== 'free') return refused(missingReason(missing, session), ctx)
    const sent = ctx.form.get('selectedRooms') ?? ''
    const stay = stayOf(session, ctx)
    const chosen = selectRooms({ sent, singleUnit: property.singleUnit, stay, check: choices.selection_check })
    if (!chosen.rooms) return refused(chosen.reason, ctx, chosen.stored)
    const rooms = chosen.rooms
    ctx.change((db) => db.sessions.put(sessionAfterStep('choose_rooms', session, { rooms }, choices.stale_prices)))
    const isFirst = choices.selection_answer === 'second_call' && session.rooms.length === 0
    return isFirst ? refusedStep(null, ctx, 'rooms') : { valid: true, hatPair: hatPairs(rooms) }
  })
}

/** Refuses a selection of rooms with its reason, under the key of the choice `selection_key`. */
function refused(reason: string, ctx: Ctx, rooms: readonly RoomChoice[] = ctx.session.rooms) {
  const { session, choices } = ctx
  const after = isCareful(ctx)
    ? afterRefusal('choose_rooms', session, reason, choices.stale_prices)
    : { ...session, rooms, okToBook: false, ...(rooms !== session.rooms && { quote: null }) }
  ctx.change((db) => db.sessions.put(after))
  if (choices.selection_key === 'set_rooms') ctx.setResponseKey('set_rooms')
  return refusedStep(reason, ctx, 'rooms')
}

function noRooms(reason: string, ctx: Ctx, failed?: 'dates') {
  hintAfter(reason, ctx, failed)
  return { success: false as const, reason }
}

function settingsOf(property: Property, sentLanguage: string, ctx: Ctx) {
  const { db, choices, language, links, geography } = ctx
  const today = ctx.today(property)
  const window = bookingWindow(property, today)
  if (!window) throw new Error('a property without days to book is refused')
  const all = db.rooms.by('property', property.id)
  const sets = offeredSets(ctx)
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
    countries: countryNames(countries),
    links: ctx.links,
    choices,
  })
}

function roomsOf(ctx: Ctx) {
  const { db, property, session, choices } = ctx
  const stay = stayOf(session, ctx)
  const all = db.rooms.by('property', property.id)
  const offers = stay ? offersOf(stay) : []
  if (stay && offers.length === 0) ctx.hint(`no room is on offer: ${whyNoOffer(stay)}`)
  return offeredRooms({
    property,
    offers,
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
    links: ctx.links,
    choices,
  })
}
