/**
 * The conformance of a client as Markdown.
 *
 * @module
 */
import type { Conformance, Verdict } from '../conformance/conformance.ts'
import { cellCode, code, entriesText, folded, prose, section, table } from './markdown-text.ts'

const MARKS: Readonly<Record<Verdict['outcome'], string>> = {
  failed: '❌',
  warned: '⚠️',
  noted: 'ℹ️',
  passed: '✅',
  inconclusive: '❔',
  'not-exercised': '➖',
  'not-applicable': '➖',
}
/** How many findings of a rule are told. */
const MAX_FINDINGS = 5

/** What the rules found: those that were exercised as a table, with what is wrong and its remedy under it. */
export function conformanceSection({ rules, counts, reason }: Conformance): readonly string[] {
  const order = Object.keys(MARKS)
  const sorted = rules.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const exercised = sorted.filter(({ outcome }) => outcome !== 'not-exercised')
  const idle = sorted.filter(({ outcome }) => outcome === 'not-exercised').map(({ id }) => code(id))
  const summed = order.map((outcome) => `${counts[outcome as Verdict['outcome']]} ${outcome.replace('-', ' ')}`)
  return section('## Conformance', [
    `${prose(reason)} ${summed.join(', ')}.`,
    ...table(['', 'Rule', 'Severity', 'A good client'], exercised.map(ruleRow)),
    ...exercised.flatMap(findings),
    ...(idle.length > 0 ? [folded(`Not exercised: ${idle.length}`, idle.join(', '))] : []),
  ])
}

const ruleRow = ({ id, outcome, severity, title }: Verdict): readonly string[] => [
  MARKS[outcome],
  cellCode(id),
  severity.toUpperCase(),
  prose(title),
]

function findings({ id, outcome, severity, title, offences, remarks, remedy, source }: Verdict): readonly string[] {
  const found = [...offences, ...remarks]
  if (found.length === 0) return []
  const lines = found.slice(0, MAX_FINDINGS).map(findingText)
  const more = found.length - MAX_FINDINGS
  return [
    `### ${MARKS[outcome]} ${code(id)} (${severity.toUpperCase()})`,
    `${prose(title)}.`,
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    ...(offences.length > 0 ? [`**Remedy:** ${prose(remedy)} *Source: ${prose(source)}.*`] : []),
  ]
}

/** What was found, and the entries that it does not name itself. */
function findingText({ what, entries }: Verdict['offences'][number]): string {
  const unnamed = entries.filter((id) => !new RegExp(`#${id}\\b`).test(what))
  return `- ${prose(what)}${unnamed.length > 0 ? ` (${entriesText(unnamed)})` : ''}`
}
