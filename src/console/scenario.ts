/**
 * What is played in the sandbox, what is expected of its client, and how that stands.
 *
 * @module
 */
import type { Report } from '../report/report.ts'
import type { ConsoleFacts } from './facts.ts'
import { badge, counted, type Html, html, type Value } from './html.ts'

type FaultTold = Report['faults'][number]
type EventTold = Report['events'][number]
type Outcome = Report['expectations'][number]

/** The scenario with its faults and events, the expectations, and the buttons that begin and end one. */
export function scenarioSection(of: ConsoleFacts): Html {
  const { report, spent, scenarios } = of
  const { scenario, faults, events, expectations } = report
  return html`<section aria-labelledby="scenario-title">
<h2 id="scenario-title">Scenario</h2>
<div id="scenario" data-live>
${scenario ? html`<p><strong>${scenario.name}</strong>${scenario.about !== null && html`<br>${scenario.about}`}</p>` : html`<p>None is played.</p>`}
${listed(
  'Faults',
  faults.map((fault) => faultItem(fault, spent.has(fault.id))),
)}
${listed('Events', events.map(eventItem))}
${listed('Expectations', expectations.map(expectationItem))}
</div>
<div class="actions script-only">
<form data-call="PUT scenario" data-confirm="Play this scenario? The sandbox begins anew with it."><label for="scenario-name">Play</label><select id="scenario-name" name="name" required><option value="">a bundled scenario</option>${scenarios.map((name) => html`<option>${name}</option>`)}</select><button>Play</button></form>
<form data-call="DELETE scenario" data-confirm="End the scenario? The sandbox begins anew without one."><button>End</button></form>
</div>
</section>`
}

const listed = (title: string, items: readonly Html[]): Value =>
  items.length > 0 && html`<h3>${title}</h3><ul class="plain">${items}</ul>`

function faultItem({ id, about, what, state, happened, matched, hindrance }: FaultTold, spent: boolean): Html {
  const shown =
    state === 'hindered' ? badge('bad', 'hindered') : state === 'happened' ? badge('good', 'happened') : badge('plain', 'not yet')
  return html`<li>${shown} <code>${id}</code> ${what}${about !== null && html`<br>${about}`}
<br><small>matched ${counted(matched, 'call')}, happened ${counted(happened, 'time')}${spent && ', spent'}</small>
${hindrance !== null && html`<br>could not happen: ${hindrance}`}</li>`
}

const EVENT_BADGES = { waiting: 'plain', happened: 'good', hindered: 'bad' } as const

const eventItem = ({ id, what, at, state, hindrance }: EventTold): Html =>
  html`<li>${badge(EVENT_BADGES[state], state)} <code>${id}</code> ${what} at <time>${at}</time>${hindrance !== null && html`<br>could not happen: ${hindrance}`}</li>`

function expectationItem({ id, met, wanted, difference, nearest, entries }: Outcome): Html {
  return html`<li>${met ? badge('good', 'met') : badge('bad', 'not met')} <code>${id}</code> ${met ? wanted : (difference ?? wanted)}
${nearest.map(({ what, because }) => html`<br><small>nearest miss: ${what}: ${because}</small>`)}
${entries.length > 0 && html`<br><small>${entries.slice(0, MAX_LINKS).map((entry) => html`<a href="#entry-${entry}">#${entry}</a> `)}${entries.length > MAX_LINKS && `and ${entries.length - MAX_LINKS} more`}</small>`}</li>`
}

const MAX_LINKS = 20
