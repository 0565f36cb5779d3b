import { chartBookings, chartGuestCountries, chartOccupancy } from '../../booking-contract/charts.ts'
import { countCountries, incomeByMonth, occupancyOf } from '../../domain/overview/charts.ts'
import type { Ctx, On } from '../handler-context.ts'
import { countriesChart, countryLabel, incomeChart, occupancyChart, type Triple } from '../responses/charts.ts'

export function chartRoutes(on: On): void {
  on(chartBookings, (_, ctx) => {
    const bills = ctx.db.invoices
      .by('property', ctx.property.id)
      .map((invoice) => ({ invoice, lines: ctx.db.lineItems.by('invoice', invoice.id) }))
    const income = incomeByMonth(bills, (at) => ctx.dayOf(at, ctx.property), ctx.choices.invoice_totals)
    return incomeChart(income, (year) => colour(`bookings/${year}`, ctx), ctx)
  })

  on(chartGuestCountries, (_, ctx) => {
    const countries = ctx.db.guests.by('property', ctx.property.id).map(({ country }) => countryLabel(country, ctx))
    return [countriesChart(countCountries(countries), colour('guest_countries', ctx), ctx)]
  })

  on(chartOccupancy, (_, ctx) => {
    const counts = occupancyOf(ctx.db.roomNights.by('property', ctx.property.id), ctx.today(ctx.property))
    return [occupancyChart(counts, colour('occupancy', ctx), ctx)]
  })
}

/** The colour of a dataset; the same in every response. */
function colour(dataset: string, ctx: Ctx): Triple {
  const stream = ctx.sandbox.randomness.stream('chart', `${ctx.property.id}/${dataset}`)
  return [stream.integer(0, 255), stream.integer(0, 255), stream.integer(0, 255)]
}
