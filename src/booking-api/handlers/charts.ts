import { chartBookings, chartGuestCountries, chartOccupancy } from '../../booking-contract/charts.ts'
import { countCountries, incomeByMonth, occupancyOf } from '../../domain/overview/charts.ts'
import type { Ctx, On } from '../handler-context.ts'
import { type ChartStyle, countriesChart, countryLabel, incomeChart, occupancyChart, type Triple } from '../responses/charts.ts'

export function chartRoutes(on: On): void {
  on(chartBookings, (_, ctx) => {
    const bills = ctx.db.invoices
      .by('property', ctx.property.id)
      .map((invoice) => ({ invoice, lines: ctx.db.lineItems.by('invoice', invoice.id) }))
    const income = incomeByMonth(bills, (at) => ctx.dayOf(at, ctx.property), ctx.choices.invoice_totals)
    return incomeChart(income, (year) => colour(`bookings/${year}`, ctx), style(ctx))
  })

  on(chartGuestCountries, (_, ctx) => {
    const nameOf = (code: string): string | undefined => ctx.geography.countryName(code, ctx.language)
    const countries = ctx.db.guests
      .by('property', ctx.property.id)
      .map(({ country }) => countryLabel(country, nameOf, style(ctx)))
    const today = ctx.today(ctx.property)
    return [countriesChart(countCountries(countries), { today, colour: colour('guest_countries', ctx), style: style(ctx) })]
  })

  on(chartOccupancy, (_, ctx) => {
    const today = ctx.today(ctx.property)
    const counts = occupancyOf(ctx.db.roomNights.by('property', ctx.property.id), today)
    return [occupancyChart(counts, { today, colour: colour('occupancy', ctx), style: style(ctx) })]
  })
}

const style = ({ language, choices }: Ctx): ChartStyle => ({ language, choices })

/** The colour of a dataset; the same in every response. */
function colour(dataset: string, ctx: Ctx): Triple {
  const stream = ctx.sandbox.randomness.stream('chart', `${ctx.property.id}/${dataset}`)
  return [stream.integer(0, 255), stream.integer(0, 255), stream.integer(0, 255)]
}
