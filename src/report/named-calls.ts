/** The calls that the findings and expectations of a report name, so that they can be seen without the journal. */
import { isoInstant } from '../base/instant.ts'
import { shortText } from '../base/short-text.ts'
import type { Conformance, Verdict } from '../conformance/conformance.ts'
import type { Entry } from '../journal/entry.ts'
import { outcomeText } from '../scenario/expectations/expectation.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import { cellCode, collapsible, MAX_IDS, prose, table, timeText } from './markdown-text.ts'
import type { NamedCall } from './report-data.ts'

/** The fields of a journal entry that are read. */
export type NamedEntry = Pick<
  Entry,
  'id' | 'at' | 'method' | 'target' | 'operation' | 'status' | 'refusal' | 'fault' | 'request' | 'response'
>

/** Maximum number of findings of a rule that are shown. */
export const MAX_FINDINGS = 5
const MAX_CHARACTERS = 500

/** The ids of calls in a text, and the first of a list. */
export const idsIn = (text: string, entries: readonly number[] = []): readonly number[] => [
  ...new Set([...[...text.matchAll(/#(\d+)/g)].map(([, id]) => Number(id)), ...entries.slice(0, MAX_IDS)]),
]

export const idsOfRule = ({ offences, remarks }: Pick<Verdict, 'offences' | 'remarks'>): readonly number[] =>
  [...offences, ...remarks].slice(0, MAX_FINDINGS).flatMap(({ what, entries }) => idsIn(what, entries))

export const idsOfOutcome = (outcome: Outcome): readonly number[] =>
  idsIn(`${outcome.wanted} ${outcomeText(outcome)}`, outcome.entries)

/** The named calls among the entries, in their order. @param mask removes secrets of entries that are not masked, as those of a journal are */
export function namedCalls(
  entries: readonly NamedEntry[],
  outcomes: readonly Outcome[],
  { rules }: Conformance,
  mask = (text: string): string => text,
): readonly NamedCall[] {
  const ids = new Set([...outcomes.flatMap(idsOfOutcome), ...rules.flatMap(idsOfRule)])
  return entries
    .filter(({ id }) => ids.has(id))
    .map(({ id, at, method, target, operation, status, refusal, fault, request = '', response = '' }) => ({
      id,
      at: isoInstant(at),
      method,
      target: shortText(mask(target), MAX_CHARACTERS),
      operation: operation ?? null,
      status,
      refusal: refusal ?? null,
      fault: fault ?? [],
      request: shortText(mask(request), MAX_CHARACTERS),
      response: shortText(mask(response), MAX_CHARACTERS),
    }))
}

/** One line: `#35 09:00:12 POST /tariffs/1/micromanage 429`. */
export const callLine = ({ id, at, method, target, status }: NamedCall): string =>
  `#${id} ${at.slice(11, 19)} ${method} ${target} ${status === 0 ? 'no answer' : status}`

/** The calls with these ids, to unfold. */
export function callsBlock(ids: readonly number[], calls: readonly NamedCall[]): readonly string[] {
  const shown = calls.filter(({ id }) => ids.includes(id))
  const rows = shown.map(({ id, at, method, target, status, refusal, fault, request, response }) => [
    cellCode(`#${id}`),
    timeText(at),
    cellCode(`${method} ${target}`),
    `${status === 0 ? 'no answer' : status}${refusal === null ? '' : ` ${prose(refusal)}`}`,
    fault.map(cellCode).join(', '),
    cellCode(request),
    cellCode(response),
  ])
  if (rows.length === 0) return []
  return [
    collapsible(
      `Calls: ${rows.length}`,
      table(['Call', 'Time', 'Request', 'Answer', 'Fault', 'Form', 'Body of the answer'], rows).join(''),
    ),
  ]
}
