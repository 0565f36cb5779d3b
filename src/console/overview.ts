/**
 * The head of the console page: which sandbox this is, how it was set up, what time it is there.
 *
 * @module
 */
import { timestamp } from '../base/instant.ts'
import { CHOICE_IDS, type ChoiceId, type Choices, choicesOf, PROFILES, type Profile } from '../contract/choices.ts'
import type { ConsoleFacts } from './facts.ts'
import { copied, facts, type Html, html } from './html.ts'

/** Where answers come from: the profile that is nearest, and what differs from it. */
export interface Origin {
  readonly profile: Profile
  readonly overridden: readonly ChoiceId[]
}

/** Finds the profile that answers are nearest to; of two that are as near, the first. */
export function originOf(choices: Choices): Origin {
  const [first, ...others] = PROFILES.map((profile) => {
    const usual = choicesOf(profile)
    return { profile, overridden: CHOICE_IDS.filter((id) => choices[id] !== usual[id]) }
  })
  if (!first) throw new Error('there is no profile')
  return others.reduce((best, other) => (other.overridden.length < best.overridden.length ? other : best), first)
}

/** Which sandbox this is, and how it was set up. */
export function overview({ place, product, choices, seed, data, tokenLifetime, version }: ConsoleFacts): Html {
  const { profile, overridden } = originOf(choices)
  return html`<section aria-labelledby="overview-title">
<h2 id="overview-title">This sandbox</h2>
${facts([
  ['base_url', copied(place.url, 'the base_url')],
  ['Interface', copied(place.apiUrl, 'the address of the interface')],
  ['Product', html`<code>${product}</code>`],
  ['Profile', profile],
  [
    'Choices of its own',
    overridden.length > 0 &&
      html`<ul class="plain">${overridden.map((id) => html`<li><code>${id}=${choices[id]}</code></li>`)}</ul>`,
  ],
  ['Seed', seed],
  ['State', data === undefined ? 'in memory' : html`in <code>${data}</code>`],
  ['Tokens live', `${tokenLifetime} s`],
  ['Version', version],
])}
</section>`
}

const RUNS: Readonly<Record<string, string>> = { real: 'runs at real speed', frozen: 'is frozen' }

/** What time it is, and the buttons that change it. */
export function clockSection({ clock: { at, speed, run } }: ConsoleFacts): Html {
  return html`<section aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p id="clock" data-live><time data-clock="${at}" data-speed="${speed}">${timestamp(at)}</time> UTC, ${RUNS[run] ?? `runs at ${run}`}</p>
<div class="actions script-only">
<form data-call="POST clock/advance"><label for="advance-by">Advance by</label><input id="advance-by" name="by" value="61m" size="6" required pattern="\\d+(\\.\\d+)?(ms|s|m|h|d)" title="A span such as 90s, 61m, 2h or 1d" autocomplete="off"><button>Advance</button></form>
<form data-call="PUT clock"><input type="hidden" name="run" value="frozen"><button>Freeze</button></form>
<form data-call="PUT clock"><input type="hidden" name="run" value="real"><button>Run</button></form>
</div>
</section>`
}
