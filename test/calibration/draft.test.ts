import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { assumeRows } from '../../src/calibration/assumptions.ts'
import { clientsOf, usersOf } from '../../src/calibration/clients.ts'
import { Draft } from '../../src/calibration/draft.ts'
import { READERS } from '../../src/calibration/readers/operations.ts'
import type { ReaderInput } from '../../src/calibration/readers/rows.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { stayLists } from '../../src/calibration/stays.ts'

/** A recorded request for a token with all scopes, and its refusal. */
function refusedToken(description: string) {
  const form = 'grant_type=client_credentials&client_id=desk&client_secret=s&scope=properties_get+properties_set'
  const request = {
    method: 'POST',
    url: 'https://host.example/service/api/oauth/token',
    headers: [],
    postData: { mimeType: 'application/x-www-form-urlencoded', text: form },
  }
  const body = JSON.stringify({ error: 'invalid_scope', error_description: description })
  const response = { status: 400, headers: [], content: { mimeType: 'application/json', text: body } }
  const entry = { startedDateTime: '2026-11-20T15:00:00Z', request, response }
  return readRecordings([JSON.stringify({ log: { version: '1.2', entries: [entry] } })], productOf('service')).calls
}

test('a row that a later list adds is new, and so are rows with higher ids; assumed rows take ids that no call gave', () => {
  const [call] = refusedToken('no')
  if (!call) throw new Error('no call')
  const draft = new Draft()
  draft.read('bookings', 7, { property: 2 }, call)
  draft.read('bookings', 2, { property: 1 }, call)
  draft.listed('bookings', '1')
  draft.appears('bookings', 4, '1', call)
  draft.read('bookings', 4, { property: 1 }, call)
  draft.removeNewer()
  expect(draft.all('bookings')).toEqual([{ id: 2, property: 1 }])
  expect(draft.freeId('bookings')).toBe(1)
  draft.assume('bookings', 1, {})
  draft.assume('bookings', 3, {})
  expect(draft.freeId('bookings')).toBe(5)
})

test('a client that was refused its scopes is known; it lacks those that the message names, or all', () => {
  const scopes = (description: string) => clientsOf(refusedToken(description), false).map((one) => [one.id, ...one.scopes])
  expect(scopes('The scope requested is invalid for this request: properties_set')).toEqual([['desk', 'properties_get']])
  expect(scopes('An unsupported scope was requested')).toEqual([['desk']])
})

test('clients belong to one user unless one of them was refused a property that the other reaches', () => {
  const seen = (id: string, rights: { listed?: number[]; allowed?: number[]; denied?: number[] }) => ({
    id,
    firstCall: 1,
    secret: 's',
    scopes: new Set(['properties_get']),
    listed: rights.listed && new Set(rights.listed),
    allowed: new Set(rights.allowed),
    denied: new Set(rights.denied),
    favourites: [],
    expired: false,
  })
  const users = (...clients: ReturnType<typeof seen>[]) =>
    usersOf(clients).map((user) => [user.clients.map(({ id }) => id), user.properties])
  const lister = seen('lister', { listed: [1, 2] })
  expect(users(lister, seen('reader', { allowed: [2] }))).toEqual([
    [
      ['lister', 'reader'],
      [1, 2],
    ],
  ])
  expect(users(lister, seen('stranger', { denied: [2] }))).toEqual([
    [['lister'], [1, 2]],
    [['stranger'], []],
  ])
  expect(users(seen('reader', { allowed: [3] }), seen('refused', { denied: [3], allowed: [4] }))).toHaveLength(2)
  expect(users(seen('reader', { denied: [4], allowed: [3] }), seen('other', { allowed: [4] }))).toHaveLength(2)
})

/** The rows that the data of a response show. */
function shown(operation: string, data: unknown, path: Readonly<Record<string, string>> = {}) {
  const [token] = refusedToken('no')
  if (!token) throw new Error('no call')
  const draft = new Draft()
  const call = { ...token, path }
  READERS[operation]?.({ call, data, draft, property: 1, read: (list, id, fields) => draft.read(list, id, fields, call) })
  return (list: string) => draft.all(list)
}

test('days of a check-in count only with their flag', () => {
  const unset = { booked_in: 0, booked_in_date: '1970-01-01', booked_out: '0', booked_out_date: '1970-01-01 00:00:00' }
  const set = { booked_in: 1, booked_in_date: '2026-11-20', booked_out: '1', booked_out_date: '2026-11-22 10:00:00' }
  const bookings = (data: object) => shown('getCheckInStatus', data, { contract_id: '7' })('bookings')
  expect(bookings(unset)).toEqual([{ id: 7, property: 1, booked_in: false, booked_out: false }])
  expect(bookings(set)).toEqual([
    {
      id: 7,
      property: 1,
      booked_in: true,
      booked_out: true,
      booked_in_on: '2026-11-20',
      booked_out_at: '2026-11-22T10:00:00.000Z',
    },
  ])
})

test('a later view of the notes and the departure that a timeline showed is no change by others', () => {
  const [token] = refusedToken('no')
  if (!token) throw new Error('no call')
  const draft = new Draft()
  const call = { ...token, path: { contract_id: '7' } }
  const read: ReaderInput['read'] = (list, id, fields) => draft.read(list, id, fields, call)
  const description = '2026-11-18 09:00:00 called<br/>'
  const event = { contract_uid: '7', start: '2026-11-18T12:00:00', end: '2026-11-20T11:59:59', title: 'Ada Cole', description }
  READERS['getTimeline']?.({ call, data: JSON.stringify([event]), draft, property: 1, read })
  const notes = () => stayLists(draft, call.at)['bookings']?.map((row) => [row['departure'], row['notes']])
  expect(notes()).toEqual([['2026-11-20', [{ text: 'called', at: '2026-11-18T09:00:00.000Z' }]]])
  const note = { NOTE: 'called', DATETIME: '2026-11-18 09:00:00', EDITLINK: 'task=edit&note_id=3' }
  READERS['getBookingNotes']?.({ call, data: [note], draft, property: 1, read })
  READERS['listBookings']?.({ call, data: [{ contract_uid: 7, departure: '2026-11-19' }], draft, property: 1, read })
  expect(draft.others).toEqual([])
  expect(notes()).toEqual([['2026-11-19', [{ id: 3, text: 'called', at: '2026-11-18T09:00:00.000Z' }]]])
})

test('rows that only a booking session shows are read', () => {
  const regions = shown('listSessionRegions', { regions: { 5: 'Cornwall' } }, { country_code: 'gb' })('regions')
  expect(regions).toEqual([{ id: 5, name: 'Cornwall', country: 'GB' }])
  const offer = { room_type_info: { name: 'Twin' }, room_type_rooms: [{ hatPairs: ['11^1', '12^1'] }] }
  const offered = shown('listSessionRooms', { room_types: { 4: offer } })
  expect(offered('room_types')).toMatchObject([{ id: 4 }])
  expect(offered('rooms')).toEqual([11, 12].map((id) => ({ id, property: 1, type: 4 })))
})

test('a tariff without the days of its rate is not known', () => {
  const rate = { rates_uid: 3, tarifftype_id: 2, validfrom: '2026/11/20', validto: '2026/12/20', roomrateperday: '80' }
  expect(shown('listTariffs', [rate])('tariffs')).toMatchObject([{ id: 2, rates: [{ id: 3, from: '2026-11-20' }] }])
  expect(shown('listTariffs', [{ ...rate, validto: undefined }])('tariffs')).toEqual([])
})

test('the main picture of a property is the first of its pictures, or its thumbnail', () => {
  const pictures = (found: object) => shown('initialiseSession', { data: found })('properties')[0]?.['pictures']
  expect(pictures({ images: [[{ large: '/a/sea.png', small: '/a/s.png' }], []] })).toEqual({ main: 'sea.png' })
  expect(pictures({ thumbnail_location: '/a/garden.png' })).toEqual({ main: 'garden.png' })
  expect(pictures({ images: [] })).toEqual({ main: null })
  expect(pictures({})).toBeUndefined()
})

test('a text where names by id are expected shows no row', () => {
  expect(shown('listPropertyTypes', 'not available')('property_types')).toEqual([])
  expect(shown('getNotifiedRooms', { property_rooms: '1,2,3' })('rooms')).toEqual([])
  expect(shown('listPropertyTypes', { 2: 'Villa' })('property_types')).toEqual([{ id: 2, name: 'Villa' }])
  expect(shown('getNotifiedRooms', { room_types: { 4: 'Twin' } })('room_types')).toEqual([{ id: 4, name: 'Twin' }])
})

/** A recorded tariff of property 1, and a later read. */
function writtenTariff() {
  const [url, headers] = ['https://host.example/service/api/tariffs/1', [{ name: 'authorization', value: 'Bearer t' }]]
  const answer = (data: object) => ({
    status: 200,
    headers: [],
    content: { mimeType: 'application/json', text: JSON.stringify({ data, meta: { code: 200 } }) },
  })
  const entries = [
    {
      startedDateTime: '2026-11-20T15:00:00Z',
      request: { method: 'POST', url: `${url}/micromanage`, headers },
      response: answer({ tariff: { tarifftypeid: 9 } }),
    },
    { startedDateTime: '2026-11-20T15:00:01Z', request: { method: 'GET', url, headers }, response: answer({ tariffs: [] }) },
  ]
  return readRecordings([JSON.stringify({ log: { version: '1.2', entries } })], productOf('service')).calls
}

test('prices that a session shows after a tariff was written may be new, unless they are of another property', () => {
  const calls = writtenTariff()
  const [write, later] = calls
  if (write?.operation?.id !== 'createTariff' || !write.ok || !later) throw new Error('the tariff was not written')
  const draft = new Draft()
  for (const property of [1, 2])
    draft.prices.push({ property, type: 1, title: 'Flexible', night: { rate_id: property, adult_price: 80 }, call: later })
  assumeRows(draft, calls, later.at)
  expect(draft.all('tariffs').map(({ id, property }) => ({ id, property }))).toEqual([{ id: 2, property: 2 }])
})
