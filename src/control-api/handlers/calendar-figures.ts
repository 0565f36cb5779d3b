/** The figures of a property by night: rooms that are taken, arrivals, and the average rate. */
import { type Day, daysBetween, daysUntil } from '../../base/day.ts'
import { plainAmount } from '../../base/money.ts'
import type { Db } from '../../world/world.ts'

/** The nights from a day up to, but not including, another. */
export interface NightSpan {
  readonly from: Day
  readonly end: Day
}

interface Stay {
  readonly arrival: Day
  readonly departure: Day
}

export const hasNightIn = ({ arrival, departure }: Stay, { from, end }: NightSpan): boolean => arrival < end && departure > from

export const nightsIn = ({ arrival, departure }: Stay, { from, end }: NightSpan): readonly Day[] =>
  daysUntil(arrival < from ? from : arrival, departure < end ? departure : end)

/**
 * The figures of each night. Cancelled bookings, and those that are not approved, are left out; arrivals are those of guests.
 *
 * @param sales rooms that other channels sold
 */
export function figuresOf(db: Db, property: number, span: NightSpan, sales: readonly (Stay & { readonly room: number })[]) {
  const nights = daysUntil(span.from, span.end).map((day) => ({
    day,
    taken: new Set<number>(),
    arrivals: 0,
    sold: 0,
    revenue: 0,
  }))
  for (const sale of sales) for (const day of nightsIn(sale, span)) nights[daysBetween(span.from, day)]?.taken.add(sale.room)
  for (const booking of db.bookings.by('property', property)) {
    const { arrival, departure, kind, cancelled, approval, rooms, roomTotal } = booking
    if (cancelled || approval !== 'approved' || !hasNightIn(booking, span)) continue
    const perNight = roomTotal / Math.max(1, daysBetween(arrival, departure))
    const guests = kind !== 'black'
    for (const day of nightsIn(booking, span)) {
      const night = nights[daysBetween(span.from, day)]
      if (!night) continue
      for (const { roomId } of rooms) night.taken.add(roomId)
      if (!guests) continue
      if (day === arrival) night.arrivals++
      night.sold += rooms.length
      night.revenue += perNight
    }
  }
  return nights.map(({ day, taken, arrivals, sold, revenue }) => {
    return { day, taken: taken.size, arrivals, rate: sold === 0 ? null : plainAmount(Math.round(revenue / sold)) }
  })
}
