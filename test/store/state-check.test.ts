import { describe, expect, test } from 'vitest'
import { isJsonMap } from '../../src/base/json-map.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { rowFields, rowProblem } from '../../src/store/row-check.ts'
import { COLLECTION_NAMES, type CollectionName } from '../../src/store/state.ts'
import { collectionsProblem, headProblem } from '../../src/store/state-check.ts'
import { worldOf } from '../fixtures/world-of.ts'
import { IN_SESSION } from '../support/session-rows.ts'
import { TestWorld } from '../support/test-world.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows that neither the bundled world has nor calls make. */
const OTHERS: Partial<Readonly<Record<CollectionName, readonly Row[]>>> = {
  webhooks: [{ id: 1, url: 'http://a.example/', auth: 'none', username: '', password: '', managerId: 0, enabled: true }],
  countries: [{ id: 1, code: 'GB', name: 'United Kingdom' }],
  regions: [{ id: 1, countryCode: 'GB', name: 'Cornwall' }],
}

/** Rows of every collection. */
async function allRows(): Promise<ReadonlyMap<CollectionName, readonly Row[]>> {
  const world = new TestWorld()
  const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_get' }
  await world.call('requestToken', { form })
  await world.call('initialiseSession', { headers: IN_SESSION, path: { property_id: 1, language: 'en-GB' } })
  await world.call('createBlackBooking', { as: 'desk', path: { property_id: 1, room_id: 1, date: '2026-08-01' } })
  const bundled = worldOf(await readFixtures(['baseline'])).collections
  const made = world.sandbox.store.export().collections
  return new Map(
    COLLECTION_NAMES.map((name) => {
      const rows = [...bundled[name], ...(made[name] ?? []), ...(OTHERS[name] ?? [])]
      return [name, rows.filter(isJsonMap)]
    }),
  )
}

/** Values of other kinds than a value. */
const others = (value: unknown): readonly unknown[] =>
  [1, 'text', true, [], {}].filter((other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value))

describe('the rows of a state', async () => {
  const rows = await allRows()

  test.each(COLLECTION_NAMES)('%s: created rows are valid', (collection) => {
    expect(rows.get(collection)?.length).toBeGreaterThan(0)
    for (const row of rows.get(collection) ?? []) expect(rowProblem(collection, row)).toBeUndefined()
  })

  test.each(COLLECTION_NAMES)('%s: a field of another kind and a missing field are reported', (collection) => {
    for (const field of rowFields(collection).keys()) {
      const row = rows.get(collection)?.find((one) => one[field] !== null && one[field] !== undefined)
      if (!row) continue
      for (const other of others(row[field]))
        expect(rowProblem(collection, { ...row, [field]: other })).toMatch(new RegExp(`^\\.${field} should be a `))
      const optional = ['tokens.revoked', 'bookings.agreed', 'bookings.party'].includes(`${collection}.${field}`)
      expect(rowProblem(collection, { ...row, [field]: undefined }) === undefined, field).toBe(optional)
    }
  })

  test.each(COLLECTION_NAMES)('%s: lists and maps are known', (collection) => {
    for (const [field, isNested] of rowFields(collection)) {
      const values = (rows.get(collection) ?? [])
        .map((row) => row[field])
        .filter((value) => value !== null && value !== undefined)
      if (values.length > 0) expect([field, isNested]).toEqual([field, typeof values[0] === 'object'])
    }
  })

  test.each([null, 1, 'text', []])('a row that is %j is invalid', (row) => {
    expect(rowProblem('users', row)).toBe('is not an object')
  })

  test.each([
    ['notes', 'at', 8_640_000_000_000_001, '.at should be a instant, not 8640000000000001'],
    ['notes', 'at', -8_640_000_000_000_001, '.at should be a instant, not -8640000000000001'],
    ['notes', 'at', 8_640_000_000_000_000, undefined],
    ['bookings', 'arrival', '2026-02-30', '.arrival should be a day, not "2026-02-30"'],
    ['bookings', 'arrival', '2026/02/03', '.arrival should be a day, not "2026/02/03"'],
    ['bookings', 'arrival', null, '.arrival should be a day, not null'],
    ['bookings', 'bookedInOn', null, undefined],
    ['bookings', 'bookedInOn', 5, '.bookedInOn should be a day or null, not 5'],
    ['bookings', 'cancelledAt', null, undefined],
    ['bookings', 'depositReference', null, undefined],
    ['sessions', 'adults', null, undefined],
    ['sessions', 'address', null, undefined],
  ] as const)('%s.%s: %j', (collection, field, value, problem) => {
    const [row] = rows.get(collection) ?? []
    expect(rowProblem(collection, { ...row, [field]: value })).toBe(problem)
  })
})

describe('the collections of a state', () => {
  const empty = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []]))

  test.each<[unknown, string | undefined]>([
    [empty, undefined],
    [{ ...empty, webhooks: undefined }, undefined],
    [[], 'collections should be an object'],
    [{ ...empty, people: [] }, 'collections.people is not a collection of this version'],
    [{ ...empty, notes: undefined }, 'collections.notes should be a list'],
    [{ ...empty, notes: {} }, 'collections.notes should be a list'],
    [{ ...empty, notes: [1] }, 'collections.notes[0] is not an object'],
    [
      { ...empty, taxRates: [{ id: 1, code: 'A', description: '', rate: 'x' }] },
      'collections.taxRates[0].rate should be a number, not "x"',
    ],
  ])('%#: %s', (collections, problem) => {
    expect(collectionsProblem(collections)).toBe(problem)
  })
})

describe('the data besides the collections', () => {
  const good = { seed: 1, counters: { notes: 3 }, clock: { at: 1, real: 2, speed: 1 } }

  test.each<[Row, string | undefined]>([
    [good, undefined],
    [{ ...good, seed: '1' }, 'seed should be a number'],
    [{ ...good, counters: [] }, 'counters should be an object'],
    [{ ...good, counters: { people: 1 } }, 'counters.people is not a collection of this version'],
    [{ ...good, clock: undefined }, 'clock should hold at, real and speed'],
    ...['at', 'real', 'speed'].map((field): [Row, string] => [
      { ...good, clock: { ...good.clock, [field]: 'x' } },
      'clock should hold at, real and speed',
    ]),
  ])('%j: %s', (state, problem) => {
    expect(headProblem(state)).toBe(problem)
  })
})
