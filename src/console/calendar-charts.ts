/** Small charts above the calendar: occupancy, arrivals and average rate by night. */
import { html } from 'hono/html'
import type { CalendarData } from './control-responses.ts'
import type { Html, Value } from './markup.ts'

const HEIGHT = 40

interface Chart {
  readonly title: string
  /** One value for each night; undefined where there is none. */
  readonly values: readonly (number | undefined)[]
  /** The value at the top of the chart. */
  readonly top: number
  readonly shown: (value: number) => string
}

/** The charts of the nights of a calendar; nothing for a property without rooms. */
export function calendarCharts({ figures, rooms, property, today }: CalendarData): Value {
  if (rooms.length === 0 || figures.length === 0) return undefined
  const arrivals = figures.map((night) => night.arrivals)
  const rates = figures.map(({ rate }) => (rate === null ? undefined : Number(rate)))
  const charts: readonly Chart[] = [
    {
      title: 'Occupancy',
      values: figures.map(({ taken }) => (100 * taken) / rooms.length),
      top: 100,
      shown: (value) => `${Math.round(value)} %`,
    },
    { title: 'Arrivals', values: arrivals, top: Math.max(1, ...arrivals), shown: (value) => String(Math.round(10 * value) / 10) },
    {
      title: 'Average rate',
      values: rates,
      top: Math.max(1, ...rates.map((rate = 0) => rate)),
      shown: (value) => `${value.toFixed(2)} ${property?.currency ?? ''}`,
    },
  ]
  const now = figures.findIndex(({ day }) => day === today)
  return html`<div class="figures">${charts.map((chart) => figure(chart, figures, now))}</div>`
}

function figure({ title, values, top, shown }: Chart, nights: CalendarData['figures'], today: number): Html {
  const known = values.flatMap((value) => value ?? [])
  const highest = values.indexOf(Math.max(...known))
  const words = known.every((value) => value === 0)
    ? 'none'
    : `${shown(known.reduce((sum, value) => sum + value, 0) / known.length)} on average, at most ${shown(values[highest] ?? 0)} on ${nights[highest]?.day}`
  return html`<figure><figcaption>${title}: ${words}</figcaption>
<svg viewBox="0 0 ${values.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title} from ${nights[0]?.day} to ${nights.at(-1)?.day}: ${words}">${today >= 0 && html`<rect class="today" x="${today}" y="0" width="1" height="${HEIGHT}"></rect>`}${values.map((value = 0, night) => bar(night, (value / top) * HEIGHT))}</svg></figure>`
}

const bar = (night: number, height: number): Value =>
  height > 0 &&
  html`<rect x="${night + 0.1}" y="${(HEIGHT - height).toFixed(1)}" width="0.8" height="${height.toFixed(1)}"></rect>`
