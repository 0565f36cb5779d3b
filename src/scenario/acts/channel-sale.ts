/** Another channel sells a room. */
import { type Day, daysUntil } from '../../base/day.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { Db } from '../../store/db.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import type { ChannelSale, ChannelSales } from './channel-sales.ts'
import { findProperty } from './lookup.ts'
import { bestFit, roomsFree, type WantedRooms, wantedRooms } from './rooms.ts'
import type { Stay } from './stay.ts'

interface SaleFields extends Stay {
  readonly property: number
  /** Default: a random room that is free on all nights. */
  readonly room?: number | undefined
  readonly fit?: WantedRooms['fit']
}

/** Another channel sells a room that is free here and on all channels. The store does not change. */
export function sellOnOtherChannel(
  db: Pick<Db, 'properties' | 'rooms' | 'roomNights'>,
  { sales, randomness, now, key }: ScenarioContext,
  { property: id, room: roomId, arrival, departure, fit }: SaleFields,
): ChannelSale {
  if (!sales) throw new Blocked('no scenario is played here, so there is no other channel')
  const property = findProperty(db, id)
  const wanted = wantedRooms(db, property, { rooms: roomId === undefined ? 'any' : [roomId], arrival, departure })
  const nights = daysUntil(arrival, departure)
  const candidates = roomId === undefined ? roomsFree(db, property.id, { arrival, departure }) : wanted
  const free = candidates.filter((room) => !isSoldElsewhere(sales, room, nights))
  const index = randomness.stream('channel-room', key ?? sales.size).integer(0, Math.max(0, free.length - 1))
  const room = fit === 'best' ? bestFit(db, free, { arrival, departure })[0] : free[index]
  const what = roomId === undefined ? `what is free of property ${id}` : `room ${roomId} of property ${id}`
  if (!room) throw new Blocked(`room: other channels have sold ${what} from ${arrival} to ${departure}`)
  return sales.add({ at: now, property: property.id, room: room.id, arrival, departure, nights })
}

const isSoldElsewhere = (sales: ChannelSales, { id }: Room, nights: readonly Day[]): boolean =>
  nights.some((day) => sales.ofNight(nightKey(id, day)) !== undefined)
