/**
 * Charts in responses.
 * @source spec "Charts"; facts "Charts"
 */
import { type Day, monthOf, yearOf } from '../../base/day.ts'
import { plainAmount, toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Translated } from '../../booking-contract/shared/language.ts'
import type { MonthIncome, YearIncome } from '../../domain/overview/charts.ts'
import { keyedCollection } from './shared/keyed-collection.ts'
import { dayNames, type TextStyle } from './shared/text.ts'

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

/** `November 2026`. */
const monthName = (today: Day, { language, choices }: ChartStyle): string =>
  `${dayNames(language, choices.label_language).months[monthOf(today) - 1]} ${yearOf(today)}`

export type ChartStyle = TextStyle<'chart_values' | 'empty_map' | 'label_language'>

/** The income of a property: one dataset per year. */
export function incomeChart(years: readonly YearIncome[], colourOf: (year: number) => Triple, { language, choices }: ChartStyle) {
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

export function countryLabel(stored: string, nameOf: (code: string) => string | undefined, style: ChartStyle): string {
  const known = nameOf(stored)
  if (known !== undefined) return known
  if (stored.length > 3) return stored.toUpperCase()
  return style.choices.chart_values === 'as_recorded' ? '0' : UNKNOWN[style.language]
}

/** The countries of guests, the most frequent first. */
export function countriesChart(
  counts: readonly (readonly [country: string, guests: number])[],
  { today, colour, style }: { readonly today: Day; readonly colour: Triple; readonly style: ChartStyle },
) {
  const inOrder = Object.values(Object.fromEntries(counts))
  const each = inOrder.flatMap((guests) => Array.from({ length: guests }, () => 1))
  return {
    title: GUESTS[style.language],
    description: COUNTRY[style.language],
    labels: keyedCollection(style.choices.empty_map, counts, (count) => count),
    label: monthName(today, style),
    data: style.choices.chart_values === 'numbers' ? inOrder : each,
    ...colours(colour),
  }
}

/** Rooms taken on each day of the month of `today`. */
export function occupancyChart(
  counts: readonly number[],
  { today, colour, style }: { readonly today: Day; readonly colour: Triple; readonly style: ChartStyle },
) {
  const month = monthName(today, style)
  return {
    title: `${BOOKINGS[style.language]} ${month}`,
    description: ROOMS[style.language],
    labels: counts.map((_, index) => index + 1),
    label: month,
    data: counts,
    ...colours(colour),
  }
}
