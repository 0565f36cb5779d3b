/**
 * The tab Calendar: a tape chart, rooms by nights, kept up to date by its script; what calls changed; and one booking in detail.
 *
 * @module
 */

import { html } from 'hono/html'
import { readCalendar } from '../control-contract/calendar.ts'
import { bookingDetail } from './booking-detail.ts'
import { calendarCharts } from './calendar-charts.ts'
import type { CalendarData } from './control-responses.ts'
import { callLink } from './links.ts'
import { emptyState, type Html, type Value } from './markup.ts'
import { notFound, type PageContext, type TabContent } from './page.ts'

const LEGEND = ['booked', 'in house', 'left', 'enquiry', 'no show', 'black', 'session'] as const
const NIGHT_COUNTS = [30, 60, 120] as const

/** The parameters of the address. */
interface View {
  readonly property: number
  readonly from: string
  readonly nights: number
  readonly rates: boolean
  readonly booking: number | undefined
}

/** The calendar of a property. */
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
  }
  return {
    title: `Calendar of ${calendar.property.name}`,
    styles: ['calendar.css'],
    scripts: ['calendar.js'],
    body: html`<h2 class="visually-hidden">Calendar</h2>
${toolbar(base, view, calendar)}
${calendarCharts(calendar)}
<div class="calendar-split${booking !== undefined && ' with-detail'}">
<div id="chart" class="chart${view.rates && ' with-rates'}" data-keep data-property="${view.property}"></div>
<noscript><p>The chart needs script. The stays as JSON: <a href="${base}/calendar?property=${view.property}&amp;from=${view.from}&amp;nights=${view.nights}">calendar</a>; the rows under <a href="${base}/console/data/bookings?field=propertyId&amp;value=${view.property}">bookings</a>.</p></noscript>
${booking !== undefined && (await bookingDetail({ control, base }, booking, addressOf(base, { ...view, booking: undefined })))}
</div>
${changedStays(base, view, calendar)}`,
  }
}

function addressOf(base: string, { property, from, nights, rates, booking }: View): string {
  const query = new URLSearchParams({
    property: String(property),
    from,
    nights: String(nights),
    ...(rates && { rates: 'true' }),
    ...(booking !== undefined && { booking: String(booking) }),
  })
  return `${base}/console/calendar?${query}`
}

function toolbar(base: string, view: View, { properties, rooms, today }: CalendarData): Html {
  const { property, from, nights, rates } = view
  return html`<form method="get" action="${base}/console/calendar" class="filter calendar-bar" data-calendar data-source="${base}/calendar?${new URLSearchParams({ property: String(property), from, nights: String(nights), rates: String(rates) })}" data-rest="${addressOf(base, { ...view, booking: undefined })}">
<label class="visually-hidden" for="property">Property</label><select id="property" name="property" data-submit>${properties.map(({ id, name }) => html`<option value="${id}"${id === property && html` selected`}>${id} ${name}</option>`)}</select>
<label for="from">From</label><input type="date" id="from" name="from" value="${from}" data-submit>
<label class="visually-hidden" for="nights">Nights</label><select id="nights" name="nights" data-submit>${NIGHT_COUNTS.map((span) => html`<option value="${span}"${span === nights && html` selected`}>${span} nights</option>`)}</select>
<span><input type="checkbox" id="rates" name="rates" value="true"${rates && html` checked`} data-submit><label for="rates">Tariffs</label></span>
<noscript><button>Show</button></noscript> <a href="${base}/console/calendar?property=${property}" title="${today} by the clock of the sandbox">Today</a>
<small>${rooms.length} rooms</small>
<span class="legend">${LEGEND.map((state) => html`<span class="key ${classOf(state)}">${state}</span>`)}<span class="key called">changed by a call</span></span>
</form>`
}

const classOf = (state: string): string => state.replace(' ', '-')

const MAX_CHANGED = 12

/** The stays in the chart that calls of the journal changed, latest first. */
function changedStays(base: string, view: View, { stays, rooms }: CalendarData): Value {
  const changed = stays
    .flatMap((stay) => (stay.call === null || stay.booking === null ? [] : [{ ...stay, call: stay.call, booking: stay.booking }]))
    .sort((a, b) => b.call - a.call)
  if (changed.length === 0) return undefined
  const nameOf = (room: number): string => rooms.find(({ id }) => id === room)?.name ?? String(room)
  return html`<section class="changed" aria-labelledby="changed-title"><h3 id="changed-title">Changed by calls</h3><ul class="plain">${changed
    .slice(0, MAX_CHANGED)
    .map(
      ({ call, booking, guest, state, room, arrival, departure }) =>
        html`<li>${callLink(base, call)} <a href="${addressOf(base, { ...view, booking })}">${guest === '' ? `booking ${booking}` : guest}</a> ${nameOf(room)}, ${arrival} to ${departure} <span class="key ${classOf(state)}">${state}</span></li>`,
    )}</ul>${changed.length > MAX_CHANGED && html`<p><small>and ${changed.length - MAX_CHANGED} more</small></p>`}</section>`
}
