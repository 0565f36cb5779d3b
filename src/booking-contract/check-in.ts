/**
 * Check-in and check-out.
 * @source spec "Check-in and check-out", "Check-in status", "States and transitions"
 */

import { contractUid, language, propertyUid, sentPropertyUid } from '../api/path-values.ts'
import { Flag, ListOf, Named, Text } from '../api/response-fields.ts'
import { Subject } from './shared/operation.ts'
import { type WriteTypes, WrittenId } from './shared/write-fields.ts'

export const CHECK_IN = new Subject('check-in')

const examplePath = { property_id: '1', contract_id: '1' }

export const getCheckInStatus = CHECK_IN.operation({
  id: 'getCheckInStatus',
  method: 'get',
  path: '/bookguestinout/{property_id}/{contract_id}[/{language}]',
  summary: 'Check-in and check-out status of a booking',
  scope: 'properties_get',
  recordedScope: 'properties_set',
  params: { property_id: propertyUid, contract_id: contractUid, language },
  answer: {
    key: 'booking_status',
    data: Named('CheckInStatus', {
      booked_in: Flag('The guest has checked in'),
      booked_in_date: Text('Day on which the guest checked in, YYYY-MM-DD; empty when unset'),
      booked_out: Flag('The guest has checked out'),
      booked_out_date: Text('Day on which the guest checked out, YYYY-MM-DD; empty when unset'),
    }),
  },
  refusals: ['contract_not_sent', 'contract_not_found'],
  example: {
    path: examplePath,
    answer: { booked_in: 1, booked_in_date: '2031-05-02', booked_out: 0, booked_out_date: '' },
  },
  source: 'spec "Check-in and check-out"',
  choices: ['operation_scopes', 'today'],
})

const stay = (choices: WriteTypes) => ({
  contract_uid: WrittenId(choices, 'Contract uid'),
  property_uid: WrittenId(choices, 'Property uid'),
})
const note = Text('The event, in the requested language; English if there is no translation')
const ArrivalAnswer = (choices: WriteTypes) => ListOf({ ...stay(choices), note, booked_in: Flag('The guest has checked in') })
const DepartureAnswer = (choices: WriteTypes) => ListOf({ ...stay(choices), note, bookedout: Flag('The guest has checked out') })

const deskAction = {
  method: 'put',
  scope: 'properties_set',
  params: { property_id: sentPropertyUid, contract_id: contractUid, language },
  refusals: ['contract_not_sent', 'contract_not_found', 'front_desk_objects'],
  source: 'spec "Check-in and check-out", "States and transitions"',
  choices: ['check_in_order', 'unknown_record', 'today'],
} as const

const exampleStay = { contract_uid: 1, property_uid: 1 }

export const checkInGuest = CHECK_IN.operation({
  ...deskAction,
  id: 'checkInGuest',
  path: '/bookguestinout/{property_id}/{contract_id}/checkin[/{language}]',
  summary: 'Check the guest in',
  answer: { key: 'checkin_booked_in', data: ArrivalAnswer },
  example: { path: examplePath, answer: [{ ...exampleStay, note: 'Guest checked in', booked_in: 1 }] },
})

export const undoCheckIn = CHECK_IN.operation({
  ...deskAction,
  id: 'undoCheckIn',
  path: '/bookguestinout/{property_id}/{contract_id}/undo_checkin[/{language}]',
  summary: 'Undo the check-in',
  answer: { key: 'undo_checkin_booked_in', data: ArrivalAnswer },
  example: { path: examplePath, answer: [{ ...exampleStay, note: 'Undone guest checkin', booked_in: 0 }] },
})

export const checkOutGuest = CHECK_IN.operation({
  ...deskAction,
  id: 'checkOutGuest',
  path: '/bookguestinout/{property_id}/{contract_id}/checkout[/{language}]',
  summary: 'Check the guest out',
  answer: { key: 'checkout_bookedout', data: DepartureAnswer },
  example: { path: examplePath, answer: [{ ...exampleStay, note: 'Guest checked out', bookedout: 1 }] },
})

export const undoCheckOut = CHECK_IN.operation({
  ...deskAction,
  id: 'undoCheckOut',
  path: '/bookguestinout/{property_id}/{contract_id}/undo_checkout[/{language}]',
  summary: 'Undo the check-out',
  answer: { key: 'undo_checkout_bookedout', data: DepartureAnswer },
  example: { path: examplePath, answer: [{ ...exampleStay, note: 'Undone guest checkout', bookedout: 0 }] },
})
