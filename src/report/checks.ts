/**
 * A report as a list of checks, of which each passes or fails by itself. A run passes when none fails.
 *
 * @module
 */
import type { Verdict } from '../grade/conformance.ts'
import { type Outcome, outcomeText } from '../play/expectation.ts'
import type { EventTold, FaultTold } from './faults.ts'
import type { Told } from './told.ts'

export interface Check {
  readonly group: 'run' | 'expectations' | 'faults' | 'events' | 'conformance'
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'warned' | 'skipped'
  /** Why it did not simply pass, in a sentence. */
  readonly reason: string
  /** All there is to say about that. */
  readonly detail: string
}

/** Every check of a report. */
export function checksOf(told: Told): readonly Check[] {
  const { sandbox, calls, expectations, faults, events, conformance, conformanceAlone } = told
  const played = [...expectations.map(expectationCheck), ...faults.map(faultCheck), ...events.map(eventCheck)]
  const called = calls.total + calls.dropped > 0
  return [
    check('run', 'The client called', called, whyNotCalled(calls)),
    ...(calls.dropped > 0 ? [lostCheck(calls.dropped)] : []),
    ...(conformanceAlone ? played.map((one) => excused(one, sandbox)) : played),
    ...conformance.rules.filter(({ outcome }) => outcome !== 'not-exercised').map(ruleCheck),
    // without a broken rule, this says that none was exercised
    ...(called && !conformance.passed && conformance.counts.failed === 0
      ? [check('conformance', 'A rule was exercised', false, conformance.reason)]
      : []),
  ]
}

/** A check that counts only where the scenario came to pass. */
const excused = (one: Check, sandbox: string): Check =>
  one.outcome === 'failed' ? { ...one, outcome: 'skipped', reason: bystanderText(sandbox), detail: '' } : one

/** What is said of a sandbox in which no fault happened, where one did in others. */
export const bystanderText = (sandbox: string): string =>
  `in ${sandboxText(sandbox)} nothing of the scenario came to pass: judged by conformance alone`

/** A sandbox as addresses name it. */
export const sandboxText = (sandbox: string): string => (sandbox === 'default' ? sandbox : `@${sandbox}`)

function whyNotCalled({ emptied, strays }: Told['calls']): string {
  if (strays.count > 0) return strayText(strays)
  return emptied === 0
    ? 'no call reached this sandbox: point the base_url of the client at it'
    : `the journal was emptied after ${times(emptied, 'call')}, as a reset does, and no call came since: ask for the report before that`
}

/** What became of calls that missed the interface, and where it is. */
export const strayText = ({ count, first, outside }: Told['calls']['strays']): string =>
  `${times(count, 'call')} came outside ${outside}, the first ${first}: UNDERSTAY_API_URL is the address with the path`

const check = (group: Check['group'], name: string, passed: boolean, reason: string): Check =>
  passed ? { group, name, outcome: 'passed', reason: '', detail: '' } : { group, name, outcome: 'failed', reason, detail: reason }

function lostCheck(dropped: number): Check {
  const reason = `${times(dropped, 'call')} had left the journal before the report was made, and ${dropped === 1 ? 'was' : 'were'} not judged: start with a larger --journal`
  return { group: 'run', name: 'Every call was judged', outcome: 'warned', reason, detail: reason }
}

function expectationCheck(outcome: Outcome): Check {
  const { id, met, wanted, difference = '' } = outcome
  const one = check('expectations', `${id}: ${wanted}`, met, `expectation ${id}: ${difference}`)
  return met ? one : { ...one, detail: outcomeText(outcome) }
}

const times = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function faultCheck({ id, what, state, matched, hindrance }: FaultTold): Check {
  const seen = matched === 0 ? 'no call matched' : `${times(matched, 'call')} matched, which is too few`
  const reason =
    state === 'hindered'
      ? `fault ${id} (${what}) could not happen: ${hindrance}`
      : `fault ${id} (${what}) never happened: ${seen}`
  return check('faults', `${id}: ${what}`, state === 'happened', reason)
}

function eventCheck({ id, what, at, state, hindrance }: EventTold): Check {
  const one = check('events', `${id}: ${what}`, state !== 'hindered', `event ${id} (${what}) could not happen: ${hindrance}`)
  return state === 'waiting' ? { ...one, outcome: 'skipped', reason: `due at ${at}, which has not come`, detail: '' } : one
}

function ruleCheck({ id, title, outcome, offences, remarks, remedy }: Verdict): Check {
  const found = [...offences, ...remarks].map(({ what }) => what)
  const reason = `rule ${id} is broken (${times(offences.length, 'time')}): ${offences[0]?.what ?? title}`
  const one = check('conformance', `${id}: ${title}`, outcome !== 'failed', reason)
  if (found.length === 0) return one
  const detail = [...found, ...(offences.length > 0 ? [`Remedy: ${remedy}`] : [])].join('\n')
  return outcome === 'failed' ? { ...one, detail } : { ...one, outcome: 'warned', reason, detail }
}
