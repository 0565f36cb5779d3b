/**
 * Five views of one booking: dates, guest, rooms, payment, notes.
 * @source spec "Booking detail views"
 */

import { contractUid, language, propertyUid } from '../api/path-values.ts'
import { exampleOf, Int, ListOf, MoneyText, Named, Stamp, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const BOOKING_VIEWS = new Subject('bookings')

const NullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const bookingParams = { property_id: propertyUid, contract_id: contractUid, language }
const examplePath = { property_id: '1', contract_id: '1' }

const DatesView = Named('BookingDates', {
  BOOKING_ARRIVAL: Text('Day of arrival in words', 'Friday, 02 May 2031'),
  BOOKING_DEPARTURE: Text('Day of departure in words', 'Tuesday, 06 May 2031'),
  NUM_NIGHTS: Int('Nights; at least 1', 4),
  BOOKINGTYPE: Text('Reception, Internet or Black, in the requested language; empty without rooms', 'Reception'),
  BOOKERSUSERNAME: Text('Login name of the user who booked, else the name of the guest', 'frontdesk'),
  SPECIALREQS: Text('Requests of the guest, or the reason the rooms are out of service', 'A cot, please'),
})
const datesView = Type.Array(DatesView)
const datesViewOrNull = ListOf({
  ...DatesView.properties,
  BOOKERSUSERNAME: NullableText('Login name of the user who booked; null for black bookings'),
})

const view = {
  method: 'get',
  scope: 'properties_get',
  params: bookingParams,
  refusals: ['contract_incorrect'],
  source: 'spec "Booking detail views"',
} as const

export const getBookingDates = BOOKING_VIEWS.operation({
  ...view,
  id: 'getBookingDates',
  path: '/listbooking/{property_id}/{contract_id}/arr-dep[/{language}]',
  summary: 'Arrival, departure and creator of a booking',
  answer: {
    key: 'listbookingarrdep',
    data: ({ black_booking_booker }) => (black_booking_booker === 'null' ? datesViewOrNull : datesView),
  },
  example: { path: examplePath, answer: [exampleOf(DatesView.properties)] },
  choices: ['long_date', 'label_language', 'cancelled_type', 'black_booking_booker', 'session_booker'],
})

const GuestView = Named('BookingGuest', {
  GUEST_FIRSTNAME: Text('First name', 'Ilse'),
  GUEST_SURNAME: Text('Surname', 'Marant'),
  GUEST_HOUSE: Text('House number or name', '7'),
  GUEST_STREET: Text('Street', 'Mill Lane'),
  GUEST_TOWN: Text('Town', 'Westby'),
  GUEST_REGION: Text('Name of the region', 'Devon'),
  GUEST_COUNTRY: Text('Name of the country; empty when unknown', 'United Kingdom'),
  GUEST_POSTCODE: Text('Postcode', 'WB1 2AB'),
  GUEST_TEL_LANDLINE: Text('Landline', '0100 200'),
  GUEST_TEL_MOBILE: Text('Mobile', ''),
  GUEST_VAT_NUMBER: Text('Empty: the service stores no VAT number', ''),
  EMAIL_LINK: Text(
    'mailto: link with subject and body, spaces not encoded',
    'mailto:ilse@example.test?subject=Booking%20number%2040718263%20%40%20Harbour%20Hotel&body=Dear%20Ilse%20Marant%20RE%20Booking%20number%2040718263',
  ),
  EMAIL_ADDRESS: Text('Email address', 'ilse@example.test'),
  GUEST_IMAGE: Text('URL of a picture', '/service/assets/images/noimage.svg'),
})
const guestView = Type.Array(GuestView)
const guestViewOrFalse = ListOf({
  ...GuestView.properties,
  GUEST_COUNTRY: Type.Union([Type.String(), Type.Literal(false)], {
    description: 'Name of the country; false when unknown, under the choice guest_country_unknown=false',
  }),
})

export const getBookingGuest = BOOKING_VIEWS.operation({
  ...view,
  id: 'getBookingGuest',
  path: '/listbooking/{property_id}/{contract_id}/guest[/{language}]',
  summary: 'The guest of a booking, with an email link',
  answer: {
    key: 'listbookingguest',
    data: ({ guest_country_unknown }) => (guest_country_unknown === 'false' ? guestViewOrFalse : guestView),
    keepsText: true,
  },
  example: { path: examplePath, answer: [exampleOf(GuestView.properties)] },
  choices: ['guest_country_unknown', 'guest_image', 'email_link'],
})

const RoomView = Named('BookedRoom', {
  _SERVICE_COM_MR_EB_ROOM_NAME: Text('Label of RINFO_NAME', 'Room name'),
  RINFO_NAME: Text('Name of the room', 'Gull'),
  _SERVICE_COM_MR_LISTTARIFF_RATETITLE: Text('Label of RINFO_TARIFF', 'Tariff title'),
  RINFO_TARIFF: Text('Title of the booked tariff; empty when its rate was deleted', 'Summer'),
  _SERVICE_COM_MR_EB_ROOM_NUMBER: Text('Label of RINFO_NUMBER', 'Room'),
  RINFO_NUMBER: Text('Number of the room', '01'),
  _SERVICE_COM_MR_EB_ROOM_FLOOR: Text('Label of RINFO_ROOM_FLOOR', 'Floor'),
  RINFO_ROOM_FLOOR: Text('Floor', '1'),
  _SERVICE_COM_MR_EB_ROOM_MAXPEOPLE: Text('Label of RINFO_MAX_PEOPLE', 'Max people'),
  RINFO_MAX_PEOPLE: Text('Maximum number of people, as text', '2'),
  _SERVICE_COM_MR_EB_ROOM_CLASS_ABBV: Text('Label of TYPE', 'Room/property type'),
  TYPE: Text('Name of the room type', 'Double'),
})
const roomsView = Type.Array(RoomView)
const roomsViewOrNull = ListOf({
  ...RoomView.properties,
  RINFO_NAME: NullableText('Name of the room; null for a cancelled booking'),
  RINFO_TARIFF: NullableText('Title of the tariff; empty when its rate was deleted, null for a black booking'),
  RINFO_NUMBER: NullableText('Number of the room; null for a cancelled booking'),
  RINFO_ROOM_FLOOR: NullableText('Floor; null for a cancelled booking'),
  RINFO_MAX_PEOPLE: NullableText('Maximum number of people, as text; null for a cancelled booking'),
  TYPE: NullableText('Name of the room type; null for a cancelled booking'),
})

export const getBookingRooms = BOOKING_VIEWS.operation({
  ...view,
  id: 'getBookingRooms',
  path: '/listbooking/{property_id}/{contract_id}/rooms[/{language}]',
  summary: 'The rooms of a booking, each value with its label',
  answer: {
    key: 'listbookingrooms',
    data: ({ cancelled_rooms, black_booking_tariff }) =>
      cancelled_rooms === 'nulls' || black_booking_tariff === 'null' ? roomsViewOrNull : roomsView,
  },
  example: { path: examplePath, answer: [exampleOf(RoomView.properties)] },
  choices: ['label_language', 'cancelled_rooms', 'black_booking_tariff'],
})

const PaymentView = Named('BookingPayment', {
  SINGLE_PERSON_SUPPLIMENT: MoneyText('Single person supplement', '0.00€'),
  ROOM_TOTAL: MoneyText('Rooms, without tax', '343.75€'),
  DEPOSITPAID: Text('Yes or No, in the requested language', 'No'),
  BOOKING_DEPOSIT_REQUIRED: MoneyText('Deposit', '82.50€'),
  BOOKING_CONTRACT_TOTAL: MoneyText('Total of the booking', '412.50€'),
  BOOKING_DEPOSIT_REF: withExample(NullableText('Reference of the deposit, as stored'), null),
  TAX: MoneyText('Tax', '68.75€'),
  EXTRASOPTIONSVALUE: MoneyText('Optional extras', '0.00€'),
  GRAND_TOTAL: MoneyText('Total of the booking with extra services and their tax', '412.50€'),
  REMAINDER_TO_PAY: MoneyText('Open amount of the invoice; without an invoice, grand total less a paid deposit', '412.50€'),
})

export const getBookingPayment = BOOKING_VIEWS.operation({
  ...view,
  id: 'getBookingPayment',
  path: '/listbooking/{property_id}/{contract_id}/payment[/{language}]',
  summary: 'Total, deposit and open amount of a booking',
  answer: { key: 'listbookingpayment', data: Type.Array(PaymentView) },
  example: { path: examplePath, answer: [exampleOf(PaymentView.properties)] },
  choices: ['money_symbol'],
})

const NoteView = Named('BookingNote', {
  NOTE: Text('The note; may contain HTML', 'Booked guest in'),
  DATETIME: Stamp('Time of creation, UTC', '2031-05-02 15:20:00'),
  EDITLINK: Text(
    'URL of the page to edit it',
    'http://127.0.0.1:4010/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB&task=editnote&note_id=9&contract_uid=501',
  ),
  EDITTEXT: Text('Label of EDITLINK', 'Edit note'),
  DELETELINK: Text(
    'URL of the page to delete it',
    'http://127.0.0.1:4010/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB&task=deletenote&note_id=9&contract_uid=501',
  ),
  DELETETEXT: Text('Label of DELETELINK', 'Delete note'),
})

export const getBookingNotes = BOOKING_VIEWS.operation({
  ...view,
  id: 'getBookingNotes',
  path: '/listbooking/{property_id}/{contract_id}/notes[/{language}]',
  summary: 'The notes on a booking, oldest first',
  answer: { key: 'listbookingnotes', data: Type.Array(NoteView) },
  example: { path: examplePath, answer: [exampleOf(NoteView.properties)] },
  choices: ['label_language'],
})
