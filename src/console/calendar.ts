/**
 * The tab Calendar: a tape chart, rooms by nights, kept up to date by its script; and one booking in detail.
 *
 * @module
 */
import { html } from 'hono/html'
import { timestamp } from '../base/instant.ts'
import type { CalendarData } from './control-client.ts'
import { callLinks } from './links.ts'
import { badge, emptyState, facts, type Html, shortened, type Value } from './markup.ts'
import { notFound, type PageContext, type TabContent } from './page.ts'

const LEGEND = ['booked', 'in house', 'left', 'enquiry', 'no show', 'black', 'session'] as const
const SPANS = [30, 60, 120] as const

/** What an address asks for. */
interface View {
  readonly property: number
  readonly from: string
  readonly nights: number
  readonly rates: boolean
  readonly booking: number | undefined
}

/** The calendar of a property. */
export async function calendarTab({ control, base, query }: PageContext): Promise<TabContent> {
  const asked = new URLSearchParams()
  for (const name of ['property', 'from', 'nights']) {
    const value = query.get(name)
    if (value) asked.set(name, value)
  }
  const calendar = await control.calendar(asked)
  if (calendar === undefined) return notFound(base, 'There is no such property.')
  if (calendar.property === null)
    return { title: 'Calendar', body: emptyState('There is no property.', 'Fixtures bring properties with rooms.') }
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
<div class="calendar-split${booking !== undefined && ' with-detail'}">
<div id="chart" class="chart" data-keep data-property="${view.property}"></div>
<noscript><p>The chart needs script. The stays as JSON: <a href="${base}/calendar?${asked.toString()}">calendar</a>; the rows under <a href="${base}/console/data/bookings?field=propertyId&amp;value=${view.property}">bookings</a>.</p></noscript>
${booking !== undefined && (await bookingDetail({ control, base }, view, booking))}
</div>`,
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
<label class="visually-hidden" for="nights">Nights</label><select id="nights" name="nights" data-submit>${SPANS.map((span) => html`<option value="${span}"${span === nights && html` selected`}>${span} nights</option>`)}</select>
<span><input type="checkbox" id="rates" name="rates" value="true"${rates && html` checked`} data-submit><label for="rates">Tariffs</label></span>
<button>Show</button> <a href="${base}/console/calendar?property=${property}">Today (${today})</a>
<small>${rooms.length} rooms</small>
<span class="legend">${LEGEND.map((state) => html`<span class="key ${classOf(state)}">${state}</span>`)}</span>
</form>`
}

const classOf = (state: string): string => state.replace(' ', '-')

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

/** A booking with its guest, notes, invoices and the calls that changed it. */
async function bookingDetail({ control, base }: Pick<PageContext, 'control' | 'base'>, view: View, id: number): Promise<Html> {
  const rowsOf = async (collection: string, field: string): Promise<readonly Row[]> => {
    const page = await control.collection(collection, new URLSearchParams({ field, value: String(id) }))
    return (page?.found ?? []) as readonly Row[]
  }
  const [[booking], notes, invoices, calls] = await Promise.all([
    rowsOf('bookings', 'id'),
    rowsOf('notes', 'bookingId'),
    rowsOf('invoices', 'bookingId'),
    control.journal(new URLSearchParams({ touched: `bookings/${id}`, summary: 'true' })),
  ])
  const close = html`<a href="${addressOf(base, { ...view, booking: undefined })}" data-key="Escape">Close</a>`
  if (!booking)
    return html`<article class="detail" id="detail">${emptyState(`There is no booking ${id} any more.`, close)}</article>`
  const guestId = booking['guestId']
  return html`<article class="detail" id="detail" aria-labelledby="detail-title">
<div class="detail-head"><h2 id="detail-title">Booking ${id}</h2><nav aria-label="Booking">${close}</nav></div>
${facts([
  ['Stay', `${text(booking['arrival'])} to ${text(booking['departure'])}`],
  ['Kind', text(booking['kind'])],
  ['Number', text(booking['tag'])],
  [
    'Guest',
    guestId !== 0 && html`<a href="${base}/console/data/guests?field=id&amp;value=${text(guestId)}">${text(guestId)}</a>`,
  ],
  ['Approval', text(booking['approval'])],
  ['State', flags(booking)],
  ['Requests', text(booking['specialRequests'])],
  ['Row', html`<a href="${base}/console/data/bookings?field=id&amp;value=${id}">all fields</a>`],
])}
<h3>Notes</h3>${notes.length === 0 ? html`<p><small>none</small></p>` : html`<ul class="plain">${notes.map((note) => html`<li>${text(note['text'])} <small>${time(note['at'])}</small></li>`)}</ul>`}
<h3>Invoices</h3>${invoices.length === 0 ? html`<p><small>none</small></p>` : html`<ul class="plain">${invoices.map((invoice) => html`<li><a href="${base}/console/data/lineItems?field=invoiceId&amp;value=${invoice.id}">${invoice.id}</a> ${badge('plain', text(invoice['status']))} <small>raised ${time(invoice['raisedAt'])}</small></li>`)}</ul>`}
<h3>History</h3>${calls.entries.length === 0 ? html`<p><small>No call of the journal changed it.</small></p>` : html`<ul class="plain">${calls.entries.map((entry) => html`<li>${callLinks(base, [entry.id])} ${entry.method} <code>${shortened(entry.target, 120)}</code> ${entry.status}</li>`)}</ul>`}
</article>`
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const time = (value: unknown): Value => typeof value === 'number' && timestamp(value)

const flags = (booking: Row): string =>
  ['bookedIn', 'bookedOut', 'noShow', 'cancelled', 'depositPaid'].filter((flag) => booking[flag] === true).join(', ')
