/**
 * The data of a property's charts.
 * @source facts "Charts"
 */
import { type Day, daysInMonth, monthOf, yearOf } from '../../base/day.ts'
import { countEach } from '../../base/group-by.ts'
import type { DayOf } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'
import type { RoomNight } from '../booking/room-nights.ts'
import type { InvoiceWithLines } from '../invoice/invoices.ts'
import { type GrandTotalRule, grandTotal, invoiceTotals } from '../invoice/totals.ts'

export interface MonthIncome {
  readonly amount: Minor
  readonly invoices: number
}

/** A year's months, January first. */
export interface YearIncome {
  readonly year: number
  readonly months: readonly MonthIncome[]
}

/** The paid invoices of bookings by the month they were raised in; years without any are left out. */
export function incomeByMonth(bills: readonly InvoiceWithLines[], dayOf: DayOf, rule: GrandTotalRule): readonly YearIncome[] {
  const years = new Map<number, MonthIncome[]>()
  for (const { invoice, lines } of bills) {
    if (invoice.status !== 'paid' || invoice.bookingId === 0 || lines.length === 0) continue
    const raised = dayOf(invoice.raisedAt)
    const months = years.get(yearOf(raised)) ?? Array.from({ length: 12 }, () => ({ amount: 0, invoices: 0 }))
    const at = monthOf(raised) - 1
    const { amount, invoices } = months[at] ?? { amount: 0, invoices: 0 }
    months[at] = { amount: amount + grandTotal(invoiceTotals(invoice, lines), rule), invoices: invoices + 1 }
    years.set(yearOf(raised), months)
  }
  return [...years].map(([year, months]) => ({ year, months })).sort((a, b) => a.year - b.year)
}

/** The number of taken rooms on each day of the month of `today`. */
export function occupancyOf(nights: readonly Pick<RoomNight, 'day'>[], today: Day): readonly number[] {
  const month = today.slice(0, 8)
  const counts: number[] = Array.from({ length: daysInMonth(today) }, () => 0)
  for (const { day } of nights) {
    if (!day.startsWith(month)) continue
    const at = Number(day.slice(8)) - 1
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** The number of guests by country, most frequent first, ties in order of appearance. */
export function countCountries(countries: readonly string[]): readonly (readonly [country: string, guests: number])[] {
  return [...countEach(countries)].sort((a, b) => b[1] - a[1])
}
