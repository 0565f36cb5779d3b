/**
 * The tab Calendar: a tape chart, rooms by nights, kept up to date by its script; what calls changed; and one booking in detail.
 */

import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import { addDays, parseDay } from '../base/day.ts'
import { DAYS_BEFORE_TODAY, DEFAULT_NIGHTS, readCalendar } from '../control-contract/calendar.ts'
import { bookingDetail } from './booking-detail.ts'
import { calendarCharts } from './calendar-charts.ts'
import type { CalendarData } from './control-responses.ts'
import { callLink, causeLink } from './links.ts'
import { badge, emptyState, type Html, type Value } from './markup.ts'
import { notFound, type PageContext, type TabContent } from './page.ts'

const LEGEND = ['booked', 'in house', 'left', 'enquiry', 'no show', 'black', 'session', 'other channel'] as const
const NIGHT_COUNTS = [30, 60, 120]

/** The parameters of the address. */
interface View {
  readonly property: number
  readonly from: string
  readonly nights: number
  readonly rates: boolean
  readonly booking: number | undefined
  /** True for the days that are shown by default. */
  readonly isDefault: boolean
}

export async function calendarTab({ control, base, query }: PageContext): Promise<TabContent> {
  const [property, from, nights] = ['property', 'from', 'nights'].map((name) => query.get(name) || undefined)
  const calendar = await control.find(readCalendar, { query: { property, from, nights } })
  if (calendar === undefined) return notFound(base, 'There is no such property.')
  if (calendar.property === null)
    return {
      title: 'Calendar',
      body: emptyState(
        'There is no property.',
        html`A world has those of its fixtures: <a href="${base}/docs/fixtures.md">how to write one</a>.`,
      ),
    }
  const booking = /^\d{1,12}$/.test(query.get('booking') ?? '') ? Number(query.get('booking')) : undefined
  const view: View = {
    property: calendar.property.id,
    from: calendar.from,
    nights: calendar.nights,
    rates: query.get('rates') === 'true',
    booking,
    isDefault: calendar.from === firstDay(calendar.today) && calendar.nights === DEFAULT_NIGHTS,
  }
  return {
    title: `Calendar of ${calendar.property.name}`,
    styles: ['calendar.css'],
    scripts: ['calendar.js'],
    body: html`<h2 class="visually-hidden">Calendar</h2>
${toolbar(base, view, calendar)}
${soldTwiceElsewhere(base, view, calendar)}
${calendarCharts(calendar)}
<div class="split calendar-split${booking !== undefined && ' with-detail'}">
<div id="chart" class="chart${view.rates && ' with-rates'}" data-keep data-property="${view.property}"></div>
<noscript>${stayTable(calendar)}<p>The chart needs script. The stays as JSON: <a href="${base}/calendar?property=${view.property}&amp;from=${view.from}&amp;nights=${view.nights}">calendar</a>; the rows under <a href="${base}/console/data/bookings?field=propertyId&amp;value=${view.property}">bookings</a>.</p></noscript>
${booking !== undefined && (await bookingDetail({ control, base }, booking, addressOf(base, { ...view, booking: undefined }), calendar.stays.find((stay) => stay.booking === booking)?.cause ?? null))}
</div>
${soldTwice(base, view, calendar)}
${changedStays(base, view, calendar)}`,
  }
}

function firstDay(today: string): string {
  const day = parseDay(today)
  return day === undefined ? today : addDays(day, -DAYS_BEFORE_TODAY)
}

/** The days that are shown by default are left out, so that the chart follows the clock. */
function addressOf(base: string, { property, from, nights, rates, booking, isDefault }: View): string {
  const query = new URLSearchParams({
    property: String(property),
    ...(!isDefault && { from, nights: String(nights) }),
    ...(rates && { rates: 'true' }),
    ...(booking !== undefined && { booking: String(booking) }),
  })
  return `${base}/console/calendar?${query}`
}

function toolbar(base: string, view: View, { properties, rooms, today }: CalendarData): Html {
  const { property, from, nights, rates } = view
  const nightCounts = [...new Set([...NIGHT_COUNTS, nights])].sort((a, b) => a - b)
  return html`<form method="get" action="${base}/console/calendar" class="filter calendar-bar" data-calendar data-source="${base}/calendar?${new URLSearchParams({ property: String(property), from, nights: String(nights), rates: String(rates) })}" data-rest="${addressOf(base, { ...view, booking: undefined })}">
<label class="visually-hidden" for="property">Property</label><select id="property" name="property" data-submit>${properties.map(({ id, name, sold_twice: twice }) => html`<option value="${id}"${id === property && html` selected`}>${id} \u2068${name}\u2069${twice > 0 && `, ${twice} sold twice`}</option>`)}</select>
<label for="from">From</label><input type="date" id="from" name="from" value="${from}" max="9999-12-31" data-default="${firstDay(today)}" data-submit>
<label class="visually-hidden" for="nights">Nights</label><select id="nights" name="nights" data-default="${DEFAULT_NIGHTS}" data-submit>${nightCounts.map((span) => html`<option value="${span}"${span === nights && html` selected`}>${countText(span, 'night')}</option>`)}</select>
<span><input type="checkbox" id="rates" name="rates" value="true"${rates && html` checked`} data-submit><label for="rates">Tariffs</label></span>
<noscript><button>Show</button></noscript> <a href="${base}/console/calendar?property=${property}" title="${today} by the clock of the sandbox">Today</a>
<small>${countText(rooms.length, 'room')}</small>
<span class="legend">${LEGEND.map((state) => html`<span class="key ${classOf(state)}">${state}</span>`)}<span class="key called">changed by a call</span><span class="key caused">by fault, event or traffic</span><span class="key twice">sold twice</span><span class="key fresh">just changed</span></span>
</form>`
}

const classOf = (state: string): string => state.replace(' ', '-')

const MAX_NIGHTS = 50

function soldTwiceElsewhere(base: string, view: View, { properties }: CalendarData): Value {
  const others = properties.filter(({ id, sold_twice: twice }) => twice > 0 && id !== view.property)
  return (
    others.length > 0 &&
    html`<p id="twice-elsewhere">${badge('bad', 'sold twice')} Nights of other properties: ${others.map(({ id, name, sold_twice: twice }) => html`<a href="${addressOf(base, { ...view, property: id, booking: undefined })}">${name}</a> ${twice} `)}</p>`
  )
}

function soldTwice(base: string, view: View, { sold_twice: nights, stays, rooms }: CalendarData): Value {
  if (nights.length === 0) return undefined
  const byKey = new Map(stays.map((stay) => [stay.key, stay]))
  const taker = (key: string): Value => {
    const stay = byKey.get(key)
    if (stay === undefined) return key
    if (stay.booking === null)
      return html`<li><span class="key ${classOf(stay.state)}">${stay.state}</span> ${stay.arrival} to ${stay.departure}</li>`
    return html`<li><a href="${addressOf(base, { ...view, booking: stay.booking })}">${stay.guest === '' ? `booking ${stay.booking}` : stay.guest}</a> ${stay.arrival} to ${stay.departure}${stay.call !== null && html`, call ${callLink(base, stay.call)}`}${stay.cause !== null && html`, ${causeLink(base, stay.cause)}`}</li>`
  }
  return html`<section class="changed" aria-labelledby="twice-title"><h3 id="twice-title">${badge('bad', countText(nights.length, 'night'))} sold twice</h3><div class="scroll" tabindex="0" role="region" aria-label="Nights sold twice"><table><thead><tr><th scope="col">Night</th><th scope="col">Room</th><th scope="col">Sold to</th></tr></thead><tbody>${nights
    .slice(0, MAX_NIGHTS)
    .map(
      ({ room, night, stays: keys }) =>
        html`<tr><th scope="row">${night}</th><td>${rooms.find(({ id }) => id === room)?.name ?? room}</td><td><ul class="plain">${keys.map(taker)}</ul></td></tr>`,
    )}</tbody></table></div>${nights.length > MAX_NIGHTS && html`<p><small>and ${nights.length - MAX_NIGHTS} more</small></p>`}</section>`
}

/** The stays as a table, for browsers without script. */
const stayTable = ({ stays, rooms }: CalendarData): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Stays"><table><thead><tr><th scope="col">Room</th><th scope="col">From</th><th scope="col">To</th><th scope="col">State</th><th scope="col">Guest</th></tr></thead><tbody>${rooms.flatMap(({ id, name }) => stays.filter(({ room }) => room === id).map(({ arrival, departure, state, guest }) => html`<tr><th scope="row">${name}</th><td>${arrival}</td><td>${departure}</td><td>${state}</td><td>${guest}</td></tr>`))}</tbody></table></div>`

const MAX_CHANGED = 12

/** The stays in the days of the chart that calls of the journal changed or cancelled, latest first. */
function changedStays(base: string, view: View, { stays, cancelled, rooms }: CalendarData): Value {
  const changed = [...stays, ...cancelled]
    .flatMap((stay) => (stay.call === null || stay.booking === null ? [] : [{ ...stay, call: stay.call, booking: stay.booking }]))
    .sort((a, b) => b.call - a.call)
  if (changed.length === 0) return undefined
  const nameOf = (room: number): string => rooms.find(({ id }) => id === room)?.name ?? String(room)
  return html`<section class="changed" aria-labelledby="changed-title"><h3 id="changed-title">Changed by calls</h3><ul class="plain">${changed
    .slice(0, MAX_CHANGED)
    .map(
      ({ call, booking, guest, state, room, arrival, departure }) =>
        html`<li>${callLink(base, call)} <a href="${addressOf(base, { ...view, booking })}">${guest === '' ? `booking ${booking}` : guest}</a> <bdi>${nameOf(room)}</bdi>, ${arrival} to ${departure} <span class="key ${classOf(state)}">${state}</span></li>`,
    )}</ul>${changed.length > MAX_CHANGED && html`<p><small>and ${changed.length - MAX_CHANGED} more</small></p>`}</section>`
}
