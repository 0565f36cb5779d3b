import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'

/** So far ahead that nobody has booked: every room of a property is free then, and so the list of free rooms is the list of rooms. */
const FAR_AHEAD = 3 * 365

/**
 * @typedef {object} Room
 * @property {number} room_uid
 * @property {string} room_name
 * @property {string} room_number
 * @property {number} room_classes_uid the room type
 * @property {number} max_people
 *
 * @typedef {object} Property
 * @property {number} id
 * @property {Room[]} rooms
 */

/** Learns what we may administer: the properties, their rooms and the names of the room types. */
export async function readProperties({ service, visitor, protocol }) {
  const { ids } = await service.get(path`/properties/all/`)
  protocol.check(`we administer ${ids.length} properties`, ids.length > 0, 'We administer no property at all')
  protocol.compare(
    'property ids are whole numbers, each once, ascending',
    ids,
    [...new Set(ids.map(Number))].sort((a, b) => a - b),
  )

  const { room_types } = await visitor.get(path`/site_structure/room_types`)
  const night = addDays(service.today(), FAR_AHEAD)
  const properties = []
  for (const id of ids) {
    const rooms = await freeRooms(service, id, night).catch(async (trouble) => {
      if (!trouble.isAboutProperty) throw trouble
      await noteWithdrawn({ service, protocol }, id)
    })
    if (rooms) properties.push({ id, rooms })
  }

  const rooms = properties.flatMap((property) => property.rooms)
  const types = new Set(rooms.map((room) => room.room_classes_uid))
  protocol.check(
    `${rooms.length} rooms, of these types: ${[...types].map((type) => nameOf(room_types, type)).join(', ')}`,
    rooms.length > 0,
  )
  return properties
}

/** A property that is ours no longer: the list says so too. Everything else goes on without it. */
export async function noteWithdrawn({ service, protocol }, property) {
  const { ids } = await service.get(path`/properties/all/`)
  protocol.compare(`property ${property} is in the list of our properties`, ids.includes(property), false)
  protocol.left(`property ${property}: it is not ours any more`)
}

/**
 * The rooms that can be sold for one night. An empty answer comes as `[]` where a filled one is keyed by room.
 *
 * @returns {Promise<Room[]>}
 */
export async function freeRooms(service, property, night) {
  const { available_rooms } = await service.get(path`/properties/${property}/availabilities/${night}/${addDays(night, 1)}`)
  return Object.values(available_rooms)
}

/** The site lists the types that all properties share; a property may have types of its own. */
const nameOf = (roomTypes, type) => roomTypes[type]?.room_class_abbv ?? `one of its own (${type})`
