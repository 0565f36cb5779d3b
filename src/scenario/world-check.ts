/** Checks that everything that a scenario names is in its fixtures. */

import type { Path } from '../base/file-error.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { firstProblems, problemAt, type SchemaProblem } from '../base/schema-check.ts'
import { firstOf } from '../base/short-text.ts'
import { suggestion } from '../base/spelling.ts'
import { couponWithCode } from '../domain/guest/coupons.ts'
import type { Db } from '../store/db.ts'
import type { RowLists } from '../store/state.ts'
import { EVENTS, type EventWord } from './events/event-schema.ts'
import type { Expectation } from './expectations/expectation-schema.ts'
import { listText } from './expectations/text.ts'
import { placedProblems, type Scenario, ScenarioError, type ScenarioPart } from './scenario.ts'
import type { ScenarioEvent } from './scenario-schema.ts'
import type { Selector, WantedValue } from './selectors/selector-schema.ts'
import { isDraw, possibleValues } from './traffic/drawing.ts'

/** The fields of events that name a row, and its collection. */
const COLLECTION_BY_FIELD = { property: 'properties', room: 'rooms', booking: 'bookings', invoice: 'invoices' } as const
const MAX_LISTED = 12
const FIXTURES_HAVE = 'the fixtures have'

/**
 * Requires that every client, property, room, booking and invoice that a scenario names is in its fixtures.
 *
 * @throws ScenarioError naming those that are not
 */
export function requireWorld(scenario: Scenario, rows: RowLists): void {
  const problems = scenario.parts.flatMap((part) => placedProblems(part, firstProblems(partProblems(part, rows))))
  if (problems.length > 0) throw new ScenarioError(problems)
}

function* partProblems({ faults, expect, events, traffic }: ScenarioPart, rows: RowLists): Generator<SchemaProblem> {
  for (const [index, { on }] of faults.entries()) {
    yield* unknownRowProblems(on, ['faults', index, 'on'], rows, FIXTURES_HAVE)
    yield* pathMisses(on, ['faults', index, 'on'], rows)
  }
  for (const [index, expectation] of expect.entries()) {
    yield* unknownRowProblems(expectation, ['expect', index], rows, FIXTURES_HAVE)
    if (!wantsRefusal(expectation)) yield* pathMisses(expectation, ['expect', index], rows)
  }
  for (const [index, one] of traffic.entries()) yield* actProblems(one, ['traffic', index, 'with'], rows)
  for (const [index, event] of events.entries()) yield* actProblems(event, ['events', index, 'with'], rows)
}

/** Problems of an act that names, or may draw, what is not in the fixtures, or that can never happen in them. */
function actProblems(act: Pick<ScenarioEvent, 'do' | 'with'>, path: Path, rows: RowLists): SchemaProblem[] {
  const { do: word, with: named = {} } = act
  const misses = Object.entries(COLLECTION_BY_FIELD).flatMap(([key, collection]) =>
    idsOf(named[key]).flatMap((id) => missingRow([key, id], [...path, key], rows[collection], FIXTURES_HAVE)),
  )
  return misses.length > 0 ? misses : [...roomProblems(word, named, path, rows), ...couponProblems(named, path, rows)]
}

/** Codes that no property of an act has. */
function couponProblems(
  { property, coupon }: Readonly<Record<string, unknown>>,
  path: Path,
  { coupons }: Pick<RowLists, 'coupons'>,
): SchemaProblem[] {
  const properties = listedIds(property)
  const owned = properties ? coupons.filter(({ propertyId }) => properties.includes(propertyId)) : coupons
  const codes = owned.map(({ code }) => code)
  const who = properties?.length === 1 ? `property ${properties[0]} has` : FIXTURES_HAVE
  return valuesOf(coupon).flatMap((code) => {
    if (typeof code !== 'string' || code === 'any' || couponWithCode(owned, code)) return []
    const advice = suggestion(code, codes) || `; there are ${firstOf(codes, MAX_LISTED) || 'none'}`
    return [problemAt(path, 'coupon', `can never happen: ${who} no coupon ${code}${advice}`)]
  })
}

/** Rooms that belong to none of the properties of an act, and properties without rooms. */
function roomProblems(
  word: EventWord,
  { property, room }: Readonly<Record<string, unknown>>,
  path: Path,
  { rooms }: Pick<RowLists, 'rooms'>,
): SchemaProblem[] {
  const properties = listedIds(property)
  if (!properties || !('room' in EVENTS[word].properties)) return []
  const owned = rooms.filter(({ propertyId }) => properties.includes(propertyId))
  const who = properties.length === 1 ? `property ${properties[0]} has` : `properties ${properties.join(', ')} have`
  if (owned.length === 0) {
    const others = [...new Set(rooms.map(({ propertyId }) => propertyId))]
    const advice = `properties with rooms are ${listText(others.map(String), MAX_LISTED)}`
    return [problemAt(path, 'property', `can never happen: ${who} no rooms; ${advice}`)]
  }
  const wrong = (listedIds(room) ?? []).find((id) => !owned.some((own) => own.id === id))
  if (wrong === undefined) return []
  const owner = rooms.find(({ id }) => id === wrong)?.propertyId
  const ids = owned.map(({ id }) => String(id))
  const has = `${who} ${listText(ids, MAX_LISTED)}`
  return [problemAt(path, 'room', `can never happen: room ${wrong} belongs to property ${owner}; ${has}`)]
}

/** The ids that a value can have; undefined for a range and for no id. */
function listedIds(value: unknown): readonly number[] | undefined {
  if (isDraw(value) && 'from' in value) return undefined
  const ids = idsOf(value)
  return ids.length > 0 ? ids : undefined
}

/** The ids that a value names or may draw; of a range, its ends. */
const idsOf = (value: unknown): readonly number[] => valuesOf(value).filter((one) => typeof one === 'number')

/** A value, or those that it may draw. */
const valuesOf = (value: unknown): readonly unknown[] => (isDraw(value) ? possibleValues(value) : [value])

type SelectableRows = Pick<RowLists, 'clients' | 'properties'>

/** The rows that selectors can name in a running sandbox. */
export const selectableRows = ({ clients, properties }: Pick<Db, 'clients' | 'properties'>): SelectableRows => ({
  clients: clients.all(),
  properties: properties.all(),
})

/** Problems of a selector that names what there is not. @param who has the rows: begins the message */
export function unknownRowProblems(
  { client, property }: Pick<Selector, 'client' | 'property'>,
  path: Path,
  rows: SelectableRows,
  who = 'this sandbox has',
): SchemaProblem[] {
  return [
    ...(client === undefined ? [] : missingRow(['client', client], [...path, 'client'], rows.clients, who)),
    ...(property === undefined ? [] : missingRow(['property', property], [...path, 'property'], rows.properties, who)),
  ]
}

/** True for an expectation about calls that may ask for what does not exist. */
const wantsRefusal = ({ status, refused, never }: Expectation): boolean =>
  never === true || refused === true || (status !== undefined && String(status).startsWith('4'))

/** Segments of a path that name a row which no call creates, and its collection. */
const IN_PATH = [
  ['property_id', 'property', 'properties'],
  ['room_id', 'room', 'rooms'],
] as const

/** Problems of a selector that wants a property or room in the path which the fixtures do not have. */
function pathMisses(
  { where }: Pick<Selector, 'where'>,
  path: Path,
  rows: Pick<RowLists, 'properties' | 'rooms'>,
): SchemaProblem[] {
  const misses = IN_PATH.flatMap(([name, what, collection]) => {
    const id = wantedId(where?.path?.[name])
    return id === undefined ? [] : missingRow([what, id], [...path, 'where', 'path', name], rows[collection], FIXTURES_HAVE)
  })
  if (misses.length > 0) return misses
  const [property, room] = [wantedId(where?.path?.['property_id']), wantedId(where?.path?.['room_id'])]
  if (property === undefined || room === undefined) return []
  return roomProblems('room_blocked', { property, room }, [...path, 'where', 'path'], rows).map((problem) => ({
    ...problem,
    path: [...path, 'where', 'path', 'room_id'],
  }))
}

/** The id that a wanted value stands for; undefined for a pattern and for a text that is no id. */
function wantedId(wanted: WantedValue | undefined): number | undefined {
  if (typeof wanted === 'number') return wanted
  return typeof wanted === 'string' && /^\d+$/.test(wanted) ? Number(wanted) : undefined
}

type RowList = readonly { readonly id: number | string }[]

const KNOWN_IDS = new WeakMap<RowList, ReadonlySet<number | string>>()

/** The ids of rows; every event asks for them, and there may be thousands of both. */
const idsIn = (rows: RowList): ReadonlySet<number | string> =>
  getOrInsert(KNOWN_IDS, rows, () => new Set(rows.map(({ id }) => id)))

type NamedRow = readonly [what: string, id: number | string]

function missingRow([what, id]: NamedRow, path: Path, rows: RowList, who: string): SchemaProblem[] {
  if (idsIn(rows).has(id)) return []
  const known = rows.map((row) => row.id)
  const near = typeof id === 'string' ? suggestion(id, known.map(String)) : ''
  return [{ path, message: `${who} no ${what} ${id}${near || `; there are ${firstOf(known, MAX_LISTED)}`}` }]
}
