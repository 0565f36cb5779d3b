/**
 * The filters of the calls, as the address of the page has them.
 *
 * @module
 */
import { html } from 'hono/html'
import type { Html } from '../markup.ts'

/** The filters of the journal that the page offers, with their labels. */
const FILTERS = {
  operation: 'Operation',
  client: 'Client',
  session: 'Session',
  property: 'Property',
  method: 'Method',
  status: 'Status',
  fault: 'Fault',
  refused: 'Refused',
  text: 'Text',
} as const
type FilterName = keyof typeof FILTERS
const NAMES = Object.keys(FILTERS) as readonly FilterName[]

export const LIMITS = [100, 300, 1000] as const
const USUAL_LIMIT = 100

/** What an address asks for. */
export interface CallsView {
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
  readonly limit: number
  /** The entry whose detail is open. */
  readonly entry: number | undefined
}

/** Reads the address of a page; what was left empty does not count. */
export function readView(query: URLSearchParams): CallsView {
  const sent = NAMES.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  const limit = LIMITS.find((known) => String(known) === query.get('limit')) ?? USUAL_LIMIT
  const entry = query.get('entry') ?? ''
  return { filters: Object.fromEntries(sent), limit, entry: /^\d{1,15}$/.test(entry) ? Number(entry) : undefined }
}

/** The query of the journal endpoint for a view. */
export const journalQuery = ({ filters, limit }: CallsView): URLSearchParams =>
  new URLSearchParams({ ...filters, limit: String(limit), summary: 'true' })

/** The address of a view, below the base. */
export function addressOf(base: string, { filters, limit, entry }: CallsView): string {
  const query = new URLSearchParams({
    ...filters,
    ...(limit !== USUAL_LIMIT && { limit: String(limit) }),
    ...(entry !== undefined && { entry: String(entry) }),
  })
  return query.size > 0 ? `${base}/?${query}` : `${base}/`
}

/** The same view with some filters replaced; undefined removes one. */
export function withFilters(view: CallsView, changes: Readonly<Partial<Record<FilterName, string | undefined>>>): CallsView {
  const filters = Object.entries({ ...view.filters, ...changes }).filter(([, value]) => value !== undefined)
  return { ...view, filters: Object.fromEntries(filters) }
}

interface Known {
  readonly operations: readonly string[]
  readonly faults: readonly string[]
}

const QUICK: readonly (readonly [label: string, changes: Readonly<Partial<Record<FilterName, string | undefined>>>])[] = [
  ['All', { refused: undefined, fault: undefined, status: undefined }],
  ['Refused', { refused: 'true', fault: undefined, status: undefined }],
  ['Faults', { fault: 'any', refused: undefined, status: undefined }],
  ['4xx', { status: '4xx', refused: undefined, fault: undefined }],
  ['5xx', { status: '5xx', refused: undefined, fault: undefined }],
]

/** The bar above the list: search, quick views, all filters, and a chip for each filter in force. */
export function filterBar(base: string, view: CallsView, known: Known): Html {
  const chips = NAMES.flatMap((name) => {
    const value = view.filters[name]
    return value === undefined ? [] : [chip(base, view, name, value)]
  })
  return html`<form method="get" action="${base}/" class="filter" role="search" aria-label="Filter the calls">
<label class="visually-hidden" for="filter-text">Search the calls</label><input type="search" id="filter-text" name="text" value="${view.filters.text ?? ''}" placeholder="Search address, form, response" autocomplete="off" spellcheck="false" data-keep-value>
<span class="quick" role="group" aria-label="Quick filters">${QUICK.map(([label, changes]) => quick(base, view, label, changes))}</span>
<details class="menu" id="filter-menu"><summary>Filters</summary><div class="menu-panel filter-fields">
${field('operation', view, known.operations)}
${field('client', view)}
${field('session', view)}
${field('property', view)}
${field('method', view, ['GET', 'POST', 'PUT', 'DELETE'])}
${field('status', view, ['2xx', '4xx', '5xx', '400', '401', '403', '404', '409', '429'])}
${field('fault', view, ['any', ...known.faults])}
${field('refused', view, ['true', 'false'])}
<span><label for="limit">Show</label><select id="limit" name="limit">${LIMITS.map((limit) => html`<option${limit === view.limit && html` selected`}>${limit}</option>`)}</select></span>
<p><button class="primary">Apply</button> <small>Commas between alternatives: <code>401,5xx</code></small></p>
</div></details>
${chips.length > 0 && html`<span class="chips">${chips} <a href="${addressOf(base, { ...view, filters: {} })}">Clear all</a></span>`}
</form>`
}

function field(name: FilterName, { filters }: CallsView, known: readonly string[] = []): Html {
  return html`<span><label for="filter-${name}">${FILTERS[name]}</label><input id="filter-${name}" name="${name}" value="${filters[name] ?? ''}"${known.length > 0 && html` list="known-${name}"`} autocomplete="off" spellcheck="false">${known.length > 0 && html`<datalist id="known-${name}">${known.map((word) => html`<option value="${word}"></option>`)}</datalist>`}</span>`
}

function quick(base: string, view: CallsView, label: string, changes: (typeof QUICK)[number][1]): Html {
  const to = withFilters(view, changes)
  const active = Object.entries(changes).every(([name, value]) => view.filters[name as FilterName] === value)
  return active
    ? html`<a href="${addressOf(base, to)}" aria-current="true">${label}</a>`
    : html`<a href="${addressOf(base, to)}">${label}</a>`
}

const chip = (base: string, view: CallsView, name: FilterName, value: string): Html =>
  html`<a class="chip" href="${addressOf(base, withFilters(view, { [name]: undefined }))}" aria-label="Remove the filter ${FILTERS[name]}: ${value}">${FILTERS[name]}: <b>${value}</b> <span aria-hidden="true">×</span></a>`
