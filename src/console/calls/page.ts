/** The tab Calls: the list, and beside it one call in detail. */
import { html } from 'hono/html'
import { listOperations } from '../../control-contract/documents.ts'
import { readEntry, readJournal } from '../../control-contract/journal.ts'
import { listFaults } from '../../control-contract/scenario.ts'
import { listEndpoints } from '../../control-contract/server.ts'
import { priceSession } from '../../control-contract/sessions.ts'
import type { JournalPage } from '../control-responses.ts'
import { filterProblem, type ListView } from '../filtering.ts'
import type { Html } from '../markup.ts'
import type { PageContext, TabContent } from '../page.ts'
import { priceTable } from '../price.ts'
import { callDetail } from './detail.ts'
import { CALLS, knownWords } from './filter.ts'
import { callList } from './list.ts'

const EMPTY_PAGE: JournalPage = { dropped: 0, lost: 0, kept: 0, matching: 0, entries: [] }

export async function callsTab(context: PageContext): Promise<TabContent> {
  const { control, base, query } = context
  const view = CALLS.read(query)
  const [about, faults, operations, found] = await Promise.all([
    control.call(listEndpoints),
    control.call(listFaults),
    control.call(listOperations),
    control.call(readJournal, { query: { ...view.filters, limit: view.limit, summary: true } }).catch(filterProblem),
  ])
  const journal = typeof found === 'string' ? EMPTY_PAGE : found
  const known = knownWords(
    operations.map(({ id }) => id),
    faults.map(({ id }) => id),
  )
  const { api_url: apiUrl, session_header: sessionHeader, channel_header: channelHeader } = about
  return {
    title: view.entry === undefined ? 'Calls' : `Call ${view.entry}`,
    ...(view.entry !== undefined && { parts: { entry: String(view.entry) } }),
    body: html`<h2 class="visually-hidden">Calls</h2>
${CALLS.bar(base, view, known)}
${typeof found === 'string' && html`<p class="problem" role="alert">${found} <a href="${base}/">Remove all filters</a></p>`}
<div class="split${view.entry !== undefined && ' with-detail'}">
<section class="list" aria-label="Calls">${typeof found !== 'string' && callList(base, view, journal, apiUrl)}</section>
${view.entry !== undefined && (await detailOf(context, view, journal, { apiUrl, sessionHeader, channelHeader }))}
</div>`,
  }
}

type DetailContext = Pick<Parameters<typeof callDetail>[0], 'apiUrl' | 'sessionHeader' | 'channelHeader'>

async function detailOf(
  { control, base }: PageContext,
  view: ListView,
  journal: JournalPage,
  surroundings: DetailContext,
): Promise<Html> {
  const entry = await control.find(readEntry, { path: { id: view.entry ?? 0 } })
  if (!entry) return CALLS.gone(base, view, `Call #${view.entry ?? ''} is no longer in the journal.`)
  const price =
    entry.session === undefined
      ? undefined
      : await control.find(priceSession, { path: { id: entry.session }, query: { call: entry.id } })
  return callDetail({
    base,
    view,
    entry,
    ...surroundings,
    ids: journal.entries.map(({ id }) => id),
    price: price && priceTable(price),
  })
}
