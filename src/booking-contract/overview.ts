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

const ofToday = {
  method: 'get',
  tag: 'overview',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  refusals: [],
  source: SOURCE,
} as const

export const listArrivalsToday = operation({
  ...ofToday,
  id: 'listArrivalsToday',
  path: '/overview/{property_id}/checkin',
  summary: 'Bookings that are due to arrive today',
  answer: { key: 'checkin', data: Entries },
  example: { path, answer: [entry] },
  choices: ['overview_lists', 'today'],
})

export const listDeparturesToday = operation({
  ...ofToday,
  id: 'listDeparturesToday',
  path: '/overview/{property_id}/checkout',
  summary: 'Bookings that are due to depart today',
  answer: { key: 'checkout', data: Entries },
  example: { path, answer: [{ ...entry, arrival: '2031/03/30', departure: '2031/04/02', booked_in: 1 }] },
  choices: ['overview_lists', 'today'],
})

export const listResidents = operation({
  ...ofToday,
  id: 'listResidents',
  path: '/overview/{property_id}/resident',
  summary: 'Bookings whose guests have checked in and not checked out, regardless of the dates',
  answer: { key: 'resident', data: Entries },
  example: { path, answer: [{ ...entry, arrival: '2031/04/01', booked_in: 1 }] },
  choices: ['overview_lists'],
})

export const getStatistic = operation({
  ...ofToday,
  id: 'getStatistic',
  path: '/overview/{property_id}/statistic',
  summary: 'Numbers of arrivals, departures and residents today',
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
  example: {
    path,
    answer: [{ sts_checkin: 1, sts_checkin_bookin: 0, sts_checkout: 2, sts_checkout_bookout: 1, sts_resident: 3 }],
  },
  choices: ['overview_lists', 'today'],
  liveSite: false,
})

export const overviewOperations: readonly BookingOperation[] = [
  listArrivalsToday,
  listDeparturesToday,
  listResidents,
  getStatistic,
]
