/**
 * Arrivals, departures and residents of today, for the front desk.
 * @source spec "Overview"
 */

import { Exact, Flag, Int, Named, propertyUid, SlashDay, Text } from '../api/path-values.ts'
import { Type } from '../api/schema.ts'
import { type BookingOperation, operation } from './shared/operation.ts'

const SOURCE = 'spec "Overview", "Overview entries"'

const Entries = Type.Array(
  Named(
    'OverviewEntry',
    Exact({
      contract_uid: Int('Contract uid'),
      arrival: SlashDay('Day of arrival'),
      departure: SlashDay('Day of departure'),
      deposit_paid: Flag('1 when the deposit is paid'),
      tag: Text('Booking number'),
      booked_in: Flag('1 when the guest has checked in'),
      bookedout: Flag('1 when the guest has checked out'),
      cancelled: Flag('0: cancelled bookings are not listed'),
      invoice_uid: Int('Invoice id; 0 when there is none'),
      firstname: Text('First name of the guest; empty when there is no guest'),
      surname: Text('Surname of the guest; empty when there is no guest'),
      property_uid: Int('Property uid'),
    }),
  ),
  { description: 'Latest arrival first' },
)

const entry = {
  contract_uid: 412,
  arrival: '2031/04/02',
  departure: '2031/04/05',
  deposit_paid: 1,
  tag: '73019284',
  booked_in: 0,
  bookedout: 0,
  cancelled: 0,
  invoice_uid: 208,
  firstname: 'Ilse',
  surname: 'Marant',
  property_uid: 17,
}
const path = { property_id: '1' }

export const listArrivalsToday = operation({
  id: 'listArrivalsToday',
  method: 'get',
  path: '/overview/{property_id}/checkin',
  tag: 'overview',
  summary: 'Bookings that are due to arrive today',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  answer: { key: 'checkin', data: Entries },
  refusals: [],
  example: { path, answer: [entry] },
  source: SOURCE,
  choices: ['overview_lists', 'today'],
})

export const listDeparturesToday = operation({
  id: 'listDeparturesToday',
  method: 'get',
  path: '/overview/{property_id}/checkout',
  tag: 'overview',
  summary: 'Bookings that are due to depart today',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  answer: { key: 'checkout', data: Entries },
  refusals: [],
  example: { path, answer: [{ ...entry, arrival: '2031/03/30', departure: '2031/04/02', booked_in: 1 }] },
  source: SOURCE,
  choices: ['overview_lists', 'today'],
})

export const listResidents = operation({
  id: 'listResidents',
  method: 'get',
  path: '/overview/{property_id}/resident',
  tag: 'overview',
  summary: 'Bookings whose guests have checked in and not checked out, regardless of the dates',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  answer: { key: 'resident', data: Entries },
  refusals: [],
  example: { path, answer: [{ ...entry, arrival: '2031/04/01', booked_in: 1 }] },
  source: SOURCE,
  choices: ['overview_lists'],
})

export const getStatistic = operation({
  id: 'getStatistic',
  method: 'get',
  path: '/overview/{property_id}/statistic',
  tag: 'overview',
  summary: 'Numbers of arrivals, departures and residents today',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  answer: {
    key: 'statistic',
    data: Type.Array(
      Named(
        'Statistic',
        Exact({
          sts_checkin: Int('Arrivals due today'),
          sts_checkin_bookin: Int('Of these, checked in'),
          sts_checkout: Int('Departures due today'),
          sts_checkout_bookout: Int('Of these, checked out'),
          sts_resident: Int('Checked in and not checked out'),
        }),
      ),
      { description: 'Exactly one entry' },
    ),
  },
  refusals: [],
  example: {
    path,
    answer: [{ sts_checkin: 1, sts_checkin_bookin: 0, sts_checkout: 2, sts_checkout_bookout: 1, sts_resident: 3 }],
  },
  source: SOURCE,
  choices: ['overview_lists', 'today'],
  liveSite: false,
})

export const overviewOperations: readonly BookingOperation[] = [
  listArrivalsToday,
  listDeparturesToday,
  listResidents,
  getStatistic,
]
