/** Properties, their availability and details. */

import { getTimeline, listAvailableRooms, listProperties } from '../../booking-contract/properties.ts'
import { type DetailItem, getPropertyDetails, listPropertyImages } from '../../booking-contract/property-details.ts'
import { freeRooms, requestedNights, takenNightsOf } from '../../domain/booking/availability.ts'
import type { DayWindow } from '../../domain/day-window.ts'
import { type TimelineEntry, timelineEntries, timelinePeriod } from '../../domain/overview/timeline.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { isOn } from '../../domain/property/settings.ts'
import { accommodationTax } from '../../domain/property/tax-rates.ts'
import { administeredProperties } from '../guards/access.ts'
import type { Ctx, On } from '../handler-context.ts'
import { availableRoom, roomTypeDetails, settingTexts } from '../responses/properties.ts'
import { keyedCollection } from '../responses/shared/keyed-collection.ts'
import { timelineEvent } from '../responses/timeline.ts'

const PERIOD_FIELDS = { start: 'start', end: 'end' } as const

export function propertyRoutes(on: On): void {
  on(listProperties, (_, ctx) => administeredProperties(ctx.sandbox, ctx.caller))

  on(listAvailableRooms, ({ start, end }, ctx) => {
    const nights = requestedNights(start, end, ctx.choices.date_ranges, PERIOD_FIELDS)
    if (nights.from === nights.to) ctx.hint('there is no night between these days, so every room counts as free')
    return keyedCollection(ctx.choices.empty_map, roomsFree(nights, ctx), (room) => [room.id, availableRoom(room)])
  })

  on(getTimeline, ({ start, end }, ctx) => {
    const period = timelinePeriod(start, end, ctx.choices.date_ranges, PERIOD_FIELDS)
    if (isOn(ctx.property, 'is_real_estate_listing')) return ctx.choices.timeline_without_bookings === 'null' ? null : '[]'
    return JSON.stringify(period ? timelineOf(period, ctx) : [])
  })

  on(getPropertyDetails, ({ item }, ctx) => DETAIL_READERS[item](ctx))

  on(listPropertyImages, ({ kind }, ctx) => {
    const { id, pictures } = ctx.property
    const empty = ctx.choices.empty_map
    if (kind === 'slideshow') return [picturesOf('slideshow', 0, pictures.slideshow, ctx)].filter(({ length }) => length > 0)
    if (kind === 'main' && pictures.main) return ctx.links.picture(id, 'property', 0, pictures.main)
    const rooms = kind === 'main' ? [] : Object.entries(pictures.rooms)
    return keyedCollection(empty, rooms, ([room, files]) => [room, picturesOf('rooms', room, files, ctx)])
  })
}

const roomsFree = ({ from, to }: DayWindow, { db, property: { id } }: Ctx): readonly Room[] =>
  freeRooms(db.rooms.by('property', id), from, to, takenNightsOf(id, db.roomNights))

function timelineOf(period: DayWindow, ctx: Ctx) {
  const { db, property, choices } = ctx
  const roomsOf = ({ id }: TimelineEntry['booking']): number[] => db.roomNights.by('booking', id).map(({ roomId }) => roomId)
  const entries = timelineEntries(db.bookings.by('property', property.id), period, ctx.today(property), roomsOf)
  const wholeDays = isOn(property, 'wholeday_booking')
  return entries.map((entry) => {
    const { id, guestId, kind } = entry.booking
    const task = kind === 'black' ? 'show_black_booking' : 'edit_booking'
    const url = ctx.links.page({ task, contract_uid: id, thisProperty: property.id })
    return timelineEvent(entry, { guest: db.guests.get(guestId), notes: db.notes.by('booking', id), url, wholeDays, choices })
  })
}

const DETAIL_READERS = {
  name: ({ property }) => property.name,
  description: ({ property }) => property.texts.description,
  property_checkin_times: ({ property }) => property.texts.checkinTimes,
  property_area_activities: ({ property }) => property.texts.areaActivities,
  property_driving_directions: ({ property }) => property.texts.drivingDirections,
  property_policies_disclaimers: ({ property }) => property.texts.policies,
  lat_long: ({ property }) => ({ lat: property.latitude, long: property.longitude }),
  accommodation_tax_rate: ({ db, property }) => (accommodationTax(property, db.taxRates)?.rate ?? 0) / 100,
  property_room_types: ({ db, property, links }) => {
    const own = new Set(db.rooms.by('property', property.id).map(({ roomTypeId }) => roomTypeId))
    const types = db.roomTypes.all().filter(({ id }) => own.has(id))
    return roomTypeDetails(types, links.file('uploadedimages/rmtypes/'))
  },
  settings: ({ property }) => settingTexts(property),
} satisfies Record<DetailItem, (ctx: Ctx) => unknown>

const picturesOf = (kind: string, resource: number | string, files: readonly string[], { links, property }: Ctx) =>
  files.map((file) => links.picture(property.id, kind, resource, file))
