/** What a terminal shows of reports: the verdict, why, and what to do. */
import { countText } from '../base/count-text.ts'
import { missedLines } from '../scenario/traffic/missed-text.ts'
import type { CalledEntry } from './calls.ts'
import { droppedText, failuresOf, sandboxText } from './checks.ts'
import { callLine, idsIn } from './named-calls.ts'
import type { Report } from './report-data.ts'

/** A summary before it is laid out. */
export interface Summary {
  readonly verdict: Report['verdict']
  readonly head: string
  /** Parts with a title; a text may have further lines. */
  readonly parts: readonly { readonly title: string; readonly texts: readonly string[] }[]
}

export const VERDICT_MARKS = { passed: '✅', failed: '❌', inconclusive: '❔' } as const

const MAX_CALLS = 3

/** The summary of the reports on a run, one for each sandbox. */
export function summaryOf(verdict: Report['verdict'], reports: readonly Report[]): Summary {
  const [first] = reports
  const several = reports.length > 1
  const total = reports.reduce((sum, { calls }) => sum + calls.total + calls.dropped, 0)
  const place = first && first.sandbox !== 'default' ? [sandboxText(first.sandbox)] : []
  const about =
    first && !several ? [...place, ...factsOf(first, String)] : [`${reports.length} sandboxes`, countText(total, 'call')]
  const each = (texts: (report: Report) => readonly string[]): readonly string[] => [
    ...new Set(reports.flatMap((one) => texts(one).map((text) => (several ? `${sandboxText(one.sandbox)}: ${text}` : text)))),
  ]
  const reasons = each((one) => (one.verdict === verdict ? one.reasons.map((reason) => withCalls(reason, one)) : []))
  const why = verdict === 'failed' ? 'Why it failed' : 'Why it is inconclusive'
  return {
    verdict,
    head: `${VERDICT_MARKS[verdict]} Understay: ${verdict} (${about.join(', ')})`,
    parts: [
      ...part(why, reasons),
      ...part('What to do', verdict === 'passed' ? [] : [...new Set(reports.flatMap(adviceOf))]),
      ...part('What was seen', verdict === 'passed' ? each(seen) : []),
      ...part(
        'Warnings',
        each((one) => [...failuresOf(one), ...shouldsOf(one), ...one.calls.warnings.map(warningText)]),
      ),
      ...part(
        'To review',
        each((one) => [...reviewsOf(one), ...malformedOf(one)]),
      ),
    ],
  }
}

export const part = (title: string, texts: readonly string[]) => (texts.length > 0 ? [{ title, texts }] : [])

/** The parts of a summary on conformance alone. @param open what could not be judged, and other notes */
export function conformanceParts(graded: Pick<Report, 'conformance' | 'namedCalls'>, open: readonly string[]): Summary['parts'] {
  const broken = graded.conformance.rules.filter(({ outcome }) => outcome === 'failed')
  const nothing = broken.length === 0 && !graded.conformance.passed
  return [
    ...part('Why it failed', [
      ...broken.map(({ id, offences }) =>
        withCalls(`rule ${id} is broken (${countText(offences.length, 'time')}): ${offences[0]?.what ?? ''}`, graded),
      ),
      ...(nothing ? [graded.conformance.reason] : []),
    ]),
    ...part('What to do', remediesOf(graded)),
    ...part('Warnings', shouldsOf(graded)),
    ...part('To review', reviewsOf(graded)),
    ...part('What cannot be told', open),
  ]
}

/** What a verdict is about: the scenario, the calls, the rules, and what cannot be told. @param code how names are written */
export function factsOf(
  { scenario, calls, conformance, expectations }: Report,
  code: (text: string) => string,
): readonly string[] {
  const { counts, rules } = conformance
  const untold = expectations.filter(({ state, expectation }) => state === 'inconclusive' && expectation.reaction !== undefined)
  const how = uncomparedOf({ expectations }).length > 0 ? ' without a control run: certify, or run --compare' : ''
  return [
    ...(scenario ? [code(scenario.name)] : []),
    countText(calls.total + calls.dropped, 'call'),
    `${counts.passed + counts.failed + counts.warned + counts.noted} of ${rules.length} rules judged`,
    ...(counts.failed > 0 ? [`${counts.failed} broken`] : []),
    ...(untold.length > 0 ? [`${countText(untold.length, 'reaction')} cannot be told${how}`] : []),
  ]
}

/** The reactions that a control run would tell. */
const uncomparedOf = ({ expectations }: Pick<Report, 'expectations'>) =>
  expectations.filter(({ needs }) => needs === 'control-run')

/** How to tell whether a client reacted; a report that names no command is one of a server. */
const controlAdvice = ({ command }: Pick<Report, 'command'>): string =>
  `${command === undefined ? 'understay run --compare --scenario NAME -- COMMAND' : 'this command with --compare'}, or understay certify, runs the client once more without the fault and tells whether it reacted`

/** A reason with the calls that it names, and the first acts of traffic that its expectation missed. */
function withCalls(reason: string, of: Pick<Report, 'namedCalls'> & Partial<Pick<Report, 'expectations'>>): string {
  const { namedCalls, expectations = [] } = of
  const ids = idsIn(reason)
  const named = namedCalls.filter(({ id }) => ids.includes(id)).slice(0, MAX_CALLS)
  const unmet = expectations.filter(({ id }) => reason.startsWith(`expectation ${id}: `))
  const acts = unmet.flatMap(({ missed, delays }) => missedLines(missed?.slice(0, MAX_CALLS), delays))
  return [reason, ...named.map(callLine), ...acts].join('\n')
}

const remediesOf = ({ conformance }: Pick<Report, 'conformance'>): readonly string[] =>
  conformance.rules.flatMap(({ id, outcome, remedy }) => (outcome === 'failed' ? [`${id}: ${remedy}`] : []))

/** True for a run that is inconclusive only because more calls, or a run without the fault, are needed. */
const isOnlyOpen = ({ verdict, reasons, expectations }: Report): boolean =>
  verdict === 'inconclusive' && expectations.filter(({ needs }) => needs !== undefined).length === reasons.length

/** What to do next: why faults could not happen, and the remedies of broken rules. */
export function stepsOf(report: Report): readonly string[] {
  const { verdict, calls, faults } = report
  const isUncompared = uncomparedOf(report).length > 0
  const needed = [...(calls.dropped > 0 ? [droppedText(calls)] : []), ...(isUncompared ? [controlAdvice(report)] : [])]
  if (isOnlyOpen(report)) return needed
  const isOpen = verdict === 'inconclusive'
  // An inconclusive run has them as its reasons.
  const blocked = faults.flatMap(({ id, blockedReason: why }) => (isOpen || !why ? [] : [`fault ${id} could not happen: ${why}`]))
  return [...(isOpen && calls.dropped > 0 ? needed : []), ...blocked, ...remediesOf(report)]
}

/** The same, and what the scenario wants of a client, unless it did that and the steps say the rest. */
export const adviceOf = (report: Report): readonly string[] => {
  const { scenario, expectations } = report
  const steps = stepsOf(report)
  const isDone = expectations.length > 0 && expectations.every(({ state }) => state === 'met')
  return [
    ...steps,
    ...(scenario?.about && !(isDone && steps.length > 0) && !isOnlyOpen(report) ? [`${scenario.name}: ${scenario.about}`] : []),
  ]
}

/** The reactions by which a client passed. */
const seen = ({ expectations }: Report): readonly string[] =>
  expectations.flatMap(({ id, state, wanted, expectation }) =>
    state === 'met' && expectation.reaction !== undefined ? [`${id}: ${wanted}`] : [],
  )

const shouldsOf = ({ conformance }: Pick<Report, 'conformance'>): readonly string[] =>
  conformance.rules.flatMap(({ id, outcome, offences, remedy }) =>
    outcome === 'warned' ? [`${id}: ${offences[0]?.what ?? ''}. ${remedy}`] : [],
  )

/** The musts and shoulds with findings that only a person can judge; they leave the verdict as it is. */
const reviewsOf = ({ conformance }: Pick<Report, 'conformance'>): readonly string[] =>
  conformance.rules.flatMap(({ id, severity, offences, remarks: [first, ...others] }) => {
    const found = `${severity.toUpperCase()}, ${countText(others.length + 1, 'finding')}`
    return severity !== 'info' && offences.length === 0 && first ? [`${id} (${found}): ${first.what}`] : []
  })

/** Refusals that a request gets in every world: its path, header, body or values are wrong. */
const OF_MALFORMED: ReadonlySet<string> = new Set<NonNullable<CalledEntry['refusalCode']>>([
  'operation_unknown',
  'segment_blank',
  'encoding_broken',
  'body_broken',
  'content_type_wrong',
  'channel_name_missing',
  'values_invalid',
])

/** Malformed calls: the suite of a client sends some on purpose, so they leave the verdict as it is. */
const malformedOf = ({ calls }: Report): readonly string[] =>
  calls.refusals.flatMap(({ operation, code, text, calls: count, entries: [first] }) =>
    OF_MALFORMED.has(code)
      ? [`${countText(count, 'call')} of ${operation ?? 'no operation'}, the first #${first}, refused: ${text}`]
      : [],
  )

const warningText = ({ calls, text }: Report['calls']['warnings'][number]): string => `${countText(calls, 'call')}: ${text}`
