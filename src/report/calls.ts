/** A summary of the calls of a run. */
import { getOrInsert } from '../base/get-or-insert.ts'
import { countEach, groupBy } from '../base/group-by.ts'
import type { Entry } from '../journal/entry.ts'
import type { Calls } from './report-data.ts'

/** The fields of a journal entry that are read. */
export type CalledEntry = Pick<Entry, 'id' | 'operation' | 'status' | 'refusalCode' | 'refusal' | 'warnings' | 'unread'>

/** The numbers of calls that are not in the journal. */
export type UnlistedCalls = Pick<Calls, 'dropped' | 'cleared' | 'lost' | 'outside'>

/** The name of a refusal with status 200. */
const REFUSED_WITH_200 = 'valid: false'

/** Sums up calls. */
export function callsOf(entries: readonly CalledEntry[], unlisted: UnlistedCalls): Calls {
  const classOf = ({ status }: CalledEntry): string => (status === 0 ? 'none' : `${String(status).slice(0, 1)}xx`)
  return {
    total: entries.length,
    ...unlisted,
    answers: countsOf(entries.map(classOf)),
    operations: byOperation(entries).map(([operation, all]) => ({
      operation,
      calls: all.length,
      answers: countsOf(all.map(({ status }) => (status === 0 ? 'none' : String(status)))),
    })),
    refusals: refusalsIn(entries).map((all) => ({
      operation: all[0]?.operation ?? null,
      code: all[0]?.refusalCode ?? REFUSED_WITH_200,
      text: all[0]?.refusal ?? '',
      ...withEntries(all),
    })),
    warnings: groupByValue(entries, 'warnings', 'text'),
    unread: groupByValue(entries, 'unread', 'field'),
  }
}

const withEntries = (all: readonly CalledEntry[]) => ({ calls: all.length, entries: all.map(({ id }) => id) })

/** Maximum number of different values of a list field; how many more there are is the last one. */
const MAX_VALUES = 1000

/** Groups the values of a list field by value and operation, in the order of the first entries. @param as the key of a value */
function groupByValue<K extends string>(entries: readonly CalledEntry[], list: 'warnings' | 'unread', as: K) {
  const shownAs = (value: string) => ({ [as]: value }) as Record<K, string>
  const byValue = new Map<string, CalledEntry[]>()
  for (const entry of entries) for (const value of new Set(entry[list])) getOrInsert(byValue, value, () => []).push(entry)
  const values = [...byValue]
  const rest = values.slice(MAX_VALUES)
  const shown = values
    .slice(0, MAX_VALUES)
    .flatMap(([value, having]) =>
      byOperation(having).map(([operation, all]) => ({ operation, ...shownAs(value), ...withEntries(all) })),
    )
  if (rest.length === 0) return shown
  const others = new Set(rest.flatMap(([, having]) => having))
  return [...shown, { operation: null, ...shownAs(`and ${rest.length} more`), calls: others.size, entries: [] }]
}

const byOperation = (entries: readonly CalledEntry[]) => [...groupBy(entries, ({ operation }) => operation ?? null)]

/** The refused entries by operation and code; those of an operation by text as well. */
const refusalsIn = (entries: readonly CalledEntry[]) => [
  ...groupBy(entries, ({ operation, refusalCode, refusal }) =>
    refusalCode === undefined && refusal === undefined
      ? undefined
      : [operation, refusalCode, operation === undefined ? '' : refusal].join('\n'),
  ).values(),
]

/** Counts words; the keys are sorted. */
const countsOf = (words: readonly string[]): Readonly<Record<string, number>> => Object.fromEntries(countEach(words.toSorted()))
