/** The world behind recorded calls: the rows that responses show, and what has to be assumed to make them a valid world. */
import { groupBy } from '../base/group-by.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { type Fields, keyOf } from '../domain/collection/fields.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { geography } from '../fixtures/geo.ts'
import { LISTS, NEXT_IDS } from '../fixtures/lists.ts'
import { readFixtures } from '../fixtures/source.ts'
import { assumeCallers, assumeReferences, assumeRows } from './assumptions.ts'
import { Draft, type Row, type RowId } from './draft.ts'
import { READERS } from './readers/operations.ts'
import type { Call } from './recording.ts'
import { stayLists } from './stays.ts'
import { validWorld } from './valid-world.ts'
import { callText, defined, idOf, idsOf, itemsOf, rowsIn } from './values.ts'

/** Finds the world that the calls began with. @param options with keepSecrets, clients have the secrets of the recording */
export async function worldOf(calls: readonly Call[], { at, keepSecrets }: { at: Instant; keepSecrets: boolean }) {
  const draft = draftOf(calls)
  await addStock(draft, calls)
  assumeCallers(draft, calls, keepSecrets)
  assumeRows(draft, calls, at)
  const stays = stayLists(draft, at)
  assumeReferences(draft)
  const lists = [...LISTS].map(([list, { fields }]) => [list, (stays[list] ?? draft.all(list)).map((row) => only(row, fields))])
  const { data: valid, leftOut } = validWorld(Object.fromEntries(lists), at)
  const nextIds = nextIdsOf(draft)
  const data: FixtureData = { ...valid, ...(nextIds.length > 0 && { next_ids: Object.fromEntries(nextIds) }) }
  return {
    data,
    rows: rowsIn(data).map(([row]) => {
      const [call, assumed] = [draft.readBy.get(row), draft.assumed.get(row)]
      /** The call that a row was first read from; null for an assumed row. The fields that no call showed. */
      return { row, read: call === undefined ? null : callText(call), ...(assumed && { assumed }) }
    }),
    /** The properties of whose rooms no call showed one: each has one for its tariffs. */
    assumedRooms: [...groupBy(draft.all('rooms'), ({ property }) => Number(property))].flatMap(([property, rooms]) =>
      rooms.some(({ id }) => draft.readBy.has(Draft.key('rooms', Number(id)))) ? [] : [property],
    ),
    /** What was read and left out, with the reason. */
    leftOut,
    /** Changes between two calls that no recorded call made. */
    others: draft.others,
  }
}

/** The fields of a row that a fixture may have. */
const only = (row: JsonMap, fields: Fields): Row =>
  defined(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const key = keyOf(name, field) ?? ''
        const value = row[key]
        return [key, field.fields && isJsonMap(value) ? only(value, field.fields) : value]
      }),
    ),
  )

function draftOf(calls: readonly Call[]): Draft {
  const draft = new Draft()
  for (const call of calls) {
    const { operation, path, session, ok, step, data } = call
    if (!operation || !ok) continue
    const inSession = operation.session && draft.rows('sessions').get(session ?? '')?.['property']
    const property = idOf(path['property_id'] ?? inSession)
    if (property !== undefined && operation.tag !== 'favourites') draft.read('properties', property, {}, call)
    // A list whose body was not recorded is not empty.
    const isShown = step.expected.text !== undefined || operation.method !== 'get' || operation.session === 'begins'
    if (isShown) READERS[operation.id]?.({ call, data, draft, property, read: (...row) => draft.read(...row, call) })
  }
  draft.removeNewer()
  return draft
}

/** The rows that recorded calls made, as `bookings 12`, by call. */
export const madeBy = (calls: readonly Call[]) => groupBy(draftOf(calls).made, ([, call]) => call)

const EMPTY = /\bin database\b/

/** The lists that every installation begins with, and the operations that show them. */
const STOCK: Readonly<Record<string, string>> = {
  property_types: 'listPropertyTypes',
  room_types: 'listRoomTypes',
  feature_categories: 'listPropertyFeatureCategories',
  features: 'listPropertyFeatures',
  categories: 'listCategories',
}

/** Assumes the stock rows of lists that no call read whole. Countries and regions are the world's unless others were listed. */
async function addStock(draft: Draft, calls: readonly Call[]): Promise<void> {
  const isListed = (operation: string): boolean =>
    calls.some(
      ({ ok, data, message, operation: own }) => own?.id === operation && (ok ? data !== undefined : EMPTY.test(message)),
    )
  const { sources } = await readFixtures(['reference-world'])
  for (const [list, operation] of Object.entries(STOCK)) {
    if (isListed(operation)) continue
    for (const [, { property_types: all, ...row }] of itemsOf(sources[0]?.[0]?.data[list])) {
      const types = idsOf(all).filter((id) => draft.rows('property_types').has(id))
      const own = draft.rows(list).get(Number(row['id']))
      draft.rows(list).set(Number(row['id']), { ...row, ...(all !== undefined && { property_types: types }), ...own })
    }
  }
  const [world, countries, regions] = [geography(), draft.rows('countries'), draft.rows('regions')]
  const isOfWorld = ([id, { code }]: readonly [RowId, Row]): boolean => world.country(String(code))?.id === Number(id)
  if (!isListed('listCountries') || (countries.size === world.countries().length && [...countries].every(isOfWorld)))
    countries.clear()
  if (!isListed('listRegions') || regions.size === world.regions().length || countries.size === 0) regions.clear()
}

/** A smaller gap is more likely rows that calls made which were not recorded. */
const MIN_GAP = 5

/** The first ids that recorded calls gave to new rows, where they do not follow the ids of the rows that were read. */
const nextIdsOf = (draft: Draft): readonly [list: string, id: number][] =>
  [...draft.nextIds].filter(([list, id]) => list in NEXT_IDS && id >= MIN_GAP + draft.nextId(list))
