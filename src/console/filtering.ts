/** Lists with filters in the address of their page, and the filter bar. */
import { html } from 'hono/html'
import { capitalised } from '../base/capitalised.ts'
import { ControlError } from '../control-contract/client.ts'
import { CURRENT, emptyState, type Html, shortened } from './markup.ts'

const PAGE_SIZES = [100, 300, 1000] as const
const DEFAULT_PAGE_SIZE = 100
/** The filter in the search field; the others are in the menu. */
const SEARCH = 'text'

type FilterValues = Readonly<Record<string, string>>
/** Filters to set; undefined removes one. */
type Changes = Readonly<Record<string, string | undefined>>

/** The parameters of the address. */
export interface ListView {
  readonly filters: FilterValues
  readonly limit: number
  /** The id of the entry that is open beside the list. */
  readonly entry: number | undefined
}

interface Filtered {
  /** The path of its page, below the base. */
  readonly path: string
  /** A plural noun for the entries, such as `calls`. */
  readonly what: string
  readonly labels: FilterValues
  readonly placeholder: string
  /** Filters with a link each, of which one applies at a time. */
  readonly quick: readonly (readonly [label: string, filters: FilterValues])[]
  /** A note in the menu. */
  readonly hint: Html
}

/** How the entries that were found are shown, and one that is open. */
interface SplitParts<F> {
  list(found: F): Html
  detail(entry: number): Promise<Html>
}

export class Filtering {
  readonly #list: Filtered
  readonly #names: readonly string[]
  /** Removes the quick filters. */
  readonly #noQuick: Changes

  constructor(list: Filtered) {
    this.#list = list
    this.#names = [...Object.keys(list.labels), SEARCH]
    this.#noQuick = Object.fromEntries(list.quick.flatMap(([, filters]) => Object.keys(filters).map((name) => [name, undefined])))
  }

  /** Reads the address of a page; empty filters are ignored. */
  read(query: URLSearchParams): ListView {
    const sent = this.#names.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value] as const] : []
    })
    const limit = PAGE_SIZES.find((known) => String(known) === query.get('limit')) ?? DEFAULT_PAGE_SIZE
    const entry = query.get('entry') ?? ''
    return { filters: Object.fromEntries(sent), limit, entry: /^\d{1,15}$/.test(entry) ? Number(entry) : undefined }
  }

  address(base: string, { filters, limit, entry }: ListView): string {
    const query = new URLSearchParams({
      ...filters,
      ...(limit !== DEFAULT_PAGE_SIZE && { limit: String(limit) }),
      ...(entry !== undefined && { entry: String(entry) }),
    })
    return `${base}/${this.#list.path}${query.size > 0 ? `?${query}` : ''}`
  }

  /** The filter bar. @param known suggested values, by filter */
  bar(base: string, view: ListView, known: Readonly<Record<string, readonly string[]>>): Html {
    const { path, what, labels, placeholder, quick, hint } = this.#list
    const chips = this.#names.flatMap((name) => {
      const value = view.filters[name]
      return value === undefined ? [] : [this.#activeFilter(base, view, name, value)]
    })
    return html`<form method="get" action="${base}/${path}" class="filter" role="search" aria-label="Filter the ${what}">
<label class="visually-hidden" for="filter-text">Search the ${what}</label><input type="search" id="filter-text" name="${SEARCH}" value="${view.filters[SEARCH] ?? ''}" placeholder="${placeholder}" autocomplete="off" spellcheck="false">
<span class="quick" role="group" aria-label="Quick filters">${quick.map(([label, filters]) => this.#quickFilter(base, view, label, { ...this.#noQuick, ...filters }))}</span>
<details class="menu" id="filter-menu"><summary>Filters</summary><div class="menu-panel filter-fields">
${Object.entries(labels).map(([name, label]) => filterField(name, label, view.filters[name] ?? '', known[name] ?? []))}
<span><label for="limit">Show</label><select id="limit" name="limit" data-default="${DEFAULT_PAGE_SIZE}">${PAGE_SIZES.map((limit) => html`<option${limit === view.limit && html` selected`}>${limit}</option>`)}</select></span>
<p><button class="primary">Apply</button> <small>${hint}</small></p>
</div></details>
${chips.length > 0 && html`<span class="chips">${chips} <a href="${this.address(base, { ...view, filters: {} })}">Clear all</a></span>`}
</form>`
  }

  /** The links of the open entry: to the newer and the older of the list, and back to it. @param ids oldest first */
  entryLinks(base: string, view: ListView, ids: readonly number[]): Html {
    const { entry: open = 0 } = view
    const to = (entry: number | undefined): string => this.address(base, { ...view, entry })
    const go = (id: number | undefined, text: string, key: string): Html =>
      id === undefined ? html`<span class="off">${text}</span>` : html`<a href="${to(id)}" data-key="${key}">${text}</a>`
    const newer = ids.find((id) => id > open)
    const older = ids.filter((id) => id < open).at(-1)
    return html`<nav aria-label="${capitalised(this.#list.what)}">${go(newer, '↑ newer', 'k')} ${go(older, '↓ older', 'j')} <a href="${to(undefined)}" data-key="Escape" class="close">Close</a></nav>`
  }

  /** The list, or why there is none, and the open entry beside it. @param found the entries, or what is wrong with a filter */
  async split<F extends object>(base: string, view: ListView, found: F | string, parts: SplitParts<F>): Promise<Html> {
    const { path, what } = this.#list
    const problem = typeof found === 'string' && found
    return html`${problem && html`<p class="problem" role="alert">${problem} <a href="${base}/${path}">Remove all filters</a></p>`}
<div class="split${view.entry !== undefined && ' with-detail'}">
<section class="list" aria-label="${capitalised(what)}">${typeof found !== 'string' && parts.list(found)}</section>
${view.entry !== undefined && (await parts.detail(view.entry))}
</div>`
  }

  /** In place of an open entry that is gone. */
  gone(base: string, view: ListView, message: string): Html {
    const close = html`<a href="${this.address(base, { ...view, entry: undefined })}" data-key="Escape">Close</a>`
    return html`<article class="detail" id="detail">${emptyState(message, close)}</article>`
  }

  /** In place of the list when no entry matches the filters. */
  noMatch(base: string, view: ListView, message: string, kept: number): Html {
    return emptyState(message, html`<a href="${this.address(base, { ...view, filters: {} })}">Show all ${kept}</a>`)
  }

  #quickFilter(base: string, view: ListView, label: string, changes: Changes): Html {
    const to = this.address(base, withFilters(view, changes))
    const active = Object.entries(changes).every(([name, value]) => view.filters[name] === value)
    return html`<a href="${to}"${active && CURRENT}>${label}</a>`
  }

  #activeFilter(base: string, view: ListView, name: string, value: string): Html {
    const label = this.#list.labels[name] ?? 'Text'
    const without = this.address(base, withFilters(view, { [name]: undefined }))
    const shown = shortened(value, 100)
    return html`<a class="chip" href="${without}" aria-label="Remove the filter ${label}: ${shown}">${label}: <b>${shown}</b> <span aria-hidden="true">×</span></a>`
  }
}

function withFilters(view: ListView, changes: Changes): ListView {
  const filters: Record<string, string> = { ...view.filters }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete filters[name]
    else filters[name] = value
  }
  return { ...view, filters }
}

const filterField = (name: string, label: string, value: string, known: readonly string[]): Html =>
  html`<span><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" value="${value}"${known.length > 0 && html` list="known-${name}"`} autocomplete="off" spellcheck="false">${known.length > 0 && html`<datalist id="known-${name}">${known.map((word) => html`<option value="${word}"></option>`)}</datalist>`}</span>`

/** The problem with a filter, as the control API reports it. */
export function filterProblem(error: unknown): string {
  if (error instanceof ControlError && error.status === 400) return error.message
  throw error
}
