/**
 * The bookings whose rooms a client has read. Such a client may mirror them: once a list shows what became of a booking, it knows
 * which nights are free, and reads no calendar.
 */
import type { PastCall } from '../expectations/past-call.ts'

/** Maximum number of bookings; the oldest are forgotten. */
const MAX_BOOKINGS = 10_000

export const SHOW_ROOMS: ReadonlySet<string | undefined> = new Set(['getBookingRooms', 'getTimeline'])
const LISTS: ReadonlySet<string | undefined> = new Set(['listBookings', 'listBookingsBetween'])

export class RoomsRead {
  readonly #bookings = new Set<number>()

  /** Notes a call that shows rooms. @param bookings those that the call names or its response shows */
  note({ operation }: PastCall, bookings: () => Iterable<number>): void {
    if (SHOW_ROOMS.has(operation)) this.add(bookings())
  }

  add(bookings: Iterable<number>): void {
    for (const id of bookings) this.#bookings.add(id)
    for (const id of this.#bookings) {
      if (this.#bookings.size <= MAX_BOOKINGS) return
      this.#bookings.delete(id)
    }
  }

  /** The bookings of a list whose rooms the client knows; none for another call. */
  inList({ operation }: PastCall, bookings: () => Iterable<number>): ReadonlySet<number> {
    const isList = this.#bookings.size > 0 && LISTS.has(operation)
    return new Set(isList ? [...bookings()].filter((id) => this.#bookings.has(id)) : [])
  }

  state(): readonly number[] {
    return [...this.#bookings]
  }
}
