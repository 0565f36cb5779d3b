/** Checks of expectations beyond their schema: calls and rows that can never be found, and counts without effect. */
import type { Path } from '../../base/file-error.ts'
import { parseInstant } from '../../base/instant.ts'
import { asProblems, problemAt, type SchemaProblem } from '../../base/schema-check.ts'
import { didYouMeanOr } from '../../base/spelling.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { isKeptHeader, KEPT_HEADERS } from '../../journal/kept-headers.ts'
import { insideProblem, neverProblem, rowFields } from '../../store/row-check.ts'
import { COLLECTION_NAMES, type CollectionName } from '../../store/state.ts'
import type { Fault } from '../faults/fault-schema.ts'
import { isWatched } from '../names.ts'
import { expressionProblems, selectorProblems, serviceHeaderOf } from '../selectors/check.ts'
import type { WantedValues } from '../selectors/selector-schema.ts'
import { CALL_FIELDS, selectsCalls } from './expectation.ts'
import type { Bounds, Expectation } from './expectation-schema.ts'
import { callRange, isCompared, listText, type RowsWanted } from './text.ts'

/**
 * The problems of expectations that are valid by their schema.
 *
 * @param path of their list
 * @param faults of the scenario; undefined when they are not known
 */
export function* expectationProblems(
  expectations: readonly Expectation[],
  path: Path,
  operations: readonly BookingOperation[],
  faults?: readonly Fault[],
): Generator<SchemaProblem> {
  const names = faults?.map(faultName)
  const known = new Set(names)
  const earlier = new Map<string, Expectation>()
  for (const [index, expectation] of expectations.entries()) {
    const at = [...path, index]
    if (isWatched(expectation)) yield* watchedProblems(expectation, at, operations)
    else {
      if (!known.has(String(expectation.fault))) yield* faultProblems(expectation, at, names)
      yield* sameProblems(expectation, at)
      yield* orderProblems(expectation, earlier, at, () => expectations.slice(index).flatMap(({ id }) => id ?? []))
      const isStart = expectations.slice(index + 1).some(({ after }) => after !== undefined && after === expectation.id)
      yield* singleProblems(expectation, at, operations, isStart)
    }
    const { id } = expectation
    if (id !== undefined && !earlier.has(id)) earlier.set(id, expectation)
  }
}

const WITH_INVARIANT = ['id', 'about', 'invariant', 'within']
const NOT_WITH_EACH = [
  'count',
  'never',
  'after',
  'before',
  'unless',
  'state',
  'fault',
  'system_date',
  'not_before',
  'precondition',
  'invariant',
] as const

function watchedProblems(expectation: Expectation, path: Path, operations: readonly BookingOperation[]): SchemaProblem[] {
  if (expectation.each === undefined) {
    const other = Object.keys(expectation).find((key) => !WITH_INVARIANT.includes(key))
    return other === undefined ? [] : [problemAt(path, other, 'goes without invariant, which takes only within')]
  }
  const other = NOT_WITH_EACH.find((key) => expectation[key] !== undefined)
  if (other !== undefined) return [problemAt(path, other, 'goes without each: each act is judged by itself')]
  const { operation, tag, method } = expectation
  if (operation === undefined && tag === undefined && method === undefined)
    return [{ path, message: 'says which act, and not which call must follow: give it an operation' }]
  return selectorProblems(expectation, path, operations)
}

const MAX_LISTED = 12

/** The name by which expectations refer to a fault. */
export const faultName = ({ id }: Fault, index: number): string => id ?? String(index + 1)

/** What to write in place of an unknown name: the one that is spelled nearly so, else the known ones. */
export const choiceText = (name: string, known: readonly string[], max = MAX_LISTED): string =>
  didYouMeanOr(name, known, `there are ${listText(known, max) || 'none'}`)

export const unknownFault = (name: string, names: readonly string[]): string =>
  `there is no fault "${name}"${names.length > 0 ? `; ${choiceText(name, names)}` : ', nor any other'}`

function faultProblems({ fault }: Expectation, path: Path, names: readonly string[] | undefined): SchemaProblem[] {
  if (fault === undefined || !names) return []
  return [{ path: [...path, 'fault'], message: unknownFault(String(fault), names) }]
}

function sameProblems({ same, after, reaction, count, never, not_before: notBefore }: Expectation, path: Path): SchemaProblem[] {
  const isAlone = after === undefined
  const compares = 'goes without count and never: it compares with a run without the fault'
  const reacts = 'goes with after: it is the reaction to the calls of that expectation'
  const isNoInstant = notBefore !== undefined && parseInstant(notBefore) === undefined
  return [
    ...(reaction && isAlone ? [problemAt(path, 'reaction', reacts)] : []),
    ...(reaction && (count !== undefined || never) ? [problemAt(path, 'reaction', compares)] : []),
    ...(same && isAlone ? [problemAt(path, 'same', 'goes with after: it compares with the calls of that expectation')] : []),
    ...(isNoInstant ? [problemAt(path, 'not_before', `"${notBefore}" is not an instant such as 2026-03-01T09:00:00Z`)] : []),
  ]
}

function singleProblems(of: Expectation, path: Path, operations: readonly BookingOperation[], isStart: boolean): SchemaProblem[] {
  const { state, where, count, never } = of
  if (!selectsCalls(of) && state === undefined)
    return [{ path, message: `says neither which calls nor which rows: give it ${CALL_FIELDS.join(', ')}, or state` }]
  return [
    ...(selectsCalls(of) ? selectorProblems(of, path, operations) : stateOnlyProblems(of, path)),
    ...headerProblems(where?.header ?? {}, [...path, 'where', 'header']),
    ...secretProblems(where?.form ?? {}, [...path, 'where', 'form']),
    ...(never && count !== undefined ? [problemAt(path, 'count', 'goes without never, which is a count of 0')] : []),
    ...boundsProblems(count, [...path, 'count'], isStart),
    ...(state ? stateProblems(state, [...path, 'state']) : []),
  ]
}

function orderProblems(
  { id, after, before, unless, ...others }: Expectation,
  earlier: ReadonlyMap<string, Expectation>,
  path: Path,
  rest: () => readonly string[],
): SchemaProblem[] {
  const isTwice = id !== undefined && earlier.has(id)
  const problems = Object.entries({ before, unless, after }).flatMap(([key, name]) => {
    if (name === undefined) return []
    const named = earlier.get(name)
    const message = named ? momentProblem(named, name, key, isCompared(others)) : unknownStart(name, [...earlier.keys()], rest())
    return asProblems([...path, key], message)
  })
  return isTwice ? [problemAt(path, 'id', `an earlier expectation is called "${id}" already`), ...problems] : problems
}

function unknownStart(after: string, earlier: readonly string[], rest: readonly string[]): string {
  if (rest.includes(after)) return `"${after}" does not stand before this one; move it there`
  const known = earlier.length > 0 ? choiceText(after, earlier) : 'no earlier one has an id'
  return `no earlier expectation is called "${after}"; ${known}`
}

function momentProblem(named: Expectation, after: string, key: string, isReaction: boolean): string | undefined {
  if (isWatched(named)) return `"${after}" is judged act by act while the scenario runs; name an expectation on calls`
  if (key === 'after' && !selectsCalls(named)) return `"${after}" is about the state: no call meets it, so nothing comes after it`
  const isMet = callRange(named)[isReaction ? 'max' : 'min'] === 0
  return key === 'after' && isMet ? `"${after}" holds without any call, so nothing comes after it` : undefined
}

/** Fields on calls in an expectation that selects none. */
function stateOnlyProblems(expectation: Expectation, path: Path): SchemaProblem[] {
  const counted = (['count', 'never', 'after', 'before'] as const).filter((key) => expectation[key] !== undefined)
  const own = (key: string): string => (key === 'after' || key === 'before' ? '' : 'an own count inside state, or ')
  return counted.map((key) => problemAt(path, key, `is about calls, and this names none: give it ${own(key)}an operation`))
}

function boundsProblems(count: Bounds | undefined, path: Path, isStart = false): SchemaProblem[] {
  if (count === undefined || typeof count === 'number') return []
  const { min = 0, max = Infinity } = count
  if (min > max) return [{ path, message: `min ${min} is above max ${max}, so it can never be met` }]
  if (min > 0 || max < Infinity || isStart) return []
  return [{ path, message: 'is met by any number: give it a min from 1, or a max' }]
}

function headerProblems(wants: WantedValues, path: Path): SchemaProblem[] {
  return Object.entries(wants).flatMap(([name, wanted]): SchemaProblem[] => {
    const lower = name.toLowerCase()
    if (serviceHeaderOf(name) !== undefined) return []
    if (!isKeptHeader(lower))
      return [problemAt(path, name, `the journal does not keep this header; it keeps ${KEPT_HEADERS.join(', ')}`)]
    return lower === 'authorization' && typeof wanted !== 'object'
      ? [problemAt(path, name, 'the journal keeps the scheme only: write { matches: "^Bearer " } or { present: true }')]
      : []
  })
}

function secretProblems(wants: WantedValues, path: Path): SchemaProblem[] {
  const wanted = wants['client_secret']
  if (wanted === undefined || (typeof wanted === 'object' && 'present' in wanted)) return []
  return [problemAt(path, 'client_secret', 'the journal masks secrets: only { present: true } can be asked of one')]
}

function stateProblems(state: Readonly<Record<string, RowsWanted | undefined>>, path: Path): SchemaProblem[] {
  const wanted = Object.entries(state)
  if (wanted.length === 0) return [{ path, message: `names no collection; there are ${COLLECTION_NAMES.join(', ')}` }]
  return wanted.flatMap(([collection, { where = {}, count } = {}]) => [
    ...boundsProblems(count, [...path, collection, 'count']),
    ...expressionProblems(where, [...path, collection, 'where']),
    ...fieldProblems(collection as CollectionName, where, [...path, collection, 'where']),
  ])
}

function fieldProblems(collection: CollectionName, where: WantedValues, path: Path): SchemaProblem[] {
  const known = rowFields(collection)
  return Object.entries(where).flatMap(([name, wanted]) =>
    asProblems([...path, name], fieldProblem(collection, name, known) ?? neverProblem(collection, name, wanted)),
  )
}

function fieldProblem(collection: CollectionName, name: string, known: ReadonlyMap<string, boolean>): string | undefined {
  const [field = '', ...inner] = name.split('.')
  const hasInner = known.get(field)
  if (hasInner !== undefined && inner.length > 0 && !hasInner)
    return `"${field}" of ${collection} has nothing inside; ask for it as a whole`
  if (hasInner !== undefined) return insideProblem(collection, name)
  return `rows of ${collection} have no field "${field}"; ${choiceText(field, [...known.keys()], known.size)}`
}
