/** The tab Calls: the list, and beside it one call in detail. */
import { html } from 'hono/html'
import { listOperations } from '../../control-contract/documents.ts'
import { readEntry, readJournal } from '../../control-contract/journal.ts'
import { listFaults } from '../../control-contract/scenario.ts'
import { listEndpoints } from '../../control-contract/server.ts'
import { priceSession } from '../../control-contract/sessions.ts'
import { filterProblem, type ListView } from '../filtering.ts'
import type { Html } from '../markup.ts'
import type { PageContext, TabContent } from '../page.ts'
import { priceTable } from '../price.ts'
import { callDetail } from './detail.ts'
import { CALLS, knownWords } from './filter.ts'
import { callList } from './list.ts'
import type { CallPlace } from './snippets.ts'

export async function callsTab(context: PageContext): Promise<TabContent> {
  const { control, base, query } = context
  const view = CALLS.read(query)
  const [about, faults, operations, found] = await Promise.all([
    control.call(listEndpoints),
    control.call(listFaults),
    control.call(listOperations),
    control.call(readJournal, { query: { ...view.filters, limit: view.limit, summary: true } }).catch(filterProblem),
  ])
  const known = knownWords(
    operations.map(({ id }) => id),
    faults.map(({ id }) => id),
  )
  const { api_url: apiUrl, session_header: sessionHeader, channel_header: channelHeader } = about
  const ids = typeof found === 'string' ? [] : found.entries.map(({ id }) => id)
  return {
    title: view.entry === undefined ? 'Calls' : `Call ${view.entry}`,
    ...(view.entry !== undefined && { parts: { entry: String(view.entry) } }),
    body: html`<h2 class="visually-hidden">Calls</h2>
${CALLS.bar(base, view, known)}
${await CALLS.split(base, view, found, {
  list: (journal) => callList(base, view, journal, apiUrl),
  detail: (entry) => detailOf(context, entry, { view, ids, apiUrl, sessionHeader, channelHeader }),
})}`,
  }
}

type AroundCall = CallPlace & { readonly view: ListView; readonly ids: readonly number[] }

async function detailOf({ control, base }: PageContext, id: number, around: AroundCall): Promise<Html> {
  const entry = await control.find(readEntry, { path: { id } })
  if (!entry)
    return CALLS.gone(
      base,
      around.view,
      `Call #${id} is no longer in the journal. A reset, a scenario or a restart (without --store) empties it.`,
    )
  const { session } = entry
  const price =
    session === undefined ? undefined : await control.find(priceSession, { path: { id: session }, query: { call: id } })
  return callDetail({ base, entry, ...around, price: price && priceTable(price) })
}
