/** The list of deliveries, newest first: one line each. */
import { html } from 'hono/html'
import type { DeliveriesPage, DeliveryShown } from '../control-responses.ts'
import type { ListView } from '../filtering.ts'
import { CURRENT, emptyState, type Html, shortened } from '../markup.ts'
import { DELIVERIES } from './filter.ts'
import { problemOf, SIGNS, toneOf } from './state.ts'

export function deliveryList(base: string, view: ListView, page: DeliveriesPage): Html {
  const newest = [...page.deliveries].reverse()
  return html`<div class="list-head"><p id="deliveries-count">${matchCountText(view, page)}</p>${exports(base, view)}</div>
${newest.length === 0 && emptyList(base, view, page)}
${newest.length > 0 && COLUMN_HEADS}
<ol class="calls deliveries" id="deliveries">${newest.map((delivery) => row(base, view, delivery))}</ol>`
}

function row(base: string, view: ListView, delivery: DeliveryShown): Html {
  const { id, at, state, status, task, property, hook, url, attempt, ms, fault } = delivery
  const tone = toneOf(delivery)
  const current = view.entry === id && CURRENT
  const why = [fault ?? '', problemOf(delivery) ?? ''].filter((part) => part !== '')
  return html`<li id="delivery-${id}" class="${tone}"><a href="${DELIVERIES.address(base, { ...view, entry: id })}"${current}><span class="id">#${id}</span><time datetime="${at}">${at.slice(11, 19)}</time><span class="badge ${tone}"><span aria-hidden="true">${SIGNS[state]}</span> ${state}</span><span class="status">${status ?? '—'}</span><span class="what"><code class="target">${task}</code>${attempt > 1 && html` <small>attempt ${attempt}</small>`} <span class="why">${shortened(why.join(': '), 200)}</span></span><span class="property">${property === null ? '' : `property ${property}`}</span><span class="operation">#${hook} ${shortened(url, 100)}</span><span class="ms">${ms === null ? '' : `${ms} ms`}</span></a></li>`
}

/** The column heads, hidden from screen readers: each row is a link with the complete text. */
const COLUMN_HEADS: Html = html`<div class="calls-head deliveries-head" aria-hidden="true"><span>#</span><span class="time">Time</span><span>State</span><span>Status</span><span>Event and problem</span><span class="property">Property</span><span class="operation">Hook</span><span class="ms">Took</span></div>`

function matchCountText({ limit }: ListView, { matching, kept, removed, waiting, dropped }: DeliveriesPage): string {
  const all = kept === 1 ? '1 delivery' : `${kept} deliveries`
  const parts = [
    matching === kept ? all : `${matching} of ${all} match`,
    ...(matching > limit ? [`the newest ${limit} are shown`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for an answer`] : []),
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'was' : 'were'} dropped`] : []),
    ...(removed > 0 ? [`${removed} older ones are not kept any more`] : []),
  ]
  return parts.join(', ')
}

/** The same deliveries as files. */
function exports(base: string, { filters }: ListView): Html {
  const address = (format: string): string => `${base}/webhooks/deliveries?${new URLSearchParams({ ...filters, format })}`
  return html`<span class="exports">Export <a href="${address('har')}" download="webhooks.har" data-file="webhooks.har">HAR</a> <a href="${address('json')}" download="webhooks.json" data-file="webhooks.json">JSON</a></span>`
}

function emptyList(base: string, view: ListView, { kept }: DeliveriesPage): Html {
  if (kept > 0) return DELIVERIES.noMatch(base, view, 'No delivery matches these filters.', kept)
  return emptyState(
    'Nothing was delivered yet.',
    html`Each change that raises an event is delivered: a booking, a black booking, a check-in, another price. Let a client make one, or
<a href="${base}/docs/scenarios/living-week.md">play living-week</a>: there guests and the front desk act by themselves. A scenario that is played keeps no hook that was added here, only those of the start and of its fixtures.`,
  )
}
