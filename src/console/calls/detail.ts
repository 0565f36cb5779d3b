/** One call in detail: the reason of its response, its changes, request and response, and actions. */
import { html } from 'hono/html'
import { sessionKey } from '../../base/session-key.ts'
import type { CallShown, RowChange } from '../control-responses.ts'
import type { ListView } from '../filtering.ts'
import {
  badge,
  codeBlock,
  dateTime,
  fieldText,
  type Html,
  headerLines,
  indented,
  readable,
  shortened,
  type Value,
  valueList,
} from '../markup.ts'
import { countsFor } from '../report-parts.ts'
import { CALLS } from './filter.ts'
import { milliseconds } from './list.ts'
import { outcomeOf, SIGNS, TONES } from './outcome.ts'
import { asCurl, asExpectation, asFault, asFetch, asPhp, type CallPlace, isOmitted } from './snippets.ts'

/** Maximum number of shown characters of a body; a link leads to the complete entry. */
const MAX_BODY = 20_000

interface DetailData extends CallPlace {
  readonly base: string
  readonly view: ListView
  readonly entry: CallShown
  /** The ids of the calls in the view, oldest first. */
  readonly ids: readonly number[]
  /** The price of its booking session after the call. */
  readonly price: Html | undefined
}

/** The panel next to the list. */
export function callDetail(data: DetailData): Html {
  const { base, view, entry, ids } = data
  const outcome = outcomeOf(entry)
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title" data-entry="${entry.id}">
<div class="detail-head">
<h2 id="detail-title">#${entry.id} ${entry.method} <code>${shortened(readable(entry.target), 200)}</code></h2>
${CALLS.entryLinks(base, view, ids)}
</div>
<p><span class="badge ${TONES[outcome]}"><span aria-hidden="true">${SIGNS[outcome]}</span> ${outcome}</span> ${badge('plain', entry.status === 0 ? 'no status' : entry.status)} ${entry.operation ? html`<a href="${base}/docs/coverage.md#${entry.operation}">${entry.operation}</a>` : 'no operation'} <small>${milliseconds(entry.ms)} at ${dateTime(entry.at)}</small></p>
${reasons(data)}
${changes(data)}
${countsFor(base, entry.id, undefined)}
${data.price !== undefined && html`<section><h3>Price of the session after this call</h3>${data.price}</section>`}
${caller(data)}
<section><h3>Request</h3>
<pre tabindex="0" role="region" aria-label="Request">${entry.method} ${entry.target}
${headerLines(entry.requestHeaders)}${entry.request === undefined ? '' : `\n\n${formLines(entry.request)}`}</pre></section>
<section><h3>Response</h3>
<pre tabindex="0" role="region" aria-label="Response">${entry.status === 0 ? 'The connection ended without a response.' : entry.status}
${headerLines(entry.responseHeaders)}${entry.response === undefined ? '' : `\n\n${shortened(indented(entry.response), MAX_BODY)}`}</pre></section>
${reuse(data)}
<p><a href="${base}/journal/entries/${entry.id}" download="entry-${entry.id}.json" data-file="entry-${entry.id}.json">This call as JSON</a></p>
</article>`
}

/** Why the call was refused or had no response, and what to do. */
function reasons({ base, entry }: DetailData): Value {
  const { refusal, refusalCode, hint, fault, networkFault, lostStatus, warnings, unread, aborted } = entry
  const rows: readonly (readonly [string, Value])[] = [
    [
      'Refused',
      refusal !== undefined &&
        html`${readable(refusal)}${refusalCode !== undefined && html` <a href="${base}/docs/refusals.md#${refusalCode}"><code>${refusalCode}</code></a>`}`,
    ],
    ['What to do', hint && readable(hint)],
    [
      'Fault',
      fault &&
        fault.length > 0 &&
        html`${fault.map((id) => html`<a href="${base}/console/scenario#fault-${id}"><code>${id}</code></a> `)}`,
    ],
    ['Network fault', networkFault],
    [
      'Lost response',
      lostStatus !== undefined &&
        `a response with status ${lostStatus} was made and did not arrive; what the call did has happened`,
    ],
    ['Caller', aborted && 'had closed the connection before the response was sent'],
    ['Warnings', warnings && lines(warnings)],
    [
      'Unused fields',
      unread && unread.length > 0 && html`the service does not read ${unread.map((name) => html`<code>${name}</code> `)}`,
    ],
  ]
  const tone = TONES[outcomeOf(entry)]
  const any = rows.some(([, value]) => value !== undefined && value !== false)
  return any && html`<section class="note ${tone}" aria-label="Why">${valueList(rows)}</section>`
}

const lines = (texts: readonly string[]): Html => html`<ul class="plain">${texts.map((text) => html`<li>${text}</li>`)}</ul>`

/** The rows it changed, field by field. */
function changes({ base, entry: { changes: rows, changed } }: DetailData): Value {
  if (rows !== undefined && rows.length > 0)
    return html`<section><h3>Rows changed</h3>${rows.slice(0, MAX_ROWS).map((row) => rowChange(base, row))}${rows.length > MAX_ROWS && html`<p>and ${rows.length - MAX_ROWS} more rows</p>`}</section>`
  if (changed === undefined) return undefined
  const named = Object.entries(changed).map(
    ([collection, ids]) => html`<li><code>${collection}</code> ${(ids ?? []).join(', ')}</li>`,
  )
  return html`<section><h3>Rows changed</h3><ul class="plain">${named}</ul></section>`
}

const MAX_ROWS = 40

function rowChange(base: string, { collection, id, before, after }: RowChange): Html {
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed'
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const differing = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
  return html`<details class="row-change"${kind === 'changed' && html` open`}><summary><code>${collection}</code> ${id} ${badge(kind === 'added' ? 'good' : kind === 'removed' ? 'bad' : 'plain', kind)}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${collection} ${id}"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${differing.map((name) => html`<tr><th scope="row">${name}</th><td>${fieldText(name, before?.[name])}</td><td>${fieldText(name, after?.[name])}</td></tr>`)}</tbody></table></div>
${after !== null && html`<p><a href="${base}/console/data/${collection}?field=id&amp;value=${encodeURIComponent(String(id))}">The row as it is now</a>${collection === 'bookings' && html` · <a href="${base}/console/calendar?property=${String(after['propertyId'])}&amp;from=${String(after['arrival'])}&amp;booking=${id}">In the calendar</a>`}</p>`}</details>`
}

function caller({ base, view, entry }: DetailData): Html {
  const only = (name: 'client' | 'session' | 'property', value: string): Html =>
    html`<a href="${CALLS.address(base, { ...view, filters: { [name]: value }, entry: entry.id })}" title="Only calls of this ${name}">${value}</a>`
  const session = entry.session === undefined ? undefined : sessionKey(entry.session)
  return html`<section><h3>Caller</h3>${valueList([
    ['Client', entry.client !== undefined && only('client', entry.client)],
    [
      'Session',
      session !== undefined &&
        html`${only('session', session)} <a href="${base}/console/sessions?search=${encodeURIComponent(session)}#session-${encodeURIComponent(session)}">steps and price</a>`,
    ],
    [
      'Property',
      entry.property !== undefined &&
        html`${only('property', String(entry.property))} <a href="${base}/console/calendar?property=${entry.property}">calendar</a>`,
    ],
    ['Token', entry.token !== undefined && html`<code>${entry.token}…</code>`],
    ['Channel', entry.channel],
    ['Correlation id', entry.correlation],
  ])}</section>`
}

/** The call as code, as an expectation and as a fault. */
function reuse({ base, entry, ...place }: DetailData): Html {
  const expectation = asExpectation(entry)
  const fault = asFault(entry)
  const block = (title: string, text: string): Html =>
    html`<details class="snippet"><summary>${title}</summary>${codeBlock(text, title)}</details>`
  return html`<section><h3>Use this call</h3>
${block('Copy as curl', asCurl(entry, place))}
${block('Copy as fetch', asFetch(entry, place))}
${block('Copy as PHP', asPhp(entry, place))}
${expectation !== undefined && html`<details class="snippet"><summary>Expect this</summary><p>For the list <code>expect</code> of a <a href="${base}/console/scenario">scenario</a>:</p>${codeBlock(expectation, 'The expectation as YAML')}</details>`}
${fault !== undefined && html`<details class="snippet"><summary>Arm a fault here</summary><p>Applies to the next call like this one; the keys are in <a href="${base}/docs/scenarios/README.md">Scenarios</a>.</p><form data-call="POST faults" data-body="yaml"><label class="visually-hidden" for="fault-yaml">Fault as YAML</label><textarea id="fault-yaml" name="yaml" rows="4" spellcheck="false">${fault}</textarea><p class="actions"><button class="script-only primary">Arm the fault</button><button type="button" class="script-only" data-copy-from="fault-yaml">Copy</button></p></form></details>`}
</section>`
}

/** The fields of a form, one a line; of other bodies the journal keeps the length only. */
const formLines = (request: string): string =>
  isOmitted(request) ? request : [...new URLSearchParams(request)].map(([name, value]) => `${name} = ${value}`).join('\n')
