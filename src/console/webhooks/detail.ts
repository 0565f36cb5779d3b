/** One delivery in detail: its result and what to do, its cause, the request, and other attempts. */
import { html } from 'hono/html'
import type { DeliveryShown } from '../control-responses.ts'
import type { ListView } from '../filtering.ts'
import { causeLink } from '../links.ts'
import { badge, codeBlock, dateTime, type Html, headerLines, indented, shortened, type Value, valueList } from '../markup.ts'
import { DELIVERIES } from './filter.ts'
import { adviceOf, problemOf, SIGNS, toneOf } from './state.ts'

interface DeliveryData {
  readonly base: string
  readonly view: ListView
  readonly delivery: DeliveryShown
  readonly attempts: readonly DeliveryShown[]
  /** False when its hook was removed, so that it cannot be sent again. */
  readonly hasHook: boolean
  /** The ids of the deliveries in the view, oldest first. */
  readonly ids: readonly number[]
  readonly apiUrl: string
}

/** The panel next to the list. */
export function deliveryDetail({ base, view, delivery, attempts, hasHook, ids, apiUrl }: DeliveryData): Html {
  const { id, task, state, status, ms, at, url, request, body } = delivery
  const tone = toneOf(delivery)
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title" data-entry="${id}">
<div class="detail-head">
<h2 id="detail-title">#${id} <code>${task}</code></h2>
${DELIVERIES.entryLinks(base, view, ids)}
</div>
<p><span class="badge ${tone}"><span aria-hidden="true">${SIGNS[state]}</span> ${state}</span> ${badge('plain', status ?? 'no status')} <small>${ms !== null && `${ms} ms, `}event at ${dateTime(at)}</small></p>
${reasons(base, delivery, hasHook)}
${
  hasHook
    ? html`<form class="script-only actions" data-call="POST webhooks/deliveries/${id}/redeliver"><button>Send it again</button></form>`
    : html`<p>Its hook was removed, so it cannot be sent again.</p>`
}
${aboutSection(base, view, delivery)}
${attemptLinks(base, view, delivery, attempts)}
<section><h3>Request</h3>
<pre tabindex="0" role="region" aria-label="Request">${request?.method ?? 'POST'} ${url}
${request === null ? 'not sent yet' : headerLines(request.headers)}

${indented(body)}</pre></section>
<section><h3>Answer</h3><p>${status === null ? 'None.' : html`Status ${status}. Nothing else of the answer is kept.`}</p></section>
${details(base, delivery, apiUrl)}
<p><a href="${base}/webhooks/deliveries?id=${id}" download="delivery-${id}.json" data-file="delivery-${id}.json">This delivery as JSON</a> <a href="${base}/webhooks/deliveries?id=${id}&amp;format=har" download="delivery-${id}.har" data-file="delivery-${id}.har">HAR</a></p>
</article>`
}

function reasons(base: string, delivery: DeliveryShown, hasHook: boolean): Value {
  const { fault, state } = delivery
  const [problem, advice] = [problemOf(delivery), hasHook ? adviceOf(delivery) : undefined]
  if (problem === undefined && fault === null) return undefined
  return html`<section class="note ${toneOf(delivery)}" aria-label="Why">${valueList([
    [state === 'dropped' ? 'Dropped' : 'Problem', problem],
    ['What to do', advice],
    ['Fault', fault !== null && html`<a href="${base}/console/scenario"><code>${fault}</code></a>`],
    [
      'Rule',
      problem !== undefined &&
        state !== 'dropped' &&
        html`<a href="${base}/console/rules#rule-webhooks/answers-in-time">answers in time</a>`,
    ],
  ])}</section>`
}

function aboutSection(base: string, view: ListView, { raised_by: raisedBy, hook, url, property }: DeliveryShown): Html {
  return html`<section><h3>About</h3>${valueList([
    ['Raised by', raisedBy ? causeLink(base, raisedBy) : 'the control API'],
    [
      'Hook',
      html`<a href="${DELIVERIES.address(base, { ...view, filters: { hook: String(hook) } })}">#${hook}</a> <code>${shortened(url, 200)}</code>`,
    ],
    [
      'Property',
      property !== null &&
        html`<a href="${DELIVERIES.address(base, { ...view, filters: { property: String(property) } })}" title="Only deliveries about this property">${property}</a> <a href="${base}/console/calendar?property=${property}">calendar</a>`,
    ],
  ])}</section>`
}

/** The attempts at the same delivery, when there are several. */
function attemptLinks(base: string, view: ListView, { id: shown }: DeliveryShown, attempts: readonly DeliveryShown[]): Value {
  if (attempts.length < 2) return undefined
  const items = attempts.map(({ id, attempt, state, status }) => {
    const name = `#${id}`
    return html`<li>${id === shown ? html`<b>${name}</b>` : html`<a href="${DELIVERIES.address(base, { ...view, entry: id })}">${name}</a>`} attempt ${attempt}, ${state}${status !== null && ` with ${status}`}</li>`
  })
  return html`<section><h3>Attempts</h3><ul class="plain">${items}</ul></section>`
}

/** The operation that reads the details of the notification. */
function details(base: string, { details: found }: DeliveryShown, apiUrl: string): Value {
  if (found === null) return undefined
  const { operation, path } = found
  return html`<section><h3>Details</h3><p><a href="${base}/docs/coverage.md#${operation}">${operation}</a> <code>GET ${path}</code> reads what it is about, with a token for the scope <code>webhooks_get</code>.</p>
${codeBlock(`curl -s ${apiUrl}${path} -H "Authorization: Bearer $TOKEN"`, 'Read the details')}</section>`
}
