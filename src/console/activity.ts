/** Traffic, expectations on it, and deliveries of webhooks: numbers, and how quickly clients and receivers reacted. */
import { html } from 'hono/html'
import { spanText } from '../base/span-text.ts'
import type { Report } from './control-responses.ts'
import { badge, dateTime, type Html, type Value } from './markup.ts'

interface Traffic extends Pick<Report['traffic'][number], 'id' | 'acts' | 'lastBlocked'> {
  /** When it acts next; null when it has ended, undefined when it is not known. */
  readonly next?: string | null
}
type Expectation = Report['expectations'][number]

const TONES = { met: 'good', unmet: 'warn', inconclusive: 'plain' } as const

export const expectationBadge = ({ state }: Pick<Expectation, 'state'>): Html =>
  badge(TONES[state], state === 'unmet' ? 'not met' : state)

/** The tables of a report; empty without traffic, expectations on it and webhooks. */
export function livingTables({ traffic, expectations, deliveries }: Report, base: string): Value {
  const followed = expectations.filter(({ delays }) => delays !== undefined)
  const { hooks } = deliveries
  if (traffic.length === 0 && followed.length === 0 && hooks.length === 0) return undefined
  return html`<div class="columns">${trafficTable(traffic)}${followed.length > 0 && reactionTable(followed, base)}${hooks.length > 0 && deliveryTable(hooks, base)}</div>`
}

/** How often each act was offered, happened, and could not happen, and when the next is offered. */
export function trafficTable(traffic: readonly Traffic[]): Value {
  const rows = traffic.flatMap((one) => one.acts.map((act, index) => ({ ...one, ...act, isHead: index === 0 })))
  const hasNext = traffic.some(({ next }) => next !== undefined)
  return (
    rows.length > 0 &&
    html`<section class="card" aria-labelledby="traffic-title"><h3 id="traffic-title">Traffic</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Table of traffic"><table><thead><tr><th scope="col">Traffic</th><th scope="col">Act</th><th scope="col" class="number">Offered</th><th scope="col" class="number">Happened</th><th scope="col" class="number">Could not</th>${hasNext && html`<th scope="col">Next</th>`}</tr></thead>
<tbody>${rows.map((row) => html`<tr id="traffic-${row.id}-${row.do}"><td><code>${row.id}</code></td><td>${row.do}</td><td class="number">${row.happened + row.blocked}</td><td class="number">${row.happened}</td><td class="number">${row.blocked}</td>${hasNext && html`<td>${row.isHead && nextActText(row.next ?? null)}</td>`}</tr>`)}</tbody></table></div>
${traffic.map(({ id, lastBlocked }) => lastBlocked !== null && html`<p><small><code>${id}</code> could not act, the last time: ${lastBlocked}</small></p>`)}</section>`
  )
}

const nextActText = (next: string | null): Html =>
  next === null ? html`ended` : html`<time datetime="${next}">${dateTime(next)}</time>`

/** How quickly clients reacted to traffic. */
function reactionTable(expectations: readonly Expectation[], base: string): Html {
  const delay = (ms: number | undefined): string => (ms === undefined ? '–' : spanText(ms))
  return html`<section class="card" aria-labelledby="followed-title"><h3 id="followed-title">Acts that a client has to follow</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Table of acts that a client has to follow"><table><thead><tr><th scope="col">Expectation</th><th scope="col">State</th><th scope="col" class="number">Met</th><th scope="col" class="number">Late</th><th scope="col" class="number">Missed</th><th scope="col" class="number">Waiting</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">Longest</th></tr></thead>
<tbody>${expectations.map(({ id, state, delays }) => html`<tr id="followed-${id}"><td><a href="${base}/console/scenario#expect-${id}"><code>${id}</code></a></td><td>${expectationBadge({ state })}</td>${[delays?.met, delays?.late, delays?.missed, delays?.waiting].map((count) => html`<td class="number">${count ?? 0}</td>`)}${[delays?.p50, delays?.p95, delays?.max].map((ms) => html`<td class="number">${delay(ms)}</td>`)}</tr>`)}</tbody></table></div>
<p><small>Times by the sandbox's clock or the machine's, whichever is shorter.</small></p></section>`
}

function deliveryTable(hooks: Report['deliveries']['hooks'], base: string): Html {
  return html`<section class="card" aria-labelledby="delivered-title"><h3 id="delivered-title">Deliveries</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Table of deliveries"><table><thead><tr><th scope="col">Hook</th><th scope="col">Address</th><th scope="col" class="number">Made</th><th scope="col" class="number">Delivered</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Dropped</th><th scope="col" class="number">Waiting</th></tr></thead>
<tbody>${hooks.map(({ hook, url, ...counts }) => html`<tr id="delivered-${hook}"><td><a href="${base}/console/webhooks?hook=${hook}">#${hook}</a></td><td class="address"><code>${url}</code></td>${[counts.made, counts.delivered, counts.failed, counts.dropped, counts.waiting].map((count) => html`<td class="number">${count}</td>`)}</tr>`)}</tbody></table></div></section>`
}
