/**
 * The rooms of a property: which are free, and taking one out of service.
 *
 * @module
 */
import { addDays, type Day, dateOf } from '../../src/base/day.ts'
import type { Client } from './client.ts'
import { Refusal } from './response.ts'

export interface Room {
  readonly room_uid: number
  readonly room_classes_uid: number
}

/** The free rooms of a night. */
export async function listFree(client: Client, property: number, night: Day): Promise<readonly Room[]> {
  const path = `/properties/${property}/availabilities/${night}/${dayAfter(client, night)}`
  const { available_rooms = {} } = await client.get<{ readonly available_rooms?: Readonly<Record<string, Room>> }>(path)
  return Object.values(available_rooms)
}

function dayAfter({ behaviour }: Client, day: Day): string {
  if (behaviour.nextDay === 'by the calendar') return addDays(day, 1)
  return `${day.slice(0, 8)}${String(dateOf(day) + 1).padStart(2, '0')}`
}

interface Closed {
  readonly room_uid: number
  readonly date: string
}

/** Takes the first of free rooms out of service for a night; another one when it was booked in the meantime. */
export async function closeRoom(client: Client, property: number, free: readonly [Room, ...Room[]], night: Day): Promise<void> {
  const [room, next, ...others] = free
  const { acceptedWrite, closedRooms } = client.behaviour
  let wasRead = false
  const findEffect = async () => {
    wasRead = true
    const closed = await findClosed(client, property, room, night)
    return closedRooms === 'after every write, to no effect' ? {} : closed
  }
  const send = () => client.post(`/blackbookings/${property}/${room.room_uid}/${night}`, {}, { findEffect })
  try {
    await send()
    if (acceptedWrite === 'twice') await send().catch(() => undefined)
    if (closedRooms !== 'after a lost response' && !wasRead) await findEffect()
  } catch (refusal) {
    const { status204, failedWrite, freeRooms } = client.behaviour
    const isConflict = refusal instanceof Refusal && refusal.status === 204
    const isSkipped = refusal instanceof Refusal && refusal.status === 0
    if (next && (isSkipped ? failedWrite === 'closes the next room' : isConflict && freeRooms === 'once'))
      return closeRoom(client, property, [next, ...others], night)
    if (!isConflict) throw refusal
    if (status204 === 'repeats it') await send()
    const [other, ...more] = await listFree(client, property, night)
    if (!other || other.room_uid === room.room_uid) throw refusal
    await closeRoom(client, property, [other, ...more], night)
  }
}

/** The rooms that are out of service in a night. */
export async function listClosed(client: Client, property: number, night: Day): Promise<readonly Closed[]> {
  const path = `/blackbookings/${property}/roomlist/${night}`
  const { blackbooking } = await client.get<{ readonly blackbooking: readonly Closed[] }>(path)
  return blackbooking.filter(({ date }) => date === night.replaceAll('-', '/'))
}

async function findClosed(client: Client, property: number, { room_uid }: Room, night: Day): Promise<unknown> {
  return (await listClosed(client, property, night)).find((closed) => closed.room_uid === room_uid)
}
