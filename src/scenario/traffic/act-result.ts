/** The booking, room and days of what an act of traffic has made. */
import type { Booking } from '../../domain/booking/bookings.ts'
import type { ChannelSale } from '../acts/channel-sales.ts'
import type { PastAct } from './status.ts'

export const isBooking = (made: object | string): made is Booking =>
  typeof made === 'object' && 'tag' in made && 'guestId' in made

const NO_STAY = { room: undefined, arrival: undefined, departure: undefined }

/** The booking, room and days of the result of an act, as far as it has them. @param made why it could not happen, if a text */
export function stayOfResult(
  made: object | string,
): Pick<PastAct, 'room' | 'arrival' | 'departure' | 'byNight'> & { readonly booking?: number } {
  if (typeof made === 'string') return NO_STAY
  if (Array.isArray(made)) return stayOfNights(made)
  if (isBooking(made)) return { booking: made.id, room: made.rooms[0]?.roomId, arrival: made.arrival, departure: made.departure }
  return isSale(made) ? { room: made.room, arrival: made.arrival, departure: made.departure } : NO_STAY
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
