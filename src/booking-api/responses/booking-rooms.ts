/**
 * The rooms on offer in responses of the booking session.
 * @source spec "Booking session data"; facts 4.5; choices `rate_sets`, `room_type_id`
 */

import { extended } from '../../base/extended.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Offer } from '../../domain/session/offers.ts'
import { hatPair } from '../../domain/session/room-selection.ts'
import type { OfferedData } from '../session/room-data.ts'
import { levelFields, nightFields, roomFields, typeFields } from './booking-room-parts.ts'
import { keyedCollection } from './shared/keyed-collection.ts'

/** The offers of a session by room type, and by pair of room and rate. */
export function offeredRooms(input: OfferedData) {
  const { offers, choices } = input
  const types = [...new Set(offers.map(({ room }) => room.roomTypeId))]
  return {
    room_types: keyedCollection(choices.empty_map, types, (id) => [id, typeEntry(id, input)]),
    rooms: keyedCollection(choices.empty_map, offers, (offer) => [hatPair(offer.choice), pairEntry(offer, input)]),
  }
}

function typeEntry(roomTypeId: number, input: OfferedData) {
  const { offers, roomType, levels, links, choices } = input
  const type = roomType(roomTypeId)
  const own = offers.filter(({ room }) => room.roomTypeId === roomTypeId)
  const sets = offersByTariff(own, choices.rate_sets)
  const features = [...new Set(own.flatMap(({ room }) => room.featureIds))]
  return {
    room_type_info: extended(typeFields(type, links), { room_type_id: String(roomTypeId) }),
    room_type_rooms: sets.map(({ last, all }) => {
      const hatPairs = all.map(({ choice }) => hatPair(choice))
      return { tariff_name: last.set.type?.title ?? '', hatPairs }
    }),
    room_type_tariffs: sets.map(({ last }) => ({ tariffs: nightEntries(last, input) })),
    occupancy_levels: levelFields(roomTypeId, type, levels(roomTypeId)),
    room_type_features: featuresById(features, input),
  }
}

/** The offers of a room type by tariff; `merged`: all as one tariff. The tariff of the last one is shown. */
function offersByTariff(offers: readonly Offer[], sets: Choices['rate_sets']) {
  const groups = groupBy(offers, ({ set }) => (sets === 'merged' ? 0 : set.tariffTypeId))
  return [...groups.values()].flatMap((all) => all.slice(-1).map((last) => ({ all, last })))
}

function pairEntry(offer: Offer, input: OfferedData) {
  const { property, offers, roomType, levels, links, choices } = input
  const { room } = offer
  const type = roomType(room.roomTypeId)
  const first = offers.find((other) => other.room.roomTypeId === room.roomTypeId)?.room
  const numbered = choices.room_type_id === 'always' || first?.id === room.id
  return {
    room: { room_uid: room.id, ...roomFields(room, property, links), room_type_id: String(room.roomTypeId) },
    room_features: featuresById(room.featureIds, input),
    room_type: extended(typeFields(type, links), numbered ? { room_type_id: String(room.roomTypeId) } : {}),
    occupancy_levels: levelFields(room.roomTypeId, type, levels(room.roomTypeId)),
    tariffs: nightEntries(offer, input),
  }
}

function featuresById(ids: readonly number[], { feature, links, choices }: OfferedData) {
  const known = ids.flatMap((id) => feature(id) ?? [])
  return keyedCollection(choices.empty_map, known, ({ id, name, image }) => {
    const address = image === '' ? '' : links.file(`uploadedimages/rmfeatures/${encodeURIComponent(image)}`)
    return [id, { room_features_uid: id, feature_description: name, image: address }]
  })
}

function nightEntries({ room, set, rates }: Offer, { nights, prices }: OfferedData) {
  const room_type_id = String(room.roomTypeId)
  return Object.fromEntries(
    rates.flatMap((rate, index) => {
      const night = nights[index]
      return night === undefined ? [] : [[night, extended(nightFields(night, rate, prices(set, rate)), { room_type_id })]]
    }),
  )
}
