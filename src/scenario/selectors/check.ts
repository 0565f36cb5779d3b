/** Checks that a selector can match a call. */

import type { Path } from '../../base/file-error.ts'
import { asProblems, problemAt, type SchemaProblem } from '../../base/schema-check.ts'
import { SESSION_ID_LENGTH, sessionKey } from '../../base/session-key.ts'
import { didYouMeanOr } from '../../base/spelling.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { HAS_CLIENT, HAS_PROPERTY, HAS_SESSION, HAS_TOKEN } from './reach.ts'
import { expressionProblem } from './regular-expression.ts'
import { FIRST_DAYS } from './selector.ts'
import type { Selector, WantedValues } from './selector-schema.ts'

/** The parts of a selector that can never match a call of the operations. */
export function selectorProblems(selector: Selector, path: Path, operations: readonly BookingOperation[]): SchemaProblem[] {
  const problems = [
    ...operationProblems(selector, path, operations),
    ...expressionErrors(selector, path),
    ...headerProblems(selector, path),
  ]
  if (problems.length > 0) return problems
  const meantOnes = selectableOperations(selector, operations)
  return meantOnes.length > 0 ? [...fieldProblems(selector, path, meantOnes)] : [noOperationProblem(selector, path)]
}

/** The operations that a selector can match, by id, tag and method. */
export function selectableOperations(selector: Selector, operations: readonly BookingOperation[]): readonly BookingOperation[] {
  return operations.filter((operation) => maySelect(selector, operation))
}

function maySelect({ operation, tag, method }: Selector, candidate: BookingOperation): boolean {
  const ids = idsOf(operation)
  if (ids && !ids.includes(candidate.id)) return false
  if (tag !== undefined && candidate.tag !== tag) return false
  return method === undefined || [method].flat().some((one) => candidate.method.toUpperCase() === one)
}

const idsOf = (operation: Selector['operation']): readonly string[] | undefined =>
  typeof operation === 'string' ? [operation] : operation

/** Maximum number of reported unknown operations of one selector. */
const MAX_TOLD = 10

function operationProblems({ operation, tag }: Selector, path: Path, operations: readonly BookingOperation[]): SchemaProblem[] {
  const known = operations.map(({ id }) => id)
  const problems = (idsOf(operation) ?? [])
    .filter((id) => !known.includes(id))
    .slice(0, MAX_TOLD)
    .map((id) => problemAt(path, 'operation', unknownWord('operation', id, known)))
  const tags = [...new Set(operations.map((one) => one.tag))]
  if (tag !== undefined && !tags.some((one) => one === tag)) problems.push(problemAt(path, 'tag', unknownWord('tag', tag, tags)))
  return problems
}

function unknownWord(kind: string, word: string, known: readonly string[]): string {
  const otherwise = known.length > 30 ? 'GET /_understay/operations lists them' : `there are ${known.join(', ')}`
  return `there is no ${kind} "${word}"; ${didYouMeanOr(word, known, otherwise)}`
}

function expressionErrors({ where }: Selector, path: Path): SchemaProblem[] {
  return Object.entries(where ?? {}).flatMap(([place, wants]) =>
    expressionProblems(wants as WantedValues, [...path, 'where', place]),
  )
}

/** Headers of the service, without the word of a product. */
const SERVICE_HEADERS = ['booking-session-id', 'channel-name', 'no-envelope'] as const

/** The name of the header of the service that a name stands for; undefined for any other name. */
export function serviceHeaderOf(name: string): string | undefined {
  const lower = name.toLowerCase()
  const known = SERVICE_HEADERS.find((one) => lower.endsWith(one))
  return known === undefined || /^x-[a-z0-9]+-$/.test(lower.slice(0, -known.length)) ? undefined : `x-service-${known}`
}

/** Misspelt headers of the service, which no call has. */
function headerProblems({ where }: Selector, path: Path): SchemaProblem[] {
  return Object.keys(where?.header ?? {}).flatMap((name) => {
    const meant = serviceHeaderOf(name)
    const message = `the service reads no such header, so no call can ever match; did you mean "${meant}"?`
    return meant === undefined ? [] : [{ path: [...path, 'where', 'header', name], message }]
  })
}

export function expressionProblems(wants: WantedValues, path: Path): SchemaProblem[] {
  return Object.entries(wants).flatMap(([name, wanted]) => {
    const isExpression = typeof wanted === 'object' && 'matches' in wanted
    return isExpression ? asProblems([...path, name, 'matches'], expressionProblem(wanted.matches)) : []
  })
}

function noOperationProblem({ operation, tag, method }: Selector, path: Path): SchemaProblem {
  const ids = idsOf(operation)?.join(', ')
  const named = [
    ids !== undefined && `operation ${ids}`,
    tag !== undefined && `tag ${tag}`,
    method !== undefined && `method ${[method].flat().join(' or ')}`,
  ]
  return { path, message: `no operation has ${named.filter(Boolean).join(' and ')}, so no call can ever match` }
}

/** Fields that none of the selected operations can have. */
function* fieldProblems(selector: Selector, path: Path, meantOnes: readonly BookingOperation[]): Generator<SchemaProblem> {
  const { property, client, session, where } = selector
  const who = meantOnes.length === 1 ? (meantOnes[0]?.id ?? '') : 'the operations meant'
  const never = (key: readonly string[], what: string): SchemaProblem => {
    return { path: [...path, ...key], message: `${who} ${what}, so no call can ever match` }
  }
  if (property !== undefined && !meantOnes.some(HAS_PROPERTY.fits)) yield never(['property'], HAS_PROPERTY.lacks)
  if (session !== undefined && !meantOnes.some(HAS_SESSION.fits)) yield never(['session'], HAS_SESSION.lacks)
  if (session !== undefined && sessionKey(session) !== session) {
    const most = `at most ${SESSION_ID_LENGTH} characters count, without blanks around them`
    yield problemAt(path, 'session', `is not a valid name of a session: ${most}`)
  }
  if (client !== undefined && !meantOnes.some(HAS_CLIENT.fits)) yield never(['client'], HAS_TOKEN.lacks)
  for (const name of Object.keys(where?.path ?? {})) {
    const named = meantOnes.flatMap(({ params }) => Object.keys(params))
    const known = FIRST_DAYS.some((day) => named.includes(day)) ? [...named, 'start'] : named
    if (!known.includes(name)) yield never(['where', 'path', name], `has no "${name}" in its path (${namesOf(known)})`)
  }
  for (const name of Object.keys(where?.form ?? {}))
    if (!meantOnes.some((one) => hasField(one, name)))
      yield never(['where', 'form', name], `takes no field "${name}" (${namesOf(meantOnes.flatMap(fieldNames))})`)
}

const namesOf = (names: readonly string[]): string =>
  names.length > 0 ? `there are ${[...new Set(names)].join(', ')}` : 'it has none'

const fieldNames = ({ form }: BookingOperation): string[] => [
  ...Object.keys(form?.fields ?? {}),
  ...Object.keys(form?.maps ?? {}).map((name) => `${name}[...]`),
]

function hasField({ form }: BookingOperation, name: string): boolean {
  const map = /^([^[]+)\[/.exec(name)?.[1]
  return Object.hasOwn(form?.fields ?? {}, name) || (map !== undefined && Object.hasOwn(form?.maps ?? {}, map))
}
