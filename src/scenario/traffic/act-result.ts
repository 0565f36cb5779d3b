/** One act of traffic that was tried: the booking, room and days of what it has made. */

import type { Instant } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { ChannelSale } from '../acts/channel-sales.ts'
import type { EventWord } from '../events/event-schema.ts'
import type { BlockedReason } from '../scenario-context.ts'

export interface PastAct {
  /** From 1, across all traffic of the scenario. */
  readonly id: number
  readonly traffic: string
  /** The number of the act that made the booking, from 1. */
  readonly number: number
  readonly do: EventWord
  /** True for the act of the traffic itself, false for a follow-up. */
  readonly head: boolean
  readonly at: Instant
  readonly property: number | null
  /** A contract uid. */
  readonly booking: number | null
  /** The black booking of each night of a room that was taken out of service. */
  readonly byNight?: readonly number[]
  /** The id of a sale on another channel. */
  readonly sale?: number
  /** Null when no room was taken. */
  readonly room: number | null
  /** ISO days; null when it concerned no stay. */
  readonly arrival: string | null
  readonly departure: string | null
  /** Why it could not happen; null when it did. */
  readonly blocked: BlockedReason | null
}

const NO_STAY = { room: null, arrival: null, departure: null }

/** An older version stored acts without the fields that are null. */
export const NULL_FIELDS: Partial<PastAct> = { property: null, booking: null, ...NO_STAY, blocked: null }

export const isBooking = (made: object | string): made is Booking =>
  typeof made === 'object' && 'tag' in made && 'guestId' in made

/** The booking, room and days of the result of an act, as far as it has them. @param made why it could not happen, if a text */
export function stayOfResult(
  made: object | string,
): Pick<PastAct, 'room' | 'arrival' | 'departure' | 'byNight' | 'sale'> & { readonly booking?: number } {
  if (typeof made === 'string') return NO_STAY
  if (Array.isArray(made)) return stayOfNights(made)
  if (isBooking(made))
    return { booking: made.id, room: made.rooms[0]?.roomId ?? null, arrival: made.arrival, departure: made.departure }
  return isSale(made) ? { sale: made.id, room: made.room, arrival: made.arrival, departure: made.departure } : NO_STAY
}

/** Joins the black bookings of one room, one for each night, into one stay. Other lists are about no stay. */
function stayOfNights(made: readonly unknown[]): ReturnType<typeof stayOfResult> {
  const isNight = (one: unknown): one is Booking =>
    typeof one === 'object' && one !== null && isBooking(one) && one.kind === 'black'
  const bookings = made.filter(isNight)
  const [first] = bookings
  if (!first) return NO_STAY
  return { ...stayOfResult({ ...first, departure: bookings.at(-1)?.departure }), byNight: bookings.map(({ id }) => id) }
}

const isSale = (made: object): made is ChannelSale =>
  'room' in made && 'arrival' in made && 'departure' in made && 'nights' in made
