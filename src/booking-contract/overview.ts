/**
 * Arrivals, departures and residents of today, for the front desk.
 * @source spec "Overview"
 */

import { propertyUid } from '../api/path-values.ts'
import { exampleOf, Flag, Int, Named, SlashDay, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const OVERVIEW = new Subject('overview')

const SOURCE = 'spec "Overview", "Overview entries"'

const Entry = Named('OverviewEntry', {
  contract_uid: Int('Contract uid', 412),
  arrival: SlashDay('Day of arrival', '2031/04/02'),
  departure: SlashDay('Day of departure', '2031/04/05'),
  deposit_paid: Flag('1 when the deposit is paid', 1),
  tag: Text('Booking number', '73019284'),
  booked_in: Flag('1 when the guest has checked in', 0),
  bookedout: Flag('1 when the guest has checked out', 0),
  cancelled: Flag('0: cancelled bookings are not listed', 0),
  invoice_uid: Int('Invoice id; 0 when there is none', 208),
  firstname: Text('First name of the guest; empty when there is no guest', 'Ilse'),
  surname: Text('Surname of the guest; empty when there is no guest', 'Marant'),
  property_uid: Int('Property uid', 17),
})
const Entries = Type.Array(Entry, { description: 'Latest arrival first' })

const entry = exampleOf(Entry.properties)
const path = { property_id: '1' }

const ofToday = {
  method: 'get',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  source: SOURCE,
} as const

export const listArrivalsToday = OVERVIEW.operation({
  ...ofToday,
  id: 'listArrivalsToday',
  path: '/overview/{property_id}/checkin',
  summary: 'Bookings that are due to arrive today',
  answer: { key: 'checkin', data: Entries },
  example: { path, answer: [entry] },
  choices: ['overview_lists', 'today'],
})

export const listDeparturesToday = OVERVIEW.operation({
  ...ofToday,
  id: 'listDeparturesToday',
  path: '/overview/{property_id}/checkout',
  summary: 'Bookings that are due to depart today',
  answer: { key: 'checkout', data: Entries },
  example: { path, answer: [{ ...entry, arrival: '2031/03/30', departure: '2031/04/02', booked_in: 1 }] },
  choices: ['overview_lists', 'today'],
})

export const listResidents = OVERVIEW.operation({
  ...ofToday,
  id: 'listResidents',
  path: '/overview/{property_id}/resident',
  summary: 'Bookings whose guests have checked in and not checked out, regardless of the dates',
  answer: { key: 'resident', data: Entries },
  example: { path, answer: [{ ...entry, arrival: '2031/04/01', booked_in: 1 }] },
  choices: ['overview_lists'],
})

export const getStatistic = OVERVIEW.operation({
  ...ofToday,
  id: 'getStatistic',
  path: '/overview/{property_id}/statistic',
  summary: 'Numbers of arrivals, departures and residents today',
  answer: {
    key: 'statistic',
    data: Type.Array(
      Named('Statistic', {
        sts_checkin: Int('Arrivals due today'),
        sts_checkin_bookin: Int('Of these, checked in'),
        sts_checkout: Int('Departures due today'),
        sts_checkout_bookout: Int('Of these, checked out'),
        sts_resident: Int('Checked in and not checked out'),
      }),
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
