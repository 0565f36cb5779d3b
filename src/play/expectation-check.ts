/**
 * What a schema cannot say of expectations: calls and rows that can never be found, and counts that say nothing.
 *
 * @module
 */
import { meant } from '../base/likeness.ts'
import type { Operation } from '../contract/operation.ts'
import type { Path } from '../store/fixture-error.ts'
import { rowFields } from '../store/row-shapes.ts'
import type { SchemaProblem } from '../store/schema-check.ts'
import { COLLECTION_NAMES, type CollectionName } from '../store/state.ts'
import { CALL_FIELDS, selectsCalls } from './expectation.ts'
import { callRange, type RowsWanted } from './expectation-text.ts'
import { isKept, KEPT_HEADERS } from './past-call.ts'
import type { Bounds, Expectation, WantedValues } from './scenario-schema.ts'
import { expressionProblems, selectorProblems } from './selector-check.ts'

/**
 * Everything that is wrong with expectations whose form is right.
 *
 * @param path of their list
 */
export function expectationProblems(
  expectations: readonly Expectation[],
  path: Path,
  operations: readonly Operation[],
): SchemaProblem[] {
  return expectations.flatMap((expectation, index) => {
    const at = [...path, index]
    return [
      ...orderProblems(expectation, expectations.slice(0, index), expectations.slice(index), at),
      ...singleProblems(expectation, at, operations),
    ]
  })
}

/** Everything that is wrong with an expectation by itself. */
function singleProblems(expectation: Expectation, path: Path, operations: readonly Operation[]): SchemaProblem[] {
  const { state, where, count, never } = expectation
  if (!selectsCalls(expectation) && state === undefined)
    return [{ path, message: `says neither which calls nor which rows: give it ${CALL_FIELDS.join(', ')}, or state` }]
  return [
    ...(selectsCalls(expectation) ? selectorProblems(expectation, path, operations) : stateOnlyProblems(expectation, path)),
    ...headerProblems(where?.header ?? {}, [...path, 'where', 'header']),
    ...secretProblems(where?.form ?? {}, [...path, 'where', 'form']),
    ...(never && count !== undefined ? [{ path: [...path, 'count'], message: 'goes without never, which is a count of 0' }] : []),
    ...boundsProblems(count, [...path, 'count']),
    ...(state ? stateProblems(state, [...path, 'state']) : []),
  ]
}

function orderProblems(
  { id, after }: Expectation,
  earlier: readonly Expectation[],
  rest: readonly Expectation[],
  path: Path,
): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  if (id !== undefined && earlier.some((one) => one.id === id))
    problems.push({ path: [...path, 'id'], message: `an earlier expectation is called "${id}" already` })
  if (after === undefined) return problems
  const named = earlier.find((one) => one.id === after)
  const message = named ? momentProblem(named, after) : unknownStart(after, idsOf(earlier), idsOf(rest))
  return message === undefined ? problems : [...problems, { path: [...path, 'after'], message }]
}

const idsOf = (expectations: readonly Expectation[]): readonly string[] => expectations.flatMap(({ id }) => id ?? [])

function unknownStart(after: string, earlier: readonly string[], rest: readonly string[]): string {
  if (rest.includes(after)) return `"${after}" does not stand before this one; move it there`
  const near = meant(after, earlier)
  if (near !== undefined) return `no earlier expectation is called "${after}"; did you mean "${near}"?`
  const known = earlier.length > 0 ? `there are ${earlier.join(', ')}` : 'no earlier one has an id'
  return `no earlier expectation is called "${after}"; ${known}`
}

function momentProblem(named: Expectation, after: string): string | undefined {
  if (!selectsCalls(named)) return `"${after}" is about the state: no call meets it, so nothing comes after it`
  return callRange(named).min > 0 ? undefined : `"${after}" holds without any call, so nothing comes after it`
}

/** What is said of calls where none are named. */
function stateOnlyProblems(expectation: Expectation, path: Path): SchemaProblem[] {
  const counted = (['count', 'never', 'after'] as const).filter((key) => expectation[key] !== undefined)
  return counted.map((key) => ({
    path: [...path, key],
    message: `is about calls, and this names none: give it ${key === 'after' ? '' : 'an own count inside state, or '}an operation`,
  }))
}

function boundsProblems(count: Bounds | undefined, path: Path): SchemaProblem[] {
  if (count === undefined || typeof count === 'number') return []
  const { min = 0, max = Infinity } = count
  if (min > max) return [{ path, message: `min ${min} is above max ${max}, so it can never be met` }]
  return min === 0 && max === Infinity ? [{ path, message: 'is met by any number: give it a min from 1, or a max' }] : []
}

function headerProblems(wants: WantedValues, path: Path): SchemaProblem[] {
  return Object.entries(wants).flatMap(([name, wanted]): SchemaProblem[] => {
    const lower = name.toLowerCase()
    if (!isKept(lower))
      return [{ path: [...path, name], message: `the journal does not keep this header; it keeps ${KEPT_HEADERS.join(', ')}` }]
    return lower === 'authorization' && typeof wanted !== 'object'
      ? [
          {
            path: [...path, name],
            message: 'the journal keeps the scheme only: write { matches: "^Bearer " } or { present: true }',
          },
        ]
      : []
  })
}

function secretProblems(wants: WantedValues, path: Path): SchemaProblem[] {
  const wanted = wants['client_secret']
  if (wanted === undefined || (typeof wanted === 'object' && 'present' in wanted)) return []
  return [{ path: [...path, 'client_secret'], message: 'the journal masks secrets: only { present: true } can be asked of one' }]
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
  return Object.keys(where).flatMap((name) => {
    const message = fieldProblem(collection, name, known)
    return message === undefined ? [] : [{ path: [...path, name], message }]
  })
}

function fieldProblem(collection: CollectionName, name: string, known: ReadonlyMap<string, boolean>): string | undefined {
  const [field = '', ...inner] = name.split('.')
  const hasInner = known.get(field)
  if (hasInner !== undefined)
    return inner.length > 0 && !hasInner ? `"${field}" of ${collection} has nothing inside; ask for it as a whole` : undefined
  const near = meant(field, [...known.keys()])
  return `rows of ${collection} have no field "${field}"; ${near === undefined ? `there are ${[...known.keys()].join(', ')}` : `did you mean "${near}"?`}`
}
