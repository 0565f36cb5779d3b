/**
 * Looks up the nights in which rooms are taken.
 *
 * @module
 */
import type { Booked } from '../domain/availability.ts'
import { nightKeyAt } from '../domain/booking.ts'
import type { Property } from '../domain/property.ts'
import type { Db } from '../world.ts'

/** What is booked in a property. */
export function bookedIn({ id }: Property, { roomNights }: Db): Booked {
  return {
    taken: (roomId, night) => roomNights.has(nightKeyAt(roomId, night)),
    nights: () => roomNights.by('property', id),
  }
}
