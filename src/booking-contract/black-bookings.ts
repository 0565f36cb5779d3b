/**
 * Black bookings: rooms taken out of service.
 * @source spec "Black bookings"
 */

import { contractUid, day, language, propertyUid, roomUid } from '../api/path-values.ts'
import { exampleOf, Int, Named, SlashDay, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const BLACK_BOOKINGS = new Subject('black-bookings')

const source = 'spec "Black bookings", "Black booking"'

const BlackBooking = Named('BlackBooking', {
  room_uid: Int('Room uid', 231),
  room_name: Text('Room name; may be empty', 'Gull'),
  room_number: Text('Room number; may be empty', '04'),
  room_floor: Text('Floor; may be empty', '1'),
  contract_uid: Int('Contract uid of the black booking', 455),
  black_booking: withExample(Type.Literal(1, { description: 'Always 1' }), 1),
  date: SlashDay('The night', '2031/05/11'),
})

export const listBlackBookings = BLACK_BOOKINGS.operation({
  source,
  id: 'listBlackBookings',
  method: 'get',
  path: '/blackbookings/{property_id}/roomlist/{date}[/{language}]',
  summary: 'List rooms that are out of service on or after a day',
  scope: 'properties_get',
  params: { property_id: propertyUid, date: day, language },
  answer: {
    key: 'blackbooking',
    data: Type.Array(BlackBooking, { description: 'Sorted by room number, room name and day' }),
  },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', date: '2031-05-01' }, answer: [exampleOf(BlackBooking.properties)] },
  choices: ['black_booking_list', 'date_ranges'],
})

export const createBlackBooking = BLACK_BOOKINGS.operation({
  source,
  id: 'createBlackBooking',
  adds: true,
  method: 'post',
  path: '/blackbookings/{property_id}/{room_id}/{date}',
  summary: 'Take a room out of service for one night',
  scope: 'properties_set',
  params: { property_id: propertyUid, room_id: roomUid, date: day },
  answer: { key: 'addblackbookings', data: Int('Contract uid of the new black booking') },
  refusals: ['values_invalid', 'room_unknown', 'room_taken'],
  example: { path: { property_id: '1', room_id: '7', date: '2031-05-11' }, answer: 455 },
  choices: ['black_booking_conflict', 'black_booking_currency', 'input_values'],
})

export const deleteBlackBooking = BLACK_BOOKINGS.operation({
  source,
  id: 'deleteBlackBooking',
  method: 'delete',
  path: '/blackbookings/{property_id}/{contract_id}',
  summary: 'Put the rooms of a black booking back into service',
  scope: 'properties_set',
  params: { property_id: propertyUid, contract_id: contractUid },
  answer: { key: 'blackbookingsdeleted', data: Text('Contract uid of the deleted black booking, as sent') },
  refusals: ['black_booking_unknown'],
  example: { path: { property_id: '1', contract_id: '101' }, answer: '101' },
  choices: ['unknown_record', 'black_booking_delete_event'],
})
