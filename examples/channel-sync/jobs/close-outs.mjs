import { Refusal } from '../client/errors.mjs'
import { path } from '../client/path.mjs'
import { addDays, dashed } from '../days.mjs'
import { freeRooms } from './properties.mjs'

const TAKEN = 'Room already booked this date'

/**
 * Closes all rooms of a property for one night. Booked rooms are refused with a conflict; the other rooms are closed, and opened
 * again afterwards.
 */
export async function closeOut({ service, log, properties }) {
  const night = await findNight(service, properties)
  log.check('there is a house with both sold and free rooms on a coming night', night !== undefined)
  if (!night) return
  const { property, day, rooms, free } = night
  log.tell(`closing property ${property} on ${day}: ${free.length} of ${rooms.length} rooms are free`)

  const { closed, sold } = await closeEach(service, property, day, rooms)
  const { wasFree, now } = await lookAgain(service, { property, day, free, sold })
  if (wasFree.length > 0) log.tell(`booked while we were at it: ${wasFree.join(', ')}`)
  for (const { room, refusal } of sold)
    log.tell(`room ${room.room_number || room.room_uid} stays with its guest: ${refusal.message}`)
  log.compare(
    'the rooms we closed are the ones that were free',
    roomIds(closed),
    roomIds(free).filter((room) => !wasFree.includes(room)),
  )
  log.compare('the service gives its reason', [...new Set(sold.map(({ refusal }) => refusal.reason))], [TAKEN])
  log.compare('rooms left to sell', now, [])

  await checkList(service, log, { property, day, closed })
  await checkTimeline(service, log, { property, day, closed })
  await reopen(service, log, { property, day, closed })
}

/** A night on which some rooms of the property are booked and some are free. */
async function findNight(service, properties) {
  for (const { id, rooms } of properties.filter((property) => property.rooms.length > 1)) {
    const { listbooking } = await service.get(path`/listbooking/${id}/`)
    const days = listbooking.filter((stay) => !stay.cancelled && stay.approved).map((stay) => dashed(stay.arrival))
    for (const day of days
      .filter((arrival) => arrival > service.today())
      .sort()
      .slice(0, 5)) {
      const free = await freeRooms(service, id, day)
      if (free.length > 0 && free.length < rooms.length) return { property: id, day, rooms, free }
    }
  }
  return undefined
}

async function closeEach(service, property, day, rooms) {
  const closed = []
  const sold = []
  for (const room of rooms) {
    try {
      closed.push({ room, contract: await close(service, property, day, room) })
    } catch (refusal) {
      if (!(refusal instanceof Refusal && (refusal.status === 204 || refusal.reason === TAKEN))) throw refusal
      sold.push({ room, refusal })
    }
  }
  return { closed, sold }
}

/** Reads the calendar again after a conflict: which rooms were booked in the meantime? */
async function lookAgain(service, { property, day, free, sold }) {
  const now = await freeRooms(service, property, day)
  const refused = new Set(sold.map(({ room }) => room.room_uid))
  return { wasFree: roomIds(free).filter((room) => refused.has(room)), now }
}

async function close(service, property, day, room) {
  const findAgain = async () => {
    const rows = await blackBookings(service, property, day)
    const row = rows.find(({ room_uid, date }) => room_uid === room.room_uid && dashed(date) === day)
    return row && { addblackbookings: row.contract_uid }
  }
  const { addblackbookings } = await service.post(path`/blackbookings/${property}/${room.room_uid}/${day}`, { findAgain })
  return addblackbookings
}

/** The black bookings of a property from a day on. */
async function blackBookings(service, property, from) {
  return (await service.get(path`/blackbookings/${property}/roomlist/${from}`)).blackbooking
}

async function checkList(service, log, { property, day, closed }) {
  const ours = new Set(roomIds(closed))
  const rows = (await blackBookings(service, property, day)).filter(
    ({ room_uid, date }) => dashed(date) === day && ours.has(room_uid),
  )
  const expected = closed.map(({ room, contract }) => `room ${room.room_uid}, booking ${contract}`)
  const listed = rows.map(({ room_uid, contract_uid }) => `room ${room_uid}, booking ${contract_uid}`)
  log.compare('all of them are listed as black bookings', listed.toSorted(), expected.toSorted())
}

async function checkTimeline(service, log, { property, day, closed }) {
  const answer = await service.get(path`/properties/${property}/availabilities/timeline/${day}/${addDays(day, 1)}`)
  const events = JSON.parse(answer.dashboard_availabilities)
  const missing = closed.filter(({ room, contract }) => !events.some(({ id }) => id === `${contract}_${room.room_uid}`))
  log.check(
    `the calendar shows all ${closed.length}`,
    missing.length === 0,
    `The calendar lacks ${missing.length} of our black bookings`,
  )
}

async function reopen(service, log, { property, day, closed }) {
  const [first, ...others] = closed
  const { blackbookingsdeleted } = await service.remove(path`/blackbookings/${property}/${first.contract}`)
  if (blackbookingsdeleted !== undefined)
    log.compare('the service names what it opened', blackbookingsdeleted, `${first.contract}`)
  const free = await freeRooms(service, property, day)
  log.compare(
    'the opened room, and only that, can be sold again',
    free.map(({ room_uid }) => room_uid),
    [first.room.room_uid],
  )

  for (const { contract } of others) await service.remove(path`/blackbookings/${property}/${contract}`)
  log.compare('rooms free as before', roomIds(await freeRooms(service, property, day)), roomIds(closed))
}

const roomIds = (entries) => entries.map((entry) => (entry.room ?? entry).room_uid).sort((a, b) => a - b)
