import { beforeAll, expect, test } from 'vitest'
import { readFixtures } from '../../src/store/fixture-source.ts'
import type { SeededWorld } from '../../src/store/seed.ts'
import type { RowLists } from '../../src/store/state.ts'
import { worldOf } from './world-of.ts'

let world: SeededWorld
let rows: RowLists

beforeAll(async () => {
  world = worldOf(await readFixtures(['reference-world']))
  rows = world.collections
})

test('the clients hold what they held when the exchanges were recorded', () => {
  expect(rows.clients.map(({ id, secret, scopes }) => `${id} ${secret} ${scopes.join('|')}`)).toEqual([
    'full fullsecret properties_get|properties_set|favourites_get|favourites_set',
    'readonly rosecret properties_get',
    'writeonly wosecret properties_set',
    'fav favsecret favourites_get|favourites_set',
    'mgr2 mgr2secret properties_get|properties_set',
    'super supersecret properties_get|properties_set|favourites_get|favourites_set',
    'spaced spacedsecret properties_get properties_set',
    'noscope noscopesecret ',
    'expired expiredsecret properties_get|properties_set|favourites_get|favourites_set',
  ])
  expect(rows.users.slice(0, 4).map(({ name, level, propertyIds }) => ({ name, level, propertyIds }))).toEqual([
    { name: 'admin', level: 'super', propertyIds: [] },
    { name: 'manager1', level: 'manager', propertyIds: [1, 2, 4, 5] },
    { name: 'manager2', level: 'manager', propertyIds: [3] },
    { name: 'guest1', level: 'user', propertyIds: [] },
  ])
})

test('the four contracts have the amounts, days and numbers on record', () => {
  const shown = rows.bookings.map(
    ({ id, rooms, arrival, departure, tag, roomTotal, tax, total, depositRequired, depositPaid }) => {
      return [id, rooms, arrival, departure, tag, roomTotal, tax, total, depositRequired, depositPaid]
    },
  )
  expect(shown).toEqual([
    [1, [{ roomId: 1, rateId: 0 }], '2026-11-20', '2026-11-23', '35275442', 9208, 1842, 11050, 2500, false],
    [2, [{ roomId: 2, rateId: 0 }], '2026-11-18', '2026-11-20', '11989450', 9208, 1842, 11050, 2500, true],
    [3, [{ roomId: 3, rateId: 0 }], '2026-11-19', '2026-11-22', '45481237', 9208, 1842, 11050, 2500, false],
    [4, [{ roomId: 1, rateId: 0 }], '2026-12-10', '2026-12-14', '42834104', 33333, 6667, 40000, 2500, false],
  ])
  expect(rows.roomNights).toHaveLength(12)
})

test('the invoices are open but for the second, which is paid; all lines round as they did', () => {
  expect(rows.invoices.map(({ id, bookingId, userId, status }) => [id, bookingId, userId, status])).toEqual([
    [1, 1, 5, 'pending'],
    [2, 2, 6, 'paid'],
    [3, 3, 7, 'pending'],
    [4, 4, 8, 'pending'],
  ])
  expect(rows.invoices[1]?.paidAt).toBe(Date.UTC(2026, 10, 20, 15, 10))
  expect(
    rows.lineItems.map(({ id, invoiceId, kind, total, totalInclusive, taxRate }) => [
      id,
      invoiceId,
      kind,
      total,
      totalInclusive,
      taxRate,
    ]),
  ).toEqual([
    [1, 1, 'accommodation', 9208, 11050, 2000],
    [2, 2, 'accommodation', 9208, 11050, 2000],
    [3, 2, 'deposit', -2500, -2500, 0],
    [4, 3, 'accommodation', 9208, 11050, 2000],
    [5, 4, 'accommodation', 33333, 40000, 2000],
  ])
  expect(rows.lineItems[0]?.description).toBe('(November 20, 2026 - November 23, 2026)')
})

test('the next ids are those that the recorded writes were given', () => {
  expect(world.counters).toMatchObject({ tariffTypes: 5, rates: 5, guests: 4, bookings: 4, invoices: 4 })
})

test('it brings the places that the exchanges use', () => {
  expect(rows.regions.find((region) => region.id === 1113)).toEqual({ id: 1113, countryCode: 'GB', name: 'Devon' })
  expect(rows.properties.map(({ regionId, countryCode }) => `${regionId} ${countryCode}`)).toEqual([
    '1113 GB',
    '1060 GB',
    '1029 FR',
    '1113 GB',
    '1113 GB',
  ])
})
