/**
 * Rooms, room types and nights in responses of the booking session.
 * @source spec "Booking session data"; facts 4.1, 4.5
 */
import { addDays, type Day } from '../../base/day.ts'
import { toNumber } from '../../base/money.ts'
import type { OccupancyLevels } from '../../domain/booking/capacity.ts'
import type { NightPrice } from '../../domain/pricing/price-input.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { RoomType } from '../../domain/property/site-structure.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import type { Links } from '../links.ts'

/** The common fields of both forms of a room. */
export function roomFields(room: Room, property: Property, links: Links) {
  const [file] = property.pictures.rooms[room.id] ?? []
  const shown = file === undefined ? noPicture(links) : links.picture(property.id, 'rooms', room.id, file)
  return {
    propertys_uid: room.propertyId,
    room_features_uid: room.featureIds.join(','),
    room_name: room.name,
    room_number: room.number,
    room_floor: room.floor,
    max_people: room.maxPeople,
    singleperson_suppliment: toNumber(room.singlePersonSupplement),
    tagline: '',
    description: '',
    surcharge: 0,
    small_room_image: shown.small,
    medium_room_image: shown.medium,
    large_room_image: shown.large,
  }
}

function noPicture(links: Links): ReturnType<Links['picture']> {
  const none = links.file('assets/images/noimage.svg')
  return { large: none, medium: none, small: links.file('assets/images/noimage_small.gif') }
}

/** The common fields of both forms of a room type. */
export function typeFields(type: RoomType | undefined, links: Links) {
  const image = type?.image ?? ''
  return {
    room_class_abbv: type?.name ?? '',
    room_class_full_desc: type?.description ?? '',
    image,
    images: image === '' ? [] : [{ large: links.file(`uploadedimages/rmtypes/${encodeURIComponent(image)}`) }],
  }
}

export function levelFields(roomTypeId: number, type: RoomType | undefined, levels: OccupancyLevels) {
  return {
    room_type_name: type?.name ?? '',
    room_type_id: roomTypeId,
    max_adults: levels.adults,
    max_children: levels.children,
    max_occupancy: levels.occupancy,
  }
}

export function nightFields(date: Day, rate: Rate, { adult, sevenDay, thirtyDay }: NightPrice) {
  return {
    date,
    rate_id: String(rate.id),
    adult_price: adult,
    seven_day_price: sevenDay,
    thirty_day_price: thirtyDay,
    mindays: String(rate.minDays),
    next_checkin_date: addDays(date, rate.minDays),
  }
}
