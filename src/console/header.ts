/** The header of every page: sandbox, verdict, clock, scenario, and a reset. */
import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import type { ClockState, Report, ScenarioState } from './control-responses.ts'
import type { SandboxLink } from './links.ts'
import { badge, CURRENT, copyable, dateTime, type Html, menu, valueList } from './markup.ts'
import { faultCount, setup, VERDICT_TONES, verdictMenu } from './report-parts.ts'

interface HeaderData {
  readonly base: string
  readonly sandbox: string
  readonly sandboxes: readonly SandboxLink[]
  readonly clock: ClockState
  readonly scenario: ScenarioState['scenario']
  /** Undefined where it is fetched after the page. */
  readonly report: Report | undefined
}

export function header({ base, sandbox, sandboxes, clock, scenario, report }: HeaderData): Html {
  return html`<header>
<h1><a href="${base}/" class="logo">Understay</a></h1>
${sandboxMenu(sandbox, base, sandboxes)}
${verdictMenu(base, report)}
${clockMenu(clock)}
${scenarioMenu(scenario, base, report)}
${moreMenu(base, sandboxes, report)}
</header>`
}

/** Longer names are cut where there is no room. */
const MAX_WHOLE = 12

const nameOf = (name: string): Html => html`<b${name.length > MAX_WHOLE && html` class="long"`}>${name}</b>`

const MAX_RECENT = 12

function sandboxMenu(here: string, base: string, sandboxes: readonly SandboxLink[]): Html {
  const rank = ({ name, in_use: inUse }: SandboxLink): number => (name === here ? 0 : inUse ? 1 : 2)
  const shown = sandboxes.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_RECENT)
  return menu(
    'sandbox-menu',
    html`<span class="label">Sandbox</span> ${nameOf(here)}`,
    html`<h2>Sandboxes</h2><div data-load="${base}/console/sandbox-list"><ul class="plain">${shown.map((sandbox) => sandboxItem(sandbox, here))}</ul></div>
<p><a href="${base}/console/sandboxes">All sandboxes (${sandboxes.length}), with search</a></p>
<form class="script-only actions" data-call="POST sandboxes" data-visit="console"><label for="new-sandbox">New</label><input id="new-sandbox" name="name" size="10" placeholder="next free name" pattern="[a-z0-9][a-z0-9\\-]*" title="Lower-case letters, digits and hyphens" autocomplete="off"><button>Create</button></form>`,
  )
}

/** A sandbox in the switcher. */
export const sandboxItem = ({ name, console, calls, verdict }: SandboxLink, here: string): Html =>
  html`<li><a href="${console}"${name === here && CURRENT}>${name}</a> ${verdict && badge(VERDICT_TONES[verdict], verdict)} <small>${calls === null ? 'on disk' : countText(calls, 'call')}</small></li>`

const CLOCK_RUN_TEXTS: Readonly<Record<string, string>> = { real: 'real time', frozen: 'frozen' }

/** Browsers leave out seconds that are 0: another text would count as one that a user has typed. */
function clockMenu({ at, run: clock }: ClockState): Html {
  const speed = clock === 'real' ? 1 : clock === 'frozen' ? 0 : Number(clock.replace('x', ''))
  return menu(
    'clock-menu',
    html`<span class="label">Clock</span> <time datetime="${at}" data-clock="${at}" data-speed="${speed}">${dateTime(at)}</time> <small>${CLOCK_RUN_TEXTS[clock] ?? clock}</small>`,
    html`<h2>Clock of the sandbox (UTC)</h2>
<div class="script-only">
<div class="actions">${['1h', '1d', '7d'].map((by) => html`<form data-call="POST clock/advance" data-advance><input type="hidden" name="by" value="${by}"><button>+${by}</button></form>`)}
<form data-call="PUT clock"><input type="hidden" name="run" value="frozen"><button${clock === 'frozen' && html` disabled`}>Freeze</button></form>
<form data-call="PUT clock"><input type="hidden" name="run" value="real"><button${clock === 'real' && html` disabled`}>Real time</button></form></div>
<form class="actions" data-call="POST clock/advance" data-advance><label for="advance-by">Advance by</label><input id="advance-by" name="by" value="61m" size="6" required pattern="\\d+(\\.\\d+)?(ms|s|m|h|d)" title="A span such as 90s, 61m, 2h or 1d" autocomplete="off"><button>Advance</button></form>
<form class="actions" data-call="PUT clock" data-instant><label for="clock-at">Set to</label><input id="clock-at" name="at" type="datetime-local" step="1" min="1970-01-01T00:00" max="9999-12-31T23:59" value="${at.slice(0, 19).replace(/:00$/, '')}" required><button>Set</button></form>
<form class="actions" data-call="PUT clock"><label for="clock-run">Run at</label><input id="clock-run" name="run" size="6" value="${clock === 'real' || clock === 'frozen' ? '60x' : clock}" required pattern="(\\d+(\\.\\d+)?x|real|frozen)" title="A factor such as 60x, real or frozen" autocomplete="off"><button>Run</button></form>
</div><noscript><p>The clock is moved with script, or by <code>PUT clock</code> and <code>POST clock/advance</code>.</p></noscript>`,
    'right',
  )
}

/** What is fetched when the menu is opened comes last, so that no button moves away under the mouse. */
function scenarioMenu(scenario: HeaderData['scenario'], base: string, report: Report | undefined): Html {
  return menu(
    'scenario-menu',
    html`<span class="label">Scenario</span> ${nameOf(scenario?.name ?? 'none')} ${faultCount(report)}`,
    html`<h2>${scenario?.name ?? 'No scenario'}</h2>
<p>${scenario === null ? 'The service answers by its rules. A scenario adds faults, events and expectations.' : scenario.about}</p>
<p><a href="${base}/console/scenario">${scenario === null ? 'Play one, write one, or arm a single fault' : 'Faults, events and expectations'}</a></p>
${scenario !== null && html`<form class="script-only" data-call="DELETE scenario" data-confirm="End the scenario? The sandbox starts again without it: rows, tokens, clock and calls are reset."><button>End the scenario</button></form>`}
<div data-load="${base}/console/scenario-list" class="script-only"></div>`,
    'right',
  )
}

function moreMenu(base: string, sandboxes: readonly SandboxLink[], report: Report | undefined): Html {
  const here = sandboxes.find(({ console }) => console === `${base}/`)
  return menu(
    'more-menu',
    html`<span aria-hidden="true">⋯</span><span class="visually-hidden">This sandbox</span>`,
    html`<h2>This sandbox</h2>
${valueList([
  ['base_url', here && copyable(here.url, 'the base_url')],
  ['Interface', here && copyable(here.api_url, 'the address of the interface')],
])}
${setup(base, report)}
<div class="actions script-only">
<form data-call="POST reset" data-confirm="Reset the sandbox? Rows, tokens, sessions, clock and calls go back to the start."><button class="danger">Reset the sandbox</button></form>
<button type="button" id="forget" hidden>Forget the control token</button></div>
<noscript><p>Buttons, live updates, verdict and counts need script. Without it the report is in Rules; reload to see what is new.</p></noscript>`,
    'right',
  )
}
