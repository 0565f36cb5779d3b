import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'

/** Days ahead at which nothing is booked, so that the list of free rooms is the list of all rooms. */
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

/** Reads the administered properties, their rooms and the names of the room types. */
export async function readProperties({ service, visitor, log }) {
  const { ids } = await service.get(path`/properties/all/`)
  log.check(`we administer ${ids.length} properties`, ids.length > 0, 'We administer no property at all')
  log.compare(
    'property ids are whole numbers, each once, ascending',
    ids,
    [...new Set(ids.map(Number))].sort((a, b) => a - b),
  )

  const { room_types } = await visitor.get(path`/site_structure/room_types`)
  const night = addDays(service.today(), FAR_AHEAD)
  const properties = []
  for (const id of ids) {
    const rooms = await freeRooms(service, id, night).catch(async (error) => {
      if (!error.isAboutProperty) throw error
      await noteWithdrawn({ service, log }, id)
    })
    if (rooms) properties.push({ id, rooms })
  }

  const rooms = properties.flatMap((property) => property.rooms)
  const types = new Set(rooms.map((room) => room.room_classes_uid))
  log.check(
    `${rooms.length} rooms, of these types: ${[...types].map((type) => nameOf(room_types, type)).join(', ')}`,
    rooms.length > 0,
  )
  return properties
}

/** Handles a property that was withdrawn: checks that the list no longer has it, and continues without it. */
export async function noteWithdrawn({ service, log }, property) {
  const { ids } = await service.get(path`/properties/all/`)
  log.compare(`property ${property} is in the list of our properties`, ids.includes(property), false)
  log.left(`property ${property}: it is not ours any more`)
}

/**
 * The free rooms of one night. An empty result is `[]`, another one is an object keyed by room.
 *
 * @returns {Promise<Room[]>}
 */
export async function freeRooms(service, property, night) {
  const { available_rooms } = await service.get(path`/properties/${property}/availabilities/${night}/${addDays(night, 1)}`)
  return Object.values(available_rooms)
}

/** The site lists the room types of all properties; a property may have additional ones. */
const nameOf = (roomTypes, type) => roomTypes[type]?.room_class_abbv ?? `one of its own (${type})`
