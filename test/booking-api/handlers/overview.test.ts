import { describe, expect, test } from 'vitest'
import { aBooking, aProperty, dayFrom, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const bookings = [
  aBooking({ id: 1, arrival: TODAY, departure: dayFrom(2), invoiceId: 9, depositPaid: true }),
  aBooking({ id: 2, arrival: dayFrom(-2), departure: TODAY, bookedIn: true, guestId: 2, rooms: [{ roomId: 2, rateId: 0 }] }),
  aBooking({ id: 3, arrival: dayFrom(-6), departure: dayFrom(-1), bookedIn: true, rooms: [{ roomId: 3, rateId: 0 }] }),
  aBooking({ id: 4, arrival: TODAY, departure: dayFrom(1), cancelled: true, rooms: [{ roomId: 4, rateId: 0 }] }),
  aBooking({ id: 5, arrival: TODAY, departure: dayFrom(1), kind: 'black', guestId: 0, rooms: [{ roomId: 4, rateId: 0 }] }),
  aBooking({ id: 6, arrival: dayFrom(-1), departure: TODAY, approval: 'waiting' }),
  aBooking({ id: 7, propertyId: 2, arrival: TODAY, departure: dayFrom(1), rooms: [{ roomId: 5, rateId: 0 }] }),
  aBooking({ id: 8, arrival: dayFrom(-1), departure: TODAY, bookedIn: true, bookedOut: true, guestId: 77, rooms: [] }),
]
const path = { property_id: 1 }
const at = (more: object = {}) => new TestWorld({ rows: { bookings }, ...more })
const uids = (data: readonly { contract_uid: number }[]) => data.map(({ contract_uid }) => contract_uid)

describe('the overview of today', () => {
  test('lists arrivals with all fields', async () => {
    expect((await at().call('listArrivalsToday', { path, as: 'reader' })).data).toEqual([
      {
        contract_uid: 1,
        arrival: '2026/05/02',
        departure: '2026/05/04',
        deposit_paid: 1,
        tag: '40000001',
        booked_in: 0,
        bookedout: 0,
        cancelled: 0,
        invoice_uid: 9,
        firstname: 'Ada',
        surname: 'Brook',
        property_uid: 1,
      },
    ])
  })

  test('lists departures, latest arrival first, with empty names for deleted guests', async () => {
    const { data } = await at().call('listDeparturesToday', { path, as: 'desk' })
    expect(uids(data)).toEqual([8, 2])
    expect(data).toMatchObject([
      { firstname: '', surname: '' },
      { firstname: 'Ilse', surname: 'Marant' },
    ])
  })

  test('lists as residents all checked-in guests, independent of the days', async () => {
    expect(uids((await at().call('listResidents', { path, as: 'desk' })).data)).toEqual([2, 3])
  })

  test('counts what it lists', async () => {
    expect((await at().call('getStatistic', { path, as: 'desk' })).data).toEqual([
      { sts_checkin: 1, sts_checkin_bookin: 0, sts_checkout: 2, sts_checkout_bookout: 1, sts_resident: 2 },
    ])
  })

  test('has empty lists and zeros without bookings', async () => {
    const world = new TestWorld()
    for (const id of ['listArrivalsToday', 'listDeparturesToday', 'listResidents'])
      expect((await world.call(id, { path, as: 'desk' })).data).toEqual([])
    expect((await world.call('getStatistic', { path, as: 'desk' })).data).toEqual([
      { sts_checkin: 0, sts_checkin_bookin: 0, sts_checkout: 0, sts_checkout_bookout: 0, sts_resident: 0 },
    ])
  })

  test('changes with the clock', async () => {
    const world = at()
    world.advance(2 * 86_400_000)
    expect(uids((await world.call('listDeparturesToday', { path, as: 'desk' })).data)).toEqual([1])
    expect((await world.call('listArrivalsToday', { path, as: 'desk' })).data).toEqual([])
  })

  test('uses the day of the property, by choice', async () => {
    const late = { at: Date.UTC(2026, 4, 2, 23, 30), choices: { today: 'property' } }
    const rows = { bookings, properties: [aProperty({ timezone: 'Asia/Tokyo' })] }
    const world = new TestWorld({ rows, ...late })
    expect((await world.call('listArrivalsToday', { path, as: 'desk' })).data).toEqual([])
    expect(uids((await new TestWorld({ rows, at: late.at }).call('listArrivalsToday', { path, as: 'desk' })).data)).toEqual([1])
  })

  test('changes immediately after a check-in', async () => {
    const world = at()
    await world.call('checkInGuest', { path: { property_id: 1, contract_id: 1 }, as: 'desk' })
    expect(uids((await world.call('listResidents', { path, as: 'desk' })).data)).toEqual([1, 2, 3])
    expect((await world.call('getStatistic', { path, as: 'desk' })).data).toMatchObject([
      { sts_checkin: 1, sts_checkin_bookin: 1 },
    ])
  })

  test('in the current profile lists black and pending contracts, and does not count black arrivals', async () => {
    const world = at({ profile: 'current' })
    const arrivals = await world.call('listArrivalsToday', { path, as: 'desk' })
    expect(uids(arrivals.data)).toEqual([1, 5])
    expect(arrivals.data).toMatchObject([{}, { firstname: '', surname: '', invoice_uid: 0 }])
    expect(uids((await world.call('listDeparturesToday', { path, as: 'desk' })).data)).toEqual([6, 8, 2])
    const statistic = await world.call('getStatistic', { path, as: 'desk' })
    expect(statistic.data).toMatchObject([{ sts_checkin: 1, sts_checkout: 3, sts_resident: 2 }])
    expect(Object.keys(statistic.body as object)).toEqual(['data', 'meta'])
    expect(statistic.body).toMatchObject({
      meta: { site: { base: '/service/api', url: '/overview/1/statistic', method: 'GET' } },
    })
    expect(statistic.body).not.toHaveProperty('meta.site.live_site')
    expect(arrivals.body).toHaveProperty('meta.site.live_site')
  })
})
