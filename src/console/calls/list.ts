/** The list of calls, newest first: one line each. */
import { html } from 'hono/html'
import { countText } from '../../base/count-text.ts'
import type { JournalEntry, JournalPage } from '../control-responses.ts'
import type { ListView } from '../filtering.ts'
import { CURRENT, emptyState, type Html, readable, shortened } from '../markup.ts'
import { CALLS } from './filter.ts'
import { outcomeOf, SIGNS, TONES } from './outcome.ts'

export function callList(base: string, view: ListView, journal: JournalPage, apiUrl: string): Html {
  const entries = [...journal.entries].reverse()
  return html`<div class="list-head"><p id="calls-count">${matchCountText(view, journal)}</p>${exports(base, view)}</div>
${entries.length === 0 && emptyList(base, view, journal, apiUrl)}
${entries.length > 0 && COLUMN_HEADS}
<ol class="calls" id="calls">${entries.map((entry) => callRow(base, view, entry))}</ol>`
}

function callRow(base: string, view: ListView, entry: JournalEntry): Html {
  const { id, at, method, target, operation, client, session, status, ms } = entry
  const outcome = outcomeOf(entry)
  const current = view.entry === id && CURRENT
  return html`<li id="call-${id}" class="${TONES[outcome]}"><a href="${CALLS.address(base, { ...view, entry: id })}"${current}><span class="id">#${id}</span><time datetime="${at}">${at.slice(11, 19)}</time><span class="badge ${TONES[outcome]}"><span aria-hidden="true">${SIGNS[outcome]}</span> ${outcome}</span><span class="status">${status === 0 ? '—' : status}</span><b class="method">${method}</b><span class="what"><code class="target">${shortened(readable(target), 300)}</code> <span class="why">${shortened(readable(reasonOf(entry)), 200)}</span></span><span class="operation">${operation ?? 'no operation'}</span><span class="who">${session ?? client ?? ''}</span><span class="ms">${milliseconds(ms)}</span></a></li>`
}

/** The columns, for eyes only: each row is one link whose words say the same. */
const COLUMN_HEADS: Html = html`<div class="calls-head" aria-hidden="true"><span>#</span><span class="time">Time</span><span>Result</span><span>Status</span><span>Method</span><span>Address and reason</span><span class="operation">Operation</span><span class="who">Session or client</span><span class="ms">Took</span></div>`

/** Why a call was not simply answered: the faults that applied, and the words of the refusal. */
const reasonOf = ({ fault, networkFault, refusal, refusalCode }: JournalEntry): string =>
  [...(fault ?? (networkFault === undefined ? [] : [networkFault])), ...(refusal === undefined ? [refusalCode ?? ''] : [refusal])]
    .filter((part) => part !== '')
    .join(': ')

export const milliseconds = (ms: number): string => (ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`)

function matchCountText({ limit }: ListView, { matching, kept, dropped }: JournalPage): string {
  const shown = matching === kept ? countText(kept, 'call') : `${matching} of ${countText(kept, 'call')} match`
  return `${shown}${matching > limit ? `, the newest ${limit} are shown` : ''}${dropped > 0 ? `; ${dropped} older ones were dropped, raise --journal to keep more, up to 64 MB of all sandboxes` : ''}`
}

/** The same calls as files. */
function exports(base: string, { filters }: ListView): Html {
  const address = (format: string): string => `${base}/journal?${new URLSearchParams({ ...filters, format })}`
  return html`<span class="exports">Export <a href="${address('har')}" download="journal.har" data-file="journal.har">HAR</a> <a href="${address('json')}" download="journal.json" data-file="journal.json">JSON</a> <a href="${address('ndjson')}" download="journal.ndjson" data-file="journal.ndjson">NDJSON</a> <form class="script-only inline" data-call="DELETE journal" data-confirm="Clear the journal? The calls it holds are lost."><button class="small">Clear</button></form></span>`
}

function emptyList(base: string, view: ListView, { kept, dropped }: JournalPage, apiUrl: string): Html {
  if (kept > 0) return CALLS.noMatch(base, view, 'No call matches these filters.', kept)
  if (dropped > 0) return emptyState('The journal is empty.', 'Older calls were dropped to make room.')
  const first = `curl -s ${apiUrl}/search/stars/4`
  return emptyState(
    'No calls yet.',
    html`Point your client at <code>${apiUrl}</code>, or make a first call: <code>${first}</code>. It appears here by itself. The <a href="${base}/console/data">credentials</a> are under Data; faults are armed under <a href="${base}/console/scenario">Scenario</a>.`,
  )
}
