/**
 * Charts in responses.
 * @source spec "Charts"; facts "Charts"
 */
import { monthOf, yearOf } from '../../base/day.ts'
import { plainAmount, toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Translated } from '../../booking-contract/shared/language.ts'
import type { MonthIncome, YearIncome } from '../../domain/overview/charts.ts'
import type { Ctx } from '../handler-context.ts'
import { keyedCollection } from './shared/keyed-collection.ts'
import { dayNames } from './shared/text.ts'

/** Red, green, blue, each 0 to 255. */
export type Triple = readonly [red: number, green: number, blue: number]

const BOOKINGS: Translated = { 'en-GB': 'Bookings', 'fr-FR': 'Réservations', 'de-DE': 'Buchungen' }
const INCOME: Translated = {
  'en-GB': 'Income by year/month',
  'fr-FR': 'Revenus par année/mois',
  'de-DE': 'Einnahmen nach Jahr/Monat',
}
const GUESTS: Translated = { 'en-GB': 'Guests', 'fr-FR': 'Clients', 'de-DE': 'Gäste' }
const COUNTRY: Translated = { 'en-GB': 'Country', 'fr-FR': 'Pays', 'de-DE': 'Land' }
const ROOMS: Translated = {
  'en-GB': 'Rooms booked by month/day',
  'fr-FR': 'Chambres réservées par mois/jour',
  'de-DE': 'Gebuchte Zimmer nach Monat/Tag',
}
const UNKNOWN: Translated = { 'en-GB': 'Unknown', 'fr-FR': 'Inconnu', 'de-DE': 'Unbekannt' }

/** The colours of one dataset: all of the same triple. */
function colours([red, green, blue]: Triple) {
  const solid = `rgba(${red},${green},${blue},1)`
  return {
    fillColor: `rgba(${red},${green},${blue},0.2)`,
    strokeColor: solid,
    pointColor: solid,
    pointStrokeColor: '#fff',
    pointHighlightFill: '#fff',
    pointHighlightStroke: solid,
  } as const
}

/** This month: `November 2026`. */
function monthName(ctx: Ctx): string {
  const today = ctx.today(ctx.property)
  return `${dayNames(ctx.language, ctx.choices.label_language).months[monthOf(today) - 1]} ${yearOf(today)}`
}

/** The income of a property: one dataset per year. */
export function incomeChart(years: readonly YearIncome[], colourOf: (year: number) => Triple, { language, choices }: Ctx) {
  const datasets = years.map(({ year, months }) => ({
    title: BOOKINGS[language],
    description: INCOME[language],
    labels: [...dayNames(language, choices.label_language).shortMonths],
    label: year,
    data: months.map((month) => incomeValue(month, choices.chart_values)),
    ...colours(colourOf(year)),
  }))
  return keyedCollection(choices.empty_map, datasets, (dataset) => [dataset.label, dataset])
}

function incomeValue({ amount, invoices }: MonthIncome, values: Choices['chart_values']): number | string {
  return values === 'as_recorded' && invoices === 1 ? plainAmount(amount) : toNumber(amount)
}

export function countryLabel(stored: string, { geography, language, choices }: Ctx): string {
  const known = geography.countryName(stored, language)
  if (known !== undefined) return known
  if (stored.length > 3) return stored.toUpperCase()
  return choices.chart_values === 'as_recorded' ? '0' : UNKNOWN[language]
}

/** The countries of guests, the most frequent first. */
export function countriesChart(counts: readonly (readonly [country: string, guests: number])[], colour: Triple, ctx: Ctx) {
  const { language, choices } = ctx
  const inOrder = Object.values(Object.fromEntries(counts))
  const each = inOrder.flatMap((guests) => Array.from({ length: guests }, () => 1))
  return {
    title: GUESTS[language],
    description: COUNTRY[language],
    labels: keyedCollection(choices.empty_map, counts, (count) => count),
    label: monthName(ctx),
    data: choices.chart_values === 'numbers' ? inOrder : each,
    ...colours(colour),
  }
}

/** Rooms taken on each day of this month. */
export function occupancyChart(counts: readonly number[], colour: Triple, ctx: Ctx) {
  const month = monthName(ctx)
  return {
    title: `${BOOKINGS[ctx.language]} ${month}`,
    description: ROOMS[ctx.language],
    labels: counts.map((_, index) => index + 1),
    label: month,
    data: counts,
    ...colours(colour),
  }
}
