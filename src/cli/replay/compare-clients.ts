/**
 * Compares two recordings, such as of two versions of a client: added and removed calls, other statuses, other results of
 * conformance rules.
 */

import { countText } from '../../base/count-text.ts'
import { listStart } from '../../base/short-text.ts'
import { type Conformance, checkConformance } from '../../conformance/conformance.ts'
import { type Exchange as Call, formOf, TOKEN_OPERATION } from '../../conformance/exchange.ts'
import type { Recording } from '../../replay/har.ts'
import { maskedNote } from '../../replay/recording-messages.ts'
import { blocksText } from '../../replay/report.ts'
import { factsOf } from '../grade/grade.ts'
import { gradedRun } from '../grade/recorded-calls.ts'
import { alignedPairs } from './aligned.ts'

type CallSummary = Pick<Call, 'id' | 'method' | 'target' | 'operation' | 'status'>

export type ClientComparison = Readonly<ReturnType<typeof compareClients>>

/** The differences between two recordings: `gone` and `added` are calls of one only, or at another position. */
export function compareClients(
  files: readonly [string, string],
  recordings: readonly [Recording, Recording],
  product: Parameters<typeof factsOf>[0],
) {
  const graded = (recording: Recording) => gradedRun({ ...recording, none: [] }, product.apiPath)
  const runs = [graded(recordings[0]), graded(recordings[1])] as const
  const [before, after] = runs
  const judged = ({ calls, missing, speed }: typeof before) => checkConformance(calls, factsOf(product, { missing, speed }))
  const aligned = align(before.calls, after.calls)
  const invented = files.filter((_, index) => recordings[index]?.masked && aligned.gone.length + aligned.added.length > 0)
  return {
    files,
    calls: [before.calls.length, after.calls.length] as const,
    same: aligned.pairs.length,
    gone: aligned.gone.map(callSummary),
    added: aligned.added.map(callSummary),
    statuses: aligned.pairs.flatMap(([one, other]) =>
      one.status === other.status ? [] : [{ call: callSummary(other), before: one.status, after: other.status }],
    ),
    rules: changedRules(judged(before), judged(after)),
    notes: [...runs.flatMap(({ notes }, index) => notes.map((note) => `${files[index]}: ${note}`)), ...invented.map(maskedNote)],
  }
}

/** Pairs equal calls in the same order. */
function align(before: readonly Call[], after: readonly Call[]) {
  const pairs = alignedPairs(before.map(keyOf), after.map(keyOf)).flatMap(([index, other]) => {
    const [left, right] = [before[index], after[other]]
    return left && right ? [[left, right] as const] : []
  })
  const paired = new Set(pairs.flat())
  return { pairs, gone: before.filter((call) => !paired.has(call)), added: after.filter((call) => !paired.has(call)) }
}

/** The key of a call, without values that differ in every run: tokens, secrets and session ids. */
function keyOf(call: Call): string {
  const { method, target, request, operation } = call
  if (operation !== TOKEN_OPERATION) return `${method} ${target} ${request ?? ''}`
  const scope = formOf(call).find(([name]) => name === 'scope')?.[1] ?? ''
  return `${method} ${operation} ${scope}`
}

const callSummary = ({ id, method, target, operation, status }: Call): CallSummary => ({ id, method, target, operation, status })

function changedRules(before: Conformance, after: Conformance) {
  const outcomes = new Map(after.rules.map(({ id, outcome }) => [id, outcome]))
  return before.rules.flatMap(({ id, outcome }) => {
    const now = outcomes.get(id)
    return now === undefined || now === outcome ? [] : [{ id, before: outcome, after: now }]
  })
}

export const isEqual = ({ gone, added, statuses, rules }: ClientComparison): boolean =>
  [gone, added, statuses, rules].every(({ length }) => length === 0)

const MAX_LISTED = 20

export function comparisonText(comparison: ClientComparison): string {
  const { files, calls, same, gone, added, statuses, rules, notes } = comparison
  const otherStatuses = statuses.map(
    ({ call, before, after }) => `#${call.id} ${call.method} ${call.target}: ${before}, now ${after}`,
  )
  const otherRules = rules.map(({ id, before, after }) => `${id}: ${before}, now ${after}`)
  const blocks = [
    [`${files[0]} (${countText(calls[0], 'call')}) and ${files[1]} (${countText(calls[1], 'call')})`],
    titledList('calls that are gone', gone.map(lineOf('-'))),
    titledList('calls that are new', added.map(lineOf('+'))),
    titledList('other statuses', otherStatuses),
    titledList('rules', otherRules),
    notes.map((note) => `note: ${note}`),
    [
      `${same} calls in common, ${gone.length} gone, ${added.length} new, ${statuses.length} with another status, ${rules.length} rules differ`,
    ],
  ]
  return blocksText(blocks)
}

const lineOf =
  (mark: string) =>
  ({ id, method, target, operation, status }: CallSummary): string =>
    `${mark} #${id} ${method} ${target} ${status}${operation === undefined ? '' : `  ${operation}`}`

function titledList(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...listStart(lines, MAX_LISTED).map((line) => `  ${line}`)]
}
