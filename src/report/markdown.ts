/** A report as Markdown, for a job summary, an issue, or a terminal. */

import { countText } from '../base/count-text.ts'
import { outcomeText } from '../scenario/expectations/expectation.ts'
import { type Check, playedChecks, unaffectedText } from './checks.ts'
import { conformanceSection } from './markdown-conformance.ts'
import { block, cellCode, code, entriesText, list, ownProse, prose, section, table, timeText } from './markdown-text.ts'
import { trafficSections } from './markdown-traffic.ts'
import { callsBlock, idsOfOutcome } from './named-calls.ts'
import type { Calls, Report, ReportedEvent, ReportedFault } from './report-data.ts'
import { factsOf, stepsOf, VERDICT_MARKS } from './summary.ts'

const MARKS = { ...VERDICT_MARKS, warned: '⚠️', skipped: '➖' } as const
const WAITING_MARK = '⏳'

const markOf = (check: Check | undefined): string => MARKS[check?.outcome ?? 'skipped']

export function markdownReport(report: Report): string {
  const { verdict, reasons, expectations, faults, events, conformance, conformanceAlone, calls, namedCalls } = report
  const unmet = conformanceAlone ? [] : expectations.filter(({ met }) => !met).map(outcomeText)
  const checks = playedChecks(report)
  const faultRows = faults.map((fault, index) => faultRow(fault, markOf(checks.faults[index])))
  const eventRows = events.map((event, index) => eventRow(event, markOf(checks.events[index])))
  const blocks = [
    summaryLine(report),
    ...introduction(report),
    ...section(verdict === 'failed' ? '## Why it failed' : '## Why it is inconclusive', list(reasons.map(prose))),
    ...section('## What to do', verdict === 'passed' ? [] : list(stepsOf(report).map(ownProse))),
    ...section('## Expectations', [
      ...table(
        ['', 'Expectation', 'Wanted', 'Found', 'Calls'],
        expectations.map(({ id, wanted, found, entries }, index) => [
          markOf(checks.expectations[index]),
          cellCode(id),
          prose(wanted),
          String(found),
          entriesText(entries),
        ]),
      ),
      ...(unmet.length > 0 ? [block(unmet.join('\n'))] : []),
      ...callsBlock(expectations.flatMap(idsOfOutcome), namedCalls),
    ]),
    ...section('## Faults', table(['', 'Fault', 'What', 'Happened', 'Calls that matched'], faultRows)),
    ...section('## Events', table(['', 'Event', 'What', 'Due', 'State'], eventRows)),
    ...trafficSections(report),
    ...conformanceSection(conformance, namedCalls),
    ...section('## Calls', callBlocks(calls)),
  ]
  return `${blocks.join('\n\n')}\n`
}

function introduction(report: Report): readonly string[] {
  const { scenario, sandbox, at, understay, calls, conformanceAlone } = report
  const gone = calls.dropped > 0 ? `, and ${calls.dropped} that are no longer in the journal` : ''
  const lost = calls.lost > 0 ? `, and ${calls.lost} that were lost with a replica` : ''
  const dropped = `${gone}${lost}${calls.cleared > 0 ? `; ${calls.cleared} more before it was cleared` : ''}`
  const when = `${timeText(at)} UTC by its clock`
  return [
    ...(scenario ? [`**Scenario ${code(scenario.name)}**${scenario.about === null ? '' : `: ${prose(scenario.about)}`}`] : []),
    `Sandbox ${code(sandbox)}, ${when}. ${countText(calls.total, 'call')}${dropped}. Understay ${prose(understay)}.`,
    ...(report.command === undefined
      ? []
      : [`Command: ${code(report.command)}${report.kind === undefined ? '' : `, judged as ${report.kind}`}.`]),
    originText(report),
    ...(conformanceAlone ? [`${prose(unaffectedText(sandbox)).replace(/^i/, 'I')}.`] : []),
  ]
}

/** Maximum number of choices in the text; the JSON has all. */
const MAX_CHOICES = 5

/** The values that reproduce the run. */
function originText({ machineTime, clock, seed, choices }: Report): string {
  const answers = Object.entries(choices)
  const shown = answers.slice(0, MAX_CHOICES).map(([id, answer]) => code(`${id}=${answer}`))
  const more = answers.length > MAX_CHOICES ? [`${answers.length - MAX_CHOICES} more`] : []
  const parts = [
    `Seed ${seed}`,
    `clock ${prose(clock)}`,
    ...(shown.length > 0 ? [`choices ${[...shown, ...more].join(', ')}`] : []),
  ]
  return `${parts.join(', ')}. Made at ${timeText(machineTime)} UTC by the clock of the machine.`
}

/** Maximum number of characters of the reason in the title; the list below it has all. */
const MAX_REASON = 100

/** One line for a chat: the verdict, the scenario, and the first reason. */
function summaryLine(report: Report): string {
  const { verdict, reasons } = report
  const [reason = ''] = reasons
  const short = reason.length > MAX_REASON ? `${reason.slice(0, reason.lastIndexOf(' ', MAX_REASON))} …` : reason
  const parts = [...factsOf(report, code), ...(short === '' ? [] : [prose(short)])]
  return `# ${VERDICT_MARKS[verdict]} Understay: ${verdict} (${parts.join(', ')})`
}

function faultRow({ id, about, what, state, happened, matched, blockedReason }: ReportedFault, mark: string): readonly string[] {
  const said = { happened: countText(happened, 'time'), unused: 'never', blocked: `blocked: ${blockedReason}` }
  return [mark, cellCode(id), prose(about ?? what), prose(said[state]), String(matched)]
}

const eventRow = ({ id, what, at, state, blockedReason }: ReportedEvent, mark: string): readonly string[] => [
  state === 'waiting' ? WAITING_MARK : mark,
  cellCode(id),
  prose(what),
  timeText(at),
  prose(blockedReason ?? state),
]

function callBlocks({ operations, refusals, warnings, unread }: Calls): readonly string[] {
  const rows = operations.map(({ operation, calls, answers }) => [named(operation), String(calls), answersText(answers)])
  return [
    ...table(['Operation', 'Calls', 'Answers'], rows),
    ...countedSection('### Refused', 'Refusal', refusals, (one) => `${cellCode(one.code)} ${prose(one.text)}`),
    ...countedSection('### Warnings', 'Warning', warnings, ({ text }) => prose(text)),
    ...countedSection('### Fields that nothing reads', 'Field', unread, ({ field }) => cellCode(field)),
  ]
}

/** What calls of operations have in common, with their number and entries. @param textOf it, as Markdown */
function countedSection<C extends Calls['warnings' | 'unread' | 'refusals'][number]>(
  heading: string,
  what: string,
  found: readonly C[],
  textOf: (one: C) => string,
): readonly string[] {
  const rows = found.map((one) => [named(one.operation), textOf(one), String(one.calls), entriesText(one.entries)])
  return section(heading, table(['Operation', what, 'Calls', 'Entries'], rows))
}

const named = (operation: string | null): string => (operation === null ? 'no operation' : cellCode(operation))

/** `200 (4 times), 401`. */
const answersText = (answers: Readonly<Record<string, number>>): string =>
  Object.entries(answers)
    .map(([status, count]) => `${status === 'none' ? 'no answer' : status}${count > 1 ? ` (${count} times)` : ''}`)
    .join(', ')
