import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { aBooking, aGuest, aProperty } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { GUESTS, rows } from './bookings-world.ts'

interface Entry {
  readonly contract_uid: number
  readonly imgColor: string
  readonly TxtStatus: string
}
const shown = (entries: readonly Entry[]) => entries.map((entry) => [entry.contract_uid, entry.imgColor, entry.TxtStatus])
const list = (world: TestWorld, path: Record<string, string> = {}, query?: string) =>
  world.call('listBookings', { path: { property_id: 1, ...path }, as: 'desk', ...(query && { query }) })
const between = (world: TestWorld, start_date: string, end_date: string, language?: string) =>
  world.call('listBookingsBetween', {
    path: { property_id: 1, start_date, end_date, ...(language && { language }) },
    as: 'desk',
  })

describe('the list of all bookings', () => {
  test('has every stay with its status, newest arrival first, without black bookings', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(shown(data)).toEqual([
      [11, 'grey', 'Arrival Pending'],
      [8, 'black', 'Cancelled'],
      [1, 'grey', 'Arrival Pending'],
      [2, 'orange', 'Arrive today'],
      [4, 'red', 'Has not arrived'],
      [5, 'green', 'Current Resident'],
      [3, 'blue', 'Departs today'],
      [6, 'purple', 'Departure overdue'],
      [7, 'teal', 'Checked out'],
    ])
  })

  test('has the documented fields', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(data[2]).toEqual({
      contract_uid: 1,
      arrival: '2026/05/10',
      departure: '2026/05/13',
      contract_total: 300,
      tag: '40000001',
      currency_code: 'EUR',
      booked_in: 0,
      bookedout: 0,
      deposit_required: '62.5',
      deposit_paid: 0,
      special_reqs: 'Quiet <room>',
      timestamp: '2026-04-02 09:00:00',
      cancelled: 0,
      invoice_uid: 0,
      property_uid: 1,
      approved: 1,
      last_changed: '2026-04-02 09:00:00',
      firstname: 'Ada',
      surname: 'Brook',
      tel_landline: '0100 200',
      tel_mobile: '0700 300',
      email: 'ada@example.test',
      imgColor: 'grey',
      TxtStatus: 'Arrival Pending',
    })
  })

  test('keeps the field order of the service', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(Object.keys(data[0]).join(' ')).toBe(
      'contract_uid arrival departure contract_total tag currency_code booked_in bookedout deposit_required deposit_paid special_reqs ' +
        'timestamp cancelled invoice_uid property_uid approved last_changed firstname surname tel_landline tel_mobile email imgColor TxtStatus',
    )
  })

  test.each([
    ['fr-FR', "Arrivée(s) en attente|Arrivée(s) du jour| n'est pas arrivé"],
    ['de-DE', 'Ankunft steht aus|Reist heute an|Ist nicht angekommen'],
    ['de', 'Ankunft steht aus|Reist heute an|Ist nicht angekommen'],
    ['es-ES', 'Arrival Pending|Arrive today|Has not arrived'],
  ])('in language %s has the text %s', async (language, texts) => {
    const { data } = await list(new TestWorld({ rows }), { language })
    expect([data[2], data[3], data[4]].map((entry: Entry) => entry.TxtStatus).join('|')).toBe(texts)
  })

  test('gives the language field precedence over the segment', async () => {
    const { data } = await list(new TestWorld({ rows }), { language: 'fr-FR' }, 'servicelang=de-DE')
    expect((data[1] as Entry).TxtStatus).toBe('Abgesagt')
  })

  test('is empty without bookings', async () => {
    expect((await list(new TestWorld({ rows }), { property_id: '2' })).body).toEqual({
      data: { listbooking: [] },
      meta: { code: 200 },
    })
  })

  test('has 0 for a pending enquiry, and the value of the profile for a rejected one', async () => {
    const bookings = [aBooking({ id: 1, approval: 'waiting' }), aBooking({ id: 2, approval: 'rejected' })]
    const approved = async (profile: 'documented' | 'current') =>
      (await list(new TestWorld({ rows: { ...rows, bookings }, profile }))).data as readonly { readonly approved: number }[]
    expect((await approved('documented')).map((entry) => entry.approved)).toEqual([0, 0])
    expect((await approved('current')).map((entry) => entry.approved)).toEqual([0, 2])
  })

  test('in the current profile has the deposit as a number, and English texts for any language segment', async () => {
    const { data } = await list(new TestWorld({ rows, profile: 'current' }), { language: 'de-DE' })
    expect(data[1]).toMatchObject({ deposit_required: 62.5, TxtStatus: 'Arrival Pending' })
  })

  test('has the unset time stamp for an unknown time of creation', async () => {
    const bookings = [aBooking({ createdAt: null })]
    expect((await list(new TestWorld({ rows: { ...rows, bookings } }))).data).toMatchObject([
      { timestamp: '1970-01-01 00:00:01' },
    ])
  })

  test('uses today in the time zone of the property, by choice', async () => {
    const at = startOfDay('2026-05-01') + 20 * 3_600_000
    const properties = [aProperty({ timezone: 'Pacific/Auckland' })]
    const status = async (today: string) =>
      shown((await list(new TestWorld({ rows: { ...rows, properties }, at, choices: { today } }))).data).find(([id]) => id === 2)
    expect(await status('utc')).toEqual([2, 'grey', 'Arrival Pending'])
    expect(await status('property')).toEqual([2, 'orange', 'Arrive today'])
  })
})

describe('the list between two days', () => {
  test('has the oldest arrival first, both ends included', async () => {
    const { data } = await between(new TestWorld({ rows }), '2026-04-30', '2026-05-02')
    expect(shown(data).map(([id]) => id)).toEqual([6, 3, 4, 5, 2])
  })

  test('contains a stay that spans the period, except in the current profile', async () => {
    const ids = async (world: TestWorld) => shown((await between(world, '2026-05-11', '2026-05-12')).data).map(([id]) => id)
    expect(await ids(new TestWorld({ rows }))).toEqual([1])
    expect(await ids(new TestWorld({ rows, profile: 'current' }))).toEqual([])
  })

  test('has texts in the language of the path', async () => {
    const { data } = await between(new TestWorld({ rows }), '2026-06-01', '2026-06-01', 'fr-FR')
    expect(shown(data)).toEqual([[8, 'black', 'Annulé']])
  })

  test.each([
    ['reversed', '2026-05-12', '2026-05-11', 'end_date'],
    ['impossible', '2026-02-30', '2026-05-11', 'start_date'],
    ['words', 'foo', 'bar', 'start_date'],
    ['a contract and a view nobody has', '93', 'nosuchview', 'start_date'],
    ['names of every object', '__proto__', 'constructor', 'start_date'],
  ])('refuses dates that are %s, and is empty in the current profile', async (_, start, end, field) => {
    const refused = await between(new TestWorld({ rows }), start, end)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(field) })
    expect(await between(new TestWorld({ rows, profile: 'current' }), start, end)).toMatchObject({ status: 200, data: [] })
  })
})

test('a caller sees only bookings of properties they administer', async () => {
  const guests = [...GUESTS, aGuest({ id: 3, propertyId: 3 })]
  const world = new TestWorld({ rows: { ...rows, guests } })
  const neighbours = await world.call('listBookings', { path: { property_id: 3 }, as: 'neighbour' })
  expect(shown(neighbours.data).map(([id]) => id)).toEqual([10])
  expect((await world.call('listBookings', { path: { property_id: 3 }, as: 'desk' })).status).toBe(403)
})
