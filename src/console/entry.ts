/**
 * One entry of the journal: a line, which opens to show what was asked and what was answered.
 *
 * @module
 */
import { isoInstant, timestamp } from '../base/instant.ts'
import type { Entry } from '../http/journal.ts'
import { badge, facts, type Html, html, type Value } from './html.ts'

/** Characters of a body that are shown; the rest is a link away. */
const MAX_BODY = 4000

/** Entries do not change once they are kept, and a page that is live shows them again and again. */
const made = new WeakMap<Entry, { readonly base: string; readonly shown: Html }>()

/** An entry; `base` is the path of the control API. */
export function entryItem(entry: Entry, base: string): Html {
  const known = made.get(entry)
  if (known?.base === base) return known.shown
  const shown = html`<li id="entry-${entry.id}" data-entry="${entry.id}"><details><summary>${line(entry)}</summary>${detail(entry, base)}</details></li>`
  made.set(entry, { base, shown })
  return shown
}

function line({ id, at, method, target, operation, status, ms, client, fault, edge, refusalCode }: Entry): Html {
  const about = [operation ?? 'no operation', client, refusalCode].filter((word) => word !== undefined).join(', ')
  const struck = [...(fault ?? []), ...(edge === undefined ? [] : [edge])]
  return html`<span class="when">#${id} <time datetime="${isoInstant(at)}">${timestamp(at).slice(11)}</time></span> ${statusBadge(status)}
<span class="call"><b>${method}</b> <code>${cut(target, 200)}</code></span> ${struck.map((word) => html`${badge('odd', word)} `)}<span class="about">${about}, ${ms} ms</span>`
}

function statusBadge(status: number): Html {
  if (status === 0) return badge('bad', 'no answer')
  return badge(status < 300 ? 'good' : status < 500 ? 'odd' : 'bad', status)
}

function detail(entry: Entry, base: string): Html {
  const { refusal, refusalCode, hint, warnings, unread, lost, correlation } = entry
  return html`<div class="entry">
${facts([
  ['Refusal', refusal !== undefined && html`${refusal} ${refusalCode !== undefined && html`<code>${refusalCode}</code>`}`],
  ['Hint', hint],
  ['Warnings', warnings && lines(warnings)],
  ['Fields nothing read', unread && lines(unread)],
  ['Lost on the way', lost !== undefined && `an answer with status ${lost}; what it did has happened`],
  ['Rows touched', entry.touched && touchedText(entry.touched)],
  ['At', `${isoInstant(entry.at)} by the clock of the sandbox`],
  ['Client', entry.client],
  ['Token begins', entry.token],
  ['Property', entry.property],
  ['Session', entry.session],
  ['Channel', entry.channel],
  ['Correlation', correlation],
])}
<h4>Request</h4>
<pre>${`${entry.method} ${entry.target}`}\n${headerText(entry.requestHeaders)}</pre>
${body(entry.request === undefined ? undefined : formText(entry.request))}
<h4>Answer</h4>
<pre>${entry.status === 0 ? 'never came' : entry.status}\n${headerText(entry.responseHeaders ?? {})}</pre>
${body(answerText(entry.response))}
<p><a href="${base}/journal?since=${entry.id - 1}&amp;limit=1" data-file="entry-${entry.id}.json">The whole entry as JSON</a></p>
</div>`
}

const lines = (texts: readonly string[]): Html => html`<ul class="plain">${texts.map((text) => html`<li>${text}</li>`)}</ul>`

const touchedText = (touched: NonNullable<Entry['touched']>): string =>
  Object.entries(touched)
    .map(([collection, ids]) => `${collection} ${(ids ?? []).join(', ')}`)
    .join('; ')

const headerText = (headers: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\n')

/** The fields of a form, one a line; of other bodies the journal says only how long they were. */
const formText = (request: string): string =>
  /^\d+ bytes of /.test(request)
    ? request
    : [...new URLSearchParams(request)].map(([name, value]) => `${name}: ${value}`).join('\n')

const answerText = (response: Entry['response']): string | undefined =>
  typeof response === 'object' ? response.toJSON() : response

const body = (text: string | undefined): Value =>
  text !== undefined && text !== '' && html`<pre class="body">${cut(laidOut(text), MAX_BODY)}</pre>`

/** JSON on lines of its own where it is short enough; everything else as it is. */
function laidOut(text: string): string {
  if (text.length > MAX_BODY || !/^[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)} ... and ${text.length - max} characters more` : text
