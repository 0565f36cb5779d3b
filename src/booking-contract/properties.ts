/**
 * Properties and their availability. `property-details.ts` has the details of one property.
 * @source spec "Properties and availability"
 */

import { day, propertyUid } from '../api/path-values.ts'
import { exampleOf, Int, Keyed, Named, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const PROPERTIES = new Subject('properties')

const read = {
  method: 'get',
  scope: 'properties_get',
  source: 'spec "Properties and availability", "Availability"',
} as const

export const listProperties = PROPERTIES.operation({
  ...read,
  id: 'listProperties',
  path: '/properties/all',
  summary: 'The properties that the caller may administer',
  params: {},
  answer: { key: 'ids', data: Type.Array(Type.Integer(), { description: 'Property uids, ascending' }) },
  example: { answer: [3, 17, 40] },
  liveSite: false,
})

const AvailableRoom = Named('AvailableRoom', {
  room_uid: Int('Room uid', 231),
  room_name: Text('Room name; may be empty', 'Gull'),
  room_number: Text('Room number; may be empty', '04'),
  room_classes_uid: Int('Room type id', 2),
  room_features_uid: Text('Feature ids, separated by commas; may be empty', '5,9'),
  max_people: Int('Maximum number of people', 2),
})

export const listAvailableRooms = PROPERTIES.operation({
  ...read,
  id: 'listAvailableRooms',
  path: '/properties/{property_id}/availabilities/{start}/{end}',
  summary: 'Rooms that are available in every night from a day to another, exclusive',
  params: { property_id: propertyUid, start: day, end: day },
  answer: { key: 'available_rooms', data: Keyed(AvailableRoom) },
  refusals: ['values_invalid'],
  example: {
    path: { property_id: '1', start: '2031-05-02', end: '2031-05-06' },
    answer: { '231': exampleOf(AvailableRoom.properties) },
  },
  choices: ['date_ranges', 'empty_map'],
  liveSite: false,
})

const EVENTS = [
  {
    id: '412_231',
    resourceId: '231',
    start: '2031-04-02T12:00:00',
    end: '2031-04-05T11:59:59',
    title: 'Ilse Marant',
    url: 'http://127.0.0.1:4010/index.php?task=edit_booking&contract_uid=412&thisProperty=17',
    className: 'label label-orange',
    description:
      'Booking no.: 73019284<br/>From: Wednesday, 02 April 2031<br/>To: Saturday, 05 April 2031<br/><br/>Email address: ilse@example.test<br/>Tel: 0600 111222',
    contract_uid: '412',
    room_uid: '231',
    this_contract_room_uids: ['231'],
  },
]

export const getTimeline = PROPERTIES.operation({
  ...read,
  id: 'getTimeline',
  path: '/properties/{property_id}/availabilities/timeline/{start}/{end}',
  summary: 'The bookings that overlap a period, as calendar events',
  params: { property_id: propertyUid, start: day, end: day },
  answer: {
    key: 'dashboard_availabilities',
    data: Type.Union([Type.String(), Type.Null()], {
      description:
        'JSON text: an array with one calendar event for each booking and room. Empty (or null, by choice) for a property that cannot be booked',
    }),
  },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', start: '2031-04-01', end: '2031-04-30' }, answer: JSON.stringify(EVENTS) },
  choices: ['date_ranges', 'timeline_without_bookings', 'timeline_theme', 'timeline_text', 'session_notes', 'long_date', 'today'],
})
