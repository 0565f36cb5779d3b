/** One collection as a table: search, pages, links between rows. */

import { html } from 'hono/html'
import { countText } from '../../base/count-text.ts'
import { isoInstant } from '../../base/instant.ts'
import { listStart } from '../../base/short-text.ts'
import { readClock } from '../../control-contract/clock.ts'
import { readCollection } from '../../control-contract/collections.ts'
import type { CollectionPage } from '../control-responses.ts'
import { badge, emptyState, fieldText, type Html, offsetIn, pageLinks, shortened, type Value } from '../markup.ts'
import { notFound, type PageContext, type TabContent } from '../page.ts'

const PER_PAGE = 50
const MAX_COLUMNS = 12

interface Reference {
  readonly to: string
  /** The collections to which a row links back. */
  readonly from?: readonly string[]
}

/** Fields with the ids of rows of another collection. */
const REFERENCES: Readonly<Record<string, Reference>> = {
  propertyId: { to: 'properties', from: ['rooms', 'bookings', 'guests', 'rates'] },
  propertyIds: { to: 'properties' },
  roomId: { to: 'rooms', from: ['roomNights'] },
  bookingId: { to: 'bookings', from: ['roomNights', 'notes', 'extras', 'invoices'] },
  guestId: { to: 'guests', from: ['bookings'] },
  invoiceId: { to: 'invoices', from: ['lineItems'] },
  userId: { to: 'users', from: ['clients'] },
  clientId: { to: 'clients', from: ['tokens'] },
  tariffTypeId: { to: 'tariffTypes', from: ['rates'] },
  roomTypeId: { to: 'roomTypes' },
  couponId: { to: 'coupons' },
  featureIds: { to: 'features' },
  categoryId: { to: 'categories' },
  typeId: { to: 'propertyTypes' },
  regionId: { to: 'regions' },
}

/** The collections and fields that refer to a row of a collection. */
const referrersOf = (name: string) =>
  Object.entries(REFERENCES).flatMap(([field, { to, from = [] }]) =>
    to === name ? from.map((collection) => [collection, field] as const) : [],
  )

/** The columns that come first where a collection has more than fit. */
const LEADING: Readonly<Record<string, readonly string[]>> = {
  rates: ['id', 'tariffTypeId', 'propertyId', 'roomTypeId', 'from', 'to', 'price', 'minDays'],
}

export async function collectionPage({ control, base, query }: PageContext, name: string): Promise<TabContent> {
  const [search, field, value] = ['search', 'field', 'value'].map((key) => query.get(key) ?? '')
  const offset = offsetIn(query)
  const filters = { ...(search && { search }), ...(field && value && { field, value }) }
  const [page, { at }] = await Promise.all([
    control.find(readCollection, { path: { name }, query: { ...filters, offset, limit: PER_PAGE } }),
    control.call(readClock),
  ])
  if (!page) return notFound(base, `There is no collection ${shortened(name, 40)}.`)
  const { rows, matching, found } = page
  const address = (to: number): string =>
    `${base}/console/data/${name}?${new URLSearchParams({ ...filters, ...(to > 0 && { offset: String(to) }) })}`
  return {
    title: name,
    body: html`<div class="page-head"><h2><a href="${base}/console/data">Data</a> / ${name}</h2>
<form method="get" action="${base}/console/data/${name}" role="search" class="filter"><label class="visually-hidden" for="search">Search ${name}</label><input type="search" id="search" name="search" value="${search ?? ''}" placeholder="Search all fields" autocomplete="off"></form>
${field && value && html`<a class="chip" href="${base}/console/data/${name}" aria-label="Remove the filter ${field}: ${value}">${field}: <b>${value}</b> <span aria-hidden="true">×</span></a>`}
<p>${matching !== rows && `${matching} of `}${countText(rows, 'row')}</p></div>
${found.length === 0 ? emptyState(matching === 0 ? 'No row matches.' : 'There are no more rows.', html`<a href="${base}/console/data/${name}">Show all ${rows}</a>`) : table(base, page, at)}
${pageLinks(offset, PER_PAGE, matching, address)}`,
  }
}

/** @param now the time of the clock of the sandbox, ISO 8601 */
function table(base: string, { collection: name, found: rows, hundredths }: CollectionPage, now: string): Html {
  const all = [...new Set([...(LEADING[name] ?? []), ...rows.flatMap((row) => Object.keys(row))])]
  const columns = all.slice(0, MAX_COLUMNS)
  const referrers = referrersOf(name)
  const rest = all.length > MAX_COLUMNS
  return html`<div class="scroll table-scroll" tabindex="0" role="region" aria-label="Rows of ${name}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}${hundredths.includes(column) && html` <small>in hundredths</small>`}</th>`)}${rest && html`<th scope="col">More</th>`}${referrers.length > 0 && html`<th scope="col">Referred to by</th>`}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${cell(base, column, row[column])}${column === 'expiresAt' && isOver(row[column], now) && html` ${badge('warn', 'expired')}`}</td>`)}${rest && html`<td><details><summary aria-label="All fields of ${row.id}">…</summary><pre tabindex="0" role="region" aria-label="Row ${row.id}">${JSON.stringify(row, null, 2)}</pre></details></td>`}${referrers.length > 0 && html`<td class="nowrap">${referrers.map(([collection, field]) => html`<a href="${base}/console/data/${collection}?field=${field}&amp;value=${row.id}">${collection}</a> `)}</td>`}</tr>`)}</tbody></table></div>`
}

/** True for an instant in the past. */
const isOver = (value: unknown, now: string): boolean => typeof value === 'number' && isoInstant(value) < now

const MAX_IN_CELL = 8

function cell(base: string, column: string, value: unknown): Value {
  const target = REFERENCES[column]?.to
  const link = (id: unknown): Html =>
    html`<a href="${base}/console/data/${target}?field=id&amp;value=${encodeURIComponent(String(id))}">${String(id)}</a> `
  if (target !== undefined && value !== 0 && value !== null) return listStart([value].flat().map(link), MAX_IN_CELL)
  const parts: readonly unknown[] = Array.isArray(value) ? value : []
  if (parts.length > 0 && parts.every((part) => typeof part === 'object' && part !== null))
    return listStart(
      parts.map(
        (part) => html`<div>${Object.entries(part ?? {}).map(([name, one]) => html`${name} ${cell(base, name, one)} `)}</div>`,
      ),
      MAX_IN_CELL,
    )
  return value === null || value === undefined ? '' : fieldText(column, value, 60)
}
