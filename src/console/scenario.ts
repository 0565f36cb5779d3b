/** The tab Scenario: the running scenario with the state of its parts, faults to arm, and an editor. */

import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import { listOperations } from '../control-contract/documents.ts'
import { readReport } from '../control-contract/report.ts'
import { listFaults, listScenarios, readBundledScenario, readScenario } from '../control-contract/scenario.ts'
import { readTraffic } from '../control-contract/traffic.ts'
import { expectationBadge, trafficTable } from './activity.ts'
import { armForm } from './arm-fault.ts'
import type { FaultShown, PlayableScenario, Report } from './control-responses.ts'
import { callLinks } from './links.ts'
import { badge, CURRENT, dateTime, emptyState, type Html, type Value } from './markup.ts'
import type { PageContext, TabContent } from './page.ts'

type Fault = Report['faults'][number]
type Event = Report['events'][number]
type Expectation = Report['expectations'][number]

/** A template for new scenarios that has an effect immediately. */
const NEW_SCENARIO = `name: own-scenario
about: The second, third and fourth request for the list of bookings is answered 503.
faults:
  - on: { operation: listBookings }
    after: 1
    times: 3
    network: { status: 503, retry_after: 2 }
expect:
  - { id: tries-again, operation: listBookings, status: 200 }
`

/** In place of a name, in the address: the text that plays. */
const PLAYING = '.playing'

export async function scenarioTab({ control, base, query }: PageContext): Promise<TabContent> {
  const name = query.get('show') ?? ''
  const [report, faults, traffic, playable, operations, running, copied] = await Promise.all([
    control.call(readReport),
    control.call(listFaults),
    control.call(readTraffic),
    control.call(listScenarios),
    control.call(listOperations),
    control.call(readScenario),
    name === '' || name === PLAYING ? undefined : control.find(readBundledScenario, { path: { name } }),
  ])
  const playing = running.scenario?.text ?? null
  const shown = name === PLAYING && playing !== null ? { name, text: playing } : copied
  const { scenario, events, expectations } = report
  const nothing = scenario === null && faults.length === 0
  return {
    title: 'Scenario',
    report,
    scripts: ['editor.js', 'faults.js'],
    body: html`<div class="page-head"><h2>${scenario ? scenario.name : 'No scenario'}</h2>${scenario?.about != null && html`<p>${scenario.about}</p>`}</div>
${nothing && emptyState('The service answers by its rules, without faults.', html`Arm a fault for the next calls, play one of the ${playable.length} scenarios, or write your own below. <a href="${base}/docs/scenarios/README.md">How scenarios are written</a>`)}
<div class="columns">
<div>
${armForm(base, operations, query.get('operation') ?? '')}
${foldedSection(
  'Faults',
  report.faults.map((fault) => faultItem(fault, faults)),
)}
${trafficTable(traffic.traffic)}
${foldedSection('Events', events.map(eventItem))}
${foldedSection(
  'Expectations',
  expectations.map((expectation) => expectationItem(expectation, base)),
)}
${scenarioList(base, playable, name)}
</div>
<div>
${editor(base, { text: NEW_SCENARIO, ...shown, playing })}
</div>
</div>`,
  }
}

const foldedSection = (title: string, items: readonly Html[]): Value =>
  items.length > 0 &&
  html`<section class="card" aria-labelledby="${title.toLowerCase()}-title"><h3 id="${title.toLowerCase()}-title">${title}</h3><ul class="plain">${items}</ul></section>`

function faultItem({ id, about, what, state, happened, matched, blockedReason }: Fault, faults: readonly FaultShown[]): Html {
  const exhausted = faults.find((fault) => fault.id === id)?.exhausted ?? false
  const shown =
    state === 'blocked'
      ? badge('bad', 'could not apply')
      : state === 'happened'
        ? badge('fault', 'applied')
        : badge('plain', 'not yet')
  return html`<li id="fault-${id}" class="with-button"><form class="script-only" data-call="DELETE faults"><input type="hidden" name="id" value="${id}"><button class="small" aria-label="Disarm ${id}">Disarm</button></form><div>${shown} <code>${id}</code> ${what}${about !== null && html`<br>${about}`}
<br><small>matched ${countText(matched, 'call')}, applied ${countText(happened, 'time')}${exhausted && ', used up'}</small>
${blockedReason !== null && html`<br>could not apply: ${blockedReason}`}</div></li>`
}

const EVENT_STATES = { waiting: ['plain', 'due'], happened: ['good', 'happened'], blocked: ['bad', 'could not happen'] } as const

function eventItem({ id, what, at, state, blockedReason }: Event): Html {
  const [tone, word] = EVENT_STATES[state]
  return html`<li id="event-${id}">${badge(tone, word)} <code>${id}</code> ${what} at <time datetime="${at}">${dateTime(at)}</time>${blockedReason !== null && html`<br>could not happen: ${blockedReason}`}</li>`
}

function expectationItem(expectation: Expectation, base: string): Html {
  const { id, met, wanted, difference, nearest, entries } = expectation
  return html`<li id="expect-${id}">${expectationBadge(expectation)} <code>${id}</code> ${met ? wanted : (difference ?? wanted)} ${callLinks(base, entries)}
${nearest.map(({ what, because }) => html`<br><small>nearest call: ${what}: ${because}</small>`)}
${missedLines(expectation)}</li>`
}

/** The first acts that were missed, and how many more there are. */
function missedLines({ missed = [], delays }: Expectation): Value {
  const more = (delays?.missed ?? 0) - missed.length
  return [
    ...missed.map(({ what }) => html`<br><small>missed: ${what}</small>`),
    more > 0 && missed.length > 0 && html`<br><small>and ${more} more</small>`,
  ]
}

const firstSentence = (text: string): string => /^.*?[.](?= |$)/s.exec(text)?.[0] ?? text

/** The form of the header that plays a scenario by its name. */
export async function scenarioListTab({ control }: PageContext): Promise<TabContent> {
  const playable = await control.call(listScenarios)
  return {
    title: 'Scenarios',
    body: html`<div id="fragment"><form class="actions" data-call="PUT scenario" data-confirm="Play this scenario? The sandbox starts again with it: rows, tokens, clock and calls are reset."><label for="play-name">Play</label><select id="play-name" name="name">${playable.map(({ name }) => html`<option>${name}</option>`)}</select><button>Play</button></form></div>`,
  }
}

export const playButton = (name: string): Html =>
  html`<form class="script-only inline" data-call="PUT scenario" data-confirm="Play ${name}? The sandbox starts again with it: rows, tokens, clock and calls are reset."><input type="hidden" name="name" value="${name}"><button class="small" aria-label="Play ${name}">Play</button></form>`

function scenarioList(base: string, playable: readonly PlayableScenario[], shown: string): Html {
  return html`<section class="card" aria-labelledby="pack-title"><h3 id="pack-title">Scenarios</h3>
<details${shown === '' && html` open`}><summary>${playable.length} scenarios: read the page of one, play it, or edit a copy</summary><ul class="plain pack">${playable.map(
    ({ name, about, bundled }) =>
      html`<li class="with-button"><span class="buttons">${playButton(name)}${bundled && html` <a href="${base}/console/scenario?show=${name}#editor-title"${name === shown && CURRENT} aria-label="Edit a copy of ${name}">Edit</a>`}</span><div>${bundled ? html`<a href="${base}/docs/scenarios/${name}.md">${name}</a>` : name}${about !== null && html`<br><small>${firstSentence(about)}</small>`}</div></li>`,
  )}</ul></details></section>`
}

interface EditedScenario {
  readonly text: string
  /** Of the scenario that the text is a copy of. */
  readonly name?: string
  /** The text that plays; null without one. */
  readonly playing: string | null
}

function editor(base: string, { text, name, playing }: EditedScenario): Html {
  return html`<section class="card" aria-labelledby="editor-title"><h3 id="editor-title">${name === undefined ? 'Write a scenario' : name === PLAYING ? 'Edit the text that plays' : `Edit a copy of ${name}`}</h3>
<p class="row">${name !== undefined && name !== PLAYING && html`<a href="${base}/docs/scenarios/${name}.md">What happens, and what a client does</a>`}${name !== undefined && html`<a href="${base}/console/scenario">Start from the template</a>`}${playing !== null && name !== PLAYING && html`<a href="${base}/console/scenario?show=${PLAYING}#editor-title">Open the text that plays</a>`}</p>
<form data-call="PUT scenario" data-body="yaml" data-confirm="Play this scenario? The sandbox starts again with it: rows, tokens, clock and calls are reset." data-editor>
<label class="visually-hidden" for="scenario-text">Scenario as YAML</label>
<div class="editor" id="editor-${name ?? 'template'}" data-keep><textarea id="scenario-text" name="yaml" rows="18" spellcheck="false" autocomplete="off" aria-describedby="editor-problems" data-initial="${name ?? 'template'}">${text}</textarea></div>
<div id="editor-problems" role="status" aria-live="polite" data-keep></div>
<p class="actions script-only"><button class="primary">Play</button> <button type="button" data-copy-from="scenario-text">Copy</button></p>
</form><p><a href="${base}/docs/scenarios/README.md">The format</a> · <a href="${base}/docs/scenarios/README.md#expectations">Expectations</a></p></section>`
}
