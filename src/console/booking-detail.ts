/** One booking in detail, beside the calendar: stay, guest, price, notes, invoices, and the calls that changed it. */

import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import { timestamp } from '../base/instant.ts'
import { plainAmount } from '../base/money.ts'
import { readCollection } from '../control-contract/collections.ts'
import { readJournal } from '../control-contract/journal.ts'
import type { CalendarData, CollectionPage } from './control-responses.ts'
import { callLinks, causeLink } from './links.ts'
import { badge, dateTime, emptyState, type Html, readable, shortened, type Value, valueList } from './markup.ts'
import type { PageContext } from './page.ts'

type Row = CollectionPage['found'][number]

type Context = Pick<PageContext, 'control' | 'base'>

type Cause = CalendarData['stays'][number]['cause']

/** @param close address of the calendar without the booking @param cause what changed the booking last, where it was no call */
export async function bookingDetail(context: Context, id: number, close: string, cause: Cause): Promise<Html> {
  const { control, base } = context
  const [[booking], notes, invoices, calls] = await Promise.all([
    rowsOf(context, 'bookings', 'id', id),
    rowsOf(context, 'notes', 'bookingId', id),
    rowsOf(context, 'invoices', 'bookingId', id),
    control.call(readJournal, { query: { changed: `bookings/${id}`, summary: true } }),
  ])
  const closeLink = html`<a href="${close}" data-key="Escape" class="close">Close</a>`
  if (!booking)
    return html`<article class="detail" id="detail">${emptyState(`There is no booking ${id} any more.`, closeLink)}</article>`
  const [guests, rooms, bills] = await Promise.all([
    Number(booking['guestId']) === 0 ? [] : rowsOf(context, 'guests', 'id', Number(booking['guestId'])),
    rowsOf(context, 'rooms', 'propertyId', Number(booking['propertyId'])),
    Promise.all(
      invoices.map(async (invoice) => ({ invoice, lines: await rowsOf(context, 'lineItems', 'invoiceId', invoice.id) })),
    ),
  ])
  return html`<article class="detail" id="detail" aria-labelledby="detail-title">
<div class="detail-head"><h2 id="detail-title">${booking['kind'] === 'black' ? 'Black booking' : 'Booking'} ${id}</h2><nav aria-label="Booking">${closeLink}</nav></div>
${stay(base, booking, guests[0], rooms)}
<section><h3>Notes</h3>${notes.length === 0 ? smallText('No notes.') : html`<ul class="plain">${notes.map((note) => html`<li>${text(note['text'])} <small>${time(note['at'])}</small></li>`)}</ul>`}</section>
<section><h3>Invoices</h3>${bills.length === 0 ? smallText('No invoice.') : bills.map(({ invoice, lines }) => invoiceSection(base, invoice, lines))}</section>
<section><h3>History</h3>${cause !== null && html`<p>Changed by ${causeLink(base, cause)}</p>`}${calls.entries.length === 0 ? cause === null && smallText('No call that the journal still holds changed this booking.') : html`<ul class="plain">${calls.entries.map((entry) => html`<li>${callLinks(base, [entry.id])} ${entry.method} <code>${shortened(readable(entry.target), 120)}</code> ${entry.status} <small>${dateTime(entry.at)}</small></li>`)}</ul>`}</section>
</article>`
}

async function rowsOf({ control }: Context, collection: string, field: string, value: number | string): Promise<readonly Row[]> {
  const page = await control.find(readCollection, {
    path: { name: collection },
    query: { field, value: String(value), limit: 1000 },
  })
  return page?.found ?? []
}

function stay(base: string, booking: Row, guest: Row | undefined, rooms: readonly Row[]): Html {
  const chosen = Array.isArray(booking['rooms']) ? (booking['rooms'] as readonly { readonly roomId: number }[]) : []
  const names = chosen.map(({ roomId }) => text(rooms.find(({ id }) => id === roomId)?.['name']) || String(roomId))
  const isBlack = booking['kind'] === 'black'
  const children = Number(booking['children'])
  const childrenText = children === 1 ? '1 child' : `${children} children`
  return valueList([
    ['Stay', `${text(booking['arrival'])} to ${text(booking['departure'])}`],
    ['Rooms', names.join(', ')],
    [
      'Guest',
      guest &&
        html`<a href="${base}/console/data/guests?field=id&amp;value=${guest.id}">${text(guest['firstname'])} ${text(guest['surname'])}</a>`,
    ],
    ['Party', !isBlack && `${countText(Number(booking['adults']), 'adult')}${children > 0 ? `, ${childrenText}` : ''}`],
    ['State', stateOf(booking)],
    ['Source', sourceOf(booking)],
    ['Number', !isBlack && text(booking['tag'])],
    ['Total', !isBlack && `${money(booking['total'])} ${text(booking['currency'])}`],
    [
      'Deposit',
      !isBlack &&
        `${money(booking['depositRequired'])} ${text(booking['currency'])}${booking['depositPaid'] === true ? ', paid' : ', not paid'}`,
    ],
    ['Requests', text(booking['specialRequests'])],
    ['Row', html`<a href="${base}/console/data/bookings?field=id&amp;value=${booking.id}">all fields</a>`],
  ])
}

function sourceOf(booking: Row): string {
  const by = text(booking['bookedBy'])
  const source = { internet: 'own site', reception: 'front desk', black: 'room blocked' }[text(booking['kind'])]
  return `${source ?? text(booking['kind'])}${by === '' ? '' : `, by ${by}`}`
}

const STATES = { cancelled: 'cancelled', bookedOut: 'checked out', noShow: 'no show', bookedIn: 'checked in' } as const

function stateOf(booking: Row): string {
  const reached = Object.entries(STATES).find(([flag]) => booking[flag] === true)
  return reached ? reached[1] : booking['kind'] === 'black' ? 'room blocked' : text(booking['approval'])
}

const invoiceSection = (base: string, invoice: Row, lines: readonly Row[]): Html =>
  html`<p><a href="${base}/console/data/lineItems?field=invoiceId&amp;value=${invoice.id}">${invoice.id}</a> ${badge(invoice['status'] === 'paid' ? 'good' : 'plain', text(invoice['status']))} <small>raised ${time(invoice['raisedAt'])}</small></p>
<div class="scroll" tabindex="0" role="region" aria-label="Invoice ${invoice.id}"><table><thead><tr><th scope="col">Item</th><th scope="col" class="number">With tax, ${text(invoice['currency'])}</th></tr></thead><tbody>${lines.map((line) => html`<tr><td>${text(line['name']) || text(line['kind'])}</td><td class="number">${money(line['totalInclusive'])}</td></tr>`)}</tbody></table></div>`

const smallText = (words: string): Html => html`<p><small>${words}</small></p>`
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const time = (value: unknown): Value => typeof value === 'number' && timestamp(value)
const money = (value: unknown): string => (typeof value === 'number' ? plainAmount(value) : '')
