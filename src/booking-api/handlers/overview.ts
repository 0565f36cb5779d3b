import { getStatistic, listArrivalsToday, listDeparturesToday, listResidents } from '../../booking-contract/overview.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { type Overview, overview, statistic } from '../../domain/overview/overview.ts'
import type { Ctx, On } from '../handler-context.ts'
import { overviewEntry, statisticEntry } from '../responses/overview.ts'

export function overviewRoutes(on: On): void {
  on(listArrivalsToday, (_, ctx) => entries(overviewOf(ctx).arrivals, ctx))
  on(listDeparturesToday, (_, ctx) => entries(overviewOf(ctx).departures, ctx))
  on(listResidents, (_, ctx) => entries(overviewOf(ctx).residents, ctx))
  on(getStatistic, (_, ctx) => {
    const isOfProperty = ({ guestId }: Booking): boolean => ctx.db.guests.get(guestId)?.propertyId === ctx.property.id
    return [statisticEntry(statistic(overviewOf(ctx), ctx.choices.overview_lists, isOfProperty))]
  })
}

function overviewOf(ctx: Ctx): Overview {
  const bookings = ctx.db.bookings.by('property', ctx.property.id)
  return overview(bookings, ctx.today(ctx.property), ctx.choices.overview_lists)
}

const entries = (bookings: readonly Booking[], ctx: Ctx) =>
  bookings.map((booking) => overviewEntry(booking, ctx.db.guests.get(booking.guestId)))
