/** Validates an imported state. */
import { daysBetween } from '../base/day.ts'
import { fieldPath } from '../base/file-error.ts'
import { jsonSizeProblem } from '../base/json-depth.ts'
import { isJsonMap } from '../base/json-map.ts'
import { schemaProblems } from '../base/schema-check.ts'
import { shortText } from '../base/short-text.ts'
import { suggestion } from '../base/spelling.ts'
import { STATE_FORMAT, STATE_VERSION } from '../base/state-format.ts'
import { departureProblem } from '../domain/booking/bookings.ts'
import { roomNightsOf } from '../domain/booking/room-nights.ts'
import { type Field, type Fields, isInHundredths } from '../domain/collection/fields.ts'
import { type KnownSecretRows, unmaskedRows } from './masked-state.ts'
import { referenceProblem, unknownReference } from './references.ts'
import { kindProblem } from './row-check.ts'
import { COLLECTION_NAMES, COLLECTIONS, type RowLists, type WorldState } from './state.ts'
import { checkedState } from './state-check.ts'

export type SentState =
  | { readonly state: WorldState; readonly tokensLeftOut: number; readonly problem?: undefined }
  | { readonly problem: string }

/** Fewer bytes for each value than a row has: such a state is not one, and takes much memory to find that out. */
const BYTES_PER_VALUE = 8
const MIN_VALUES = 100_000

/** Characters of a problem, which may contain names and values of the sent state. */
const SHOWN_CHARACTERS = 500

/**
 * Parses an exported state, and replaces masked secrets and tokens by the known ones.
 *
 * @param bytes JSON in UTF-8
 * @param known the rows of the current state
 */
export function readSentState(bytes: Uint8Array, known: KnownSecretRows): SentState {
  const read = checkedSentState(bytes, known)
  return read.problem === undefined ? read : { problem: shortText(read.problem, SHOWN_CHARACTERS) }
}

function checkedSentState(bytes: Uint8Array, known: KnownSecretRows): SentState {
  const sent = parsed(bytes)
  if (typeof sent === 'string') return { problem: sent }
  const formatIsWrong = formatProblem(sent)
  if (formatIsWrong !== undefined) return { problem: formatIsWrong }
  const { state, problem } = checkedState(sent)
  if (!state) return { problem }
  const wrongValue = valueProblem(state.collections)
  if (wrongValue !== undefined) return { problem: wrongValue }
  const unmasked = unmaskedRows(state.collections, known)
  const { rows } = unmasked
  const wrong =
    clockProblem(state) ??
    idProblem(rows, state.counters) ??
    unmasked.problem ??
    referenceProblem(rows) ??
    unknownReference(rows, state.counters) ??
    staysProblem(rows)
  if (wrong !== undefined) return { problem: wrong }
  const { seed, clock, counters } = state
  return { state: { seed, clock, counters, collections: rows }, tokensLeftOut: unmasked.tokensLeftOut }
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  const problem = jsonSizeProblem(bytes, Math.max(MIN_VALUES, bytes.length / BYTES_PER_VALUE))
  if (problem !== undefined) return problem
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isJsonMap(value) ? value : EXPECTED
  } catch (error) {
    if (error instanceof SyntaxError) return `invalid JSON: ${error.message}`
    return 'the body is not UTF-8'
  }
}

const PARTS = ['seed', 'clock', 'counters', 'collections'] as const
const EXPECTED = `expected an object as GET state returns it: ${PARTS.join(', ')}`
const FIELDS = ['format', 'version', ...PARTS, 'line', 'taken']

function formatProblem(sent: Readonly<Record<string, unknown>>): string | undefined {
  const { format = STATE_FORMAT, version = STATE_VERSION } = sent
  const unknown = Object.keys(sent).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return unknownKey(unknown, FIELDS.slice(0, -2))
  if (format !== STATE_FORMAT) return `format should be "${STATE_FORMAT}", not ${JSON.stringify(format)}`
  const missing = PARTS.find((part) => sent[part] === undefined)
  if (missing !== undefined) return `${missing} is missing: ${EXPECTED}`
  return version === STATE_VERSION ? undefined : `version should be ${STATE_VERSION}, not ${JSON.stringify(version)}`
}

const unknownKey = (key: string, known: readonly string[]): string =>
  `unknown key "${key}"${suggestion(key, known) || `; known here: ${known.join(', ')}`}`

function clockProblem({ seed, clock }: WorldState): string | undefined {
  if (!Number.isSafeInteger(seed)) return `seed should be a whole number, not ${seed}`
  return clock.speed < 0 ? `clock.speed should not be negative, not ${clock.speed}` : undefined
}

/** The first value that its field does not allow, though it is of its kind. */
function valueProblem(rows: RowLists): string | undefined {
  for (const name of COLLECTION_NAMES)
    for (const [index, row] of rows[name].entries()) {
      const problem = problemInside(COLLECTIONS[name].fields, row)
      if (problem !== undefined) return `collections.${name}[${index}]${problem}`
    }
  return undefined
}

/** The first such value of a row, or of a map inside one: `.level: expected one of ...`. */
function problemInside(fields: Fields, row: object): string | undefined {
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) return `: ${unknownKey(unknown, Object.keys(fields))}`
  for (const name in fields) {
    const field = fields[name]
    const problem = field && problemOf(field, Reflect.get(row, name))
    if (problem !== undefined) return `.${name}${problem}`
  }
  return undefined
}

/** Numbers are whole. They and most texts are not held against the schema, which is that of fixtures: calls make others. */
function problemOf(field: Field, value: unknown): string | undefined {
  const { fields, kind, schema, check } = field
  if (value === null || value === undefined) return undefined
  if (fields) return Array.isArray(value) ? problemOfList(fields, value) : problemOfMap(fields, value)
  if (kind.startsWith('number')) return numberProblem(field, value)
  const problem = typeof value === 'string' ? check?.(value) : undefined
  if (problem !== undefined) return `: ${problem}`
  if (!schema.enum && schema.type !== 'array' && schema.type !== 'object') return undefined
  const wrong = schemaProblems(schema, value, [0]).find(({ atKey }) => !atKey)
  return wrong && `${fieldPath(wrong.path).slice('[0]'.length)}: ${wrong.message}`
}

function numberProblem(field: Field, value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return ` should be a whole number, not ${value}`
  const isPositive = isInHundredths(field) && !field.asSent && field.schema.minimum === 0
  return isPositive && Number(value) < 0 ? ` should not be negative, not ${value}` : undefined
}

function problemOfList(fields: Fields, list: readonly unknown[]): string | undefined {
  for (const [index, part] of list.entries()) {
    const problem = problemOfMap(fields, part)
    if (problem !== undefined) return `[${index}]${problem}`
  }
  return undefined
}

const problemOfMap = (fields: Fields, map: unknown): string | undefined =>
  isJsonMap(map) ? (kindProblem(fields, map) ?? problemInside(fields, map)) : ' is not an object'

/** Requires unique ids, not above their counter: otherwise a new id would repeat an existing one. */
function idProblem(rows: RowLists, counters: WorldState['counters']): string | undefined {
  for (const name of COLLECTION_NAMES) {
    const seen = new Set<number | string>()
    let highest = 0
    for (const [index, { id }] of rows[name].entries()) {
      if (seen.has(id)) return `collections.${name}[${index}].id: ${name === 'tokens' ? 'the token' : id} is used twice`
      seen.add(id)
      if (typeof id === 'number') highest = Math.max(highest, id)
    }
    const counter: unknown = counters[name] ?? 0
    if (!Number.isSafeInteger(counter)) return `counters.${name} should be a whole number, not ${JSON.stringify(counter)}`
    if (name !== 'roomNights' && Number(counter) < highest)
      return `counters.${name} should be at least ${highest}, the highest id there is, not ${counter}`
  }
  return undefined
}

/** Requires a departure after the arrival, the nights of each booking that is not cancelled, and no other nights. */
function staysProblem({ bookings, roomNights }: RowLists): string | undefined {
  const others = new Map(roomNights.map((night) => [night.id, night]))
  for (const [index, booking] of bookings.entries()) {
    const wrong = departureProblem(booking)
    if (wrong !== undefined) return `collections.bookings[${index}].departure: ${wrong}`
    if (booking.cancelled) continue
    const nights = daysBetween(booking.arrival, booking.departure)
    if (nights > roomNights.length) return `collections.roomNights should hold the ${nights} nights of booking ${booking.id}`
    for (const { id, roomId, day } of roomNightsOf(booking)) {
      const night = others.get(id)
      if (night?.bookingId !== booking.id || night.roomId !== roomId || night.day !== day)
        return `collections.roomNights should hold the night of ${day} in room ${roomId}, of booking ${booking.id}`
      others.delete(id)
    }
  }
  const [other] = others.values()
  return other && `collections.roomNights: booking ${other.bookingId} has no night of ${other.day} in room ${other.roomId}`
}
