/**
 * The journal of requests, newest first.
 *
 * @module
 */
import { entryItem } from './entry.ts'
import type { ConsoleFacts, JournalShown } from './facts.ts'
import { counted, type Html, html } from './html.ts'

const LIMITS = [50, 200, 1000]
const STATUSES = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '429']

/** The newest entries that match, and what to filter by. */
export function journalSection({ journal, place: { base }, report }: ConsoleFacts): Html {
  const faults = ['any', ...report.faults.map(({ id }) => id)]
  return html`<section aria-labelledby="journal-title" class="whole">
<h2 id="journal-title">Journal</h2>
<form method="get" action="${base}/" class="filter" role="search" aria-label="Filter the journal">
${field('operation', 'Operation', journal.filter, journal.operations)}
${field('status', 'Status', journal.filter, STATUSES)}
${field('fault', 'Fault', journal.filter, faults)}
<span><label for="limit">Show</label><select id="limit" name="limit">${LIMITS.map((limit) => html`<option${limit === journal.limit && html` selected`}>${limit}</option>`)}</select></span>
<button>Filter</button> <a href="${base}/">All</a>
</form>
${journal.problem !== undefined && html`<p class="problem" role="alert">${journal.problem}</p>`}
<p id="journal-count" data-live>${countText(journal)}</p>
<div class="actions"><span id="stream" class="script-only badge plain" role="status">not live yet</span>
${exports(journal, base)}
<form class="script-only" data-call="DELETE journal" data-confirm="Clear the journal? What it holds cannot be had back."><button>Clear the journal</button></form></div>
<ol id="entries" class="entries" reversed data-oldest="${journal.oldest}" data-last="${journal.lastId}" data-limit="${journal.limit}">${journal.entries.map((entry) => entryItem(entry, base))}</ol>
</section>`
}

function field(name: string, label: string, filter: JournalShown['filter'], known: readonly string[]): Html {
  return html`<span><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" value="${filter[name] ?? ''}" list="known-${name}" autocomplete="off" spellcheck="false"><datalist id="known-${name}">${known.map((word) => html`<option value="${word}"></option>`)}</datalist></span>`
}

function countText({ matching, kept, dropped, limit }: JournalShown): string {
  if (kept === 0) return dropped > 0 ? `Empty: ${counted(dropped, 'call')} had to make room.` : 'No call came in yet.'
  const shown = matching === kept ? counted(kept, 'call') : `${matching} of ${counted(kept, 'call')} match`
  return `${shown}${matching > limit ? `, the newest ${limit} are shown` : ''}${dropped > 0 ? `; ${dropped} older ones had to make room` : ''}.`
}

/** The same entries as files. */
function exports({ filter, problem }: JournalShown, base: string): Html {
  const sent = problem === undefined ? Object.entries(filter) : []
  const address = (format: string): string => `${base}/journal?${new URLSearchParams([...sent, ['format', format]])}`
  return html`<a href="${address('har')}" download data-file="journal.har">HAR</a> <a href="${address('json')}" data-file="journal.json">JSON</a> <a href="${address('ndjson')}" data-file="journal.ndjson">NDJSON</a>`
}
