import { listStart } from '../base/short-text.ts'
import type { Conformance, Verdict } from '../conformance/conformance.ts'
import { MANUAL_REVIEW_TEXT } from './checks.ts'
import { cellCode, code, collapsible, entriesText, list, ownProse, prose, section, table } from './markdown-text.ts'
import { callsBlock, idsOfRule, MAX_FINDINGS } from './named-calls.ts'
import type { NamedCall } from './report-data.ts'

const MARKS: Readonly<Record<Verdict['outcome'], string>> = {
  failed: '❌',
  warned: '⚠️',
  noted: 'ℹ️',
  passed: '✅',
  inconclusive: '❔',
  'not-exercised': '➖',
  'not-applicable': '➖',
}
/** Outcomes whose words in a text are others. */
const NAMES: Readonly<Record<string, string>> = {
  noted: 'noted (not broken)',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
}

/** A table of the exercised rules, then the findings with their remedies. */
export function conformanceSection({ rules, counts, reason }: Conformance, calls: readonly NamedCall[]): readonly string[] {
  const order = Object.keys(MARKS)
  const sorted = rules.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const exercised = sorted.filter(({ outcome }) => outcome !== 'not-exercised')
  const idle = sorted.filter(({ outcome }) => outcome === 'not-exercised').map(({ id }) => code(id))
  const summed = order.map((outcome) => `${counts[outcome as Verdict['outcome']]} ${NAMES[outcome] ?? outcome}`)
  return section('## Conformance', [
    `${prose(reason)} ${summed.join(', ')}.`,
    ...table(['', 'Rule', 'Severity', 'A good client'], exercised.map(ruleRow)),
    ...exercised.flatMap((rule) => findings(rule, calls)),
    ...(idle.length > 0 ? [collapsible(`Not exercised: ${idle.length}`, idle.join(', '))] : []),
  ])
}

const ruleRow = ({ id, outcome, severity, title }: Verdict): readonly string[] => [
  MARKS[outcome],
  cellCode(id),
  severity.toUpperCase(),
  ownProse(title),
]

const FOR_INFORMATION = 'For information only: it does not affect the result.'
const NOT_BROKEN = 'Not broken: the findings cannot be judged from the calls alone.'

function findings(rule: Verdict, calls: readonly NamedCall[]): readonly string[] {
  const { id, outcome, severity, title, offences, remarks, remedy, source } = rule
  const found = [...offences.map((one) => findingText(one)), ...remarks.map((one) => findingText(one, `${MANUAL_REVIEW_TEXT}: `))]
  if (found.length === 0) return []
  return [
    `### ${MARKS[outcome]} ${code(id)} (${severity.toUpperCase()})`,
    `${ownProse(title)}.${outcome === 'noted' ? ` ${offences.length > 0 ? FOR_INFORMATION : NOT_BROKEN}` : ''}`,
    ...list(listStart(found, MAX_FINDINGS)),
    ...callsBlock(idsOfRule(rule), calls),
    ...(offences.length > 0 ? [`**Remedy:** ${ownProse(remedy)} *Source: ${ownProse(source)}.*`] : []),
  ]
}

/** The text of a finding, and the entries that it does not name. */
function findingText({ what, entries }: Verdict['offences'][number], before = ''): string {
  const unnamed = entries.filter((id) => !new RegExp(`#${id}\\b`).test(what))
  return `${before}${prose(what)}${unnamed.length > 0 ? ` (${entriesText(unnamed)})` : ''}`
}
