/**
 * Details of notifications: a webhook sends ids only, and these operations return their records.
 *
 * One operation for each kind of record, with one path for each of its events. They are not in the interface
 * document. Numbers and flags are texts, as the service sends the columns of its database.
 * @source facts 14.6 "Detail endpoints"
 */
import { contractUid, invoiceUid, propertyUid, text } from '../api/path-values.ts'
import { Exact, exampleOf, Keyed, Text, withExample } from '../api/response-fields.ts'
import { Subject } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN, RECORD_UNKNOWN_OR_FOREIGN } from './shared/webhook-parts.ts'

export const WEBHOOKS = new Subject('webhooks')

const NotifiedExtra = Exact({
  uid: Text('Id'),
  name: Text('Name'),
  price: Text('Unit price'),
  tax_rate: Text('Percent'),
  qty: Text('Quantity'),
})

const BookedRoom = Exact({
  room_uid: Text('Room uid', '7'),
  black_booking: Text('0 or 1', '0'),
  reception_booking: Text('0 or 1', '1'),
  internet_booking: Text('0 or 1', '0'),
  room_classes_uid: Text('Room type id', '2'),
  room_name: Text('Name of the room', 'Gull'),
  room_number: Text('Number of the room', '01'),
  room_floor: Text('Floor', '1'),
  max_people: Text('Maximum number of people', '2'),
  singleperson_suppliment: Text('Single person supplement', '0.00'),
  rate_title: Text('Title of the tariff; empty without one', 'Summer'),
})

const NotifiedBooking = Exact({
  arrival: Text('First day, YYYY/MM/DD', '2031/05/02'),
  departure: Text('Day of departure, YYYY/MM/DD', '2031/05/06'),
  guest_uid: Text('Guest uid', '1'),
  rooms_tariffs: Text('Rooms and rates, such as 7^3,8^3', '7^3'),
  deposit_paid: Text('0 or 1', '0'),
  contract_total: Text('Total', '412.50'),
  special_reqs: Text('Requests of the guest', 'A cot, please'),
  extras: Text('Ids of the optional extras, such as 2,3; empty without one', ''),
  cancelled: Text('0 or 1', '0'),
  coupon_id: Text('Coupon id; 0 for none', '0'),
  booked_in: Text('0 or 1', '0'),
  bookedout: Text('0 or 1', '0'),
  firstname: Text('First name of the guest', 'Ilse'),
  surname: Text('Surname of the guest', 'Marant'),
  image: Text('URL of a picture of the guest', 'http://127.0.0.1:4010/service/assets/images/noimage.svg'),
  extradeets: withExample(Keyed(NotifiedExtra), []),
  roomdeets: withExample(Keyed(BookedRoom), { '7': exampleOf(BookedRoom.properties) }),
})

export const getNotifiedBooking = WEBHOOKS.operation({
  ...common,
  ...paths(
    [
      'booking_added',
      'booking_modified',
      'booking_cancelled',
      'deposit_saved',
      'guest_checkedin',
      'guest_checkedin_undone',
      'guest_checkedout',
      'guest_checkedout_undone',
    ],
    '/{contract_id}',
  ),
  id: 'getNotifiedBooking',
  summary: 'The booking that a notification is about',
  params: { property_id: propertyUid, contract_id: contractUid },
  answer: { key: 'contract_details', data: NotifiedBooking },
  refusals: RECORD_UNKNOWN,
  choices: ['empty_map'],
  example: example({ contract_id: '1' }, exampleOf(NotifiedBooking.properties)),
})

export const getNotifiedBlackBooking = WEBHOOKS.operation({
  ...common,
  ...paths(['blackbooking_added', 'blackbooking_deleted'], '/{contract_id}'),
  id: 'getNotifiedBlackBooking',
  summary: 'The black booking that a notification is about',
  params: { property_id: propertyUid, contract_id: contractUid },
  answer: {
    key: 'blackbooking_details',
    data: Exact({
      arrival: Text('First day, YYYY/MM/DD'),
      departure: Text('Day after the last one, YYYY/MM/DD'),
      special_reqs: Text('The reason the room is out of service'),
    }),
  },
  refusals: RECORD_UNKNOWN,
  example: example({ contract_id: '101' }, { arrival: '2031/05/11', departure: '2031/05/12', special_reqs: '' }),
})

export const getNotifiedNote = WEBHOOKS.operation({
  ...common,
  ...paths(['booking_note_save', 'booking_note_saved', 'booking_note_deleted'], '/{note_id}'),
  id: 'getNotifiedNote',
  summary: 'The note that a notification is about',
  params: { property_id: propertyUid, note_id: text('Note id') },
  answer: { key: 'contract_details', data: Exact({ note_content: Text('The note; may contain HTML') }) },
  refusals: RECORD_UNKNOWN,
  example: example({ note_id: '1' }, { note_content: 'Guest checked in' }),
})

const NotifiedInvoice = Exact({
  id: Text('Invoice id', '203'),
  status: Text('0 unpaid, 1 paid, 2 cancelled, 3 pending', '0'),
  raised_date: Text('YYYY-MM-DD HH:MM:SS', '2031-05-01 10:00:00'),
  due_date: Text('YYYY-MM-DD HH:MM:SS', '2031-05-15 10:00:00'),
  paid: Text('YYYY-MM-DD HH:MM:SS; 1970-01-01 00:00:01 while unpaid', '1970-01-01 00:00:01'),
  init_total: Text('The open amount: sum of all lines with tax, payments included', '412.50'),
  currencycode: Text('ISO 4217', 'EUR'),
  contract_id: Text('The booking; 0 without one', '1'),
  property_uid: Text('Property uid', '1'),
})

export const getNotifiedInvoice = WEBHOOKS.operation({
  ...common,
  ...paths(['invoice_saved', 'invoice_cancelled'], '/{invoice_id}'),
  id: 'getNotifiedInvoice',
  summary: 'The invoice that a notification is about',
  params: { property_id: propertyUid, invoice_id: invoiceUid },
  answer: { key: 'invoice_details', data: Exact({ invoice: NotifiedInvoice }) },
  refusals: RECORD_UNKNOWN_OR_FOREIGN,
  example: example({ invoice_id: '203' }, { invoice: exampleOf(NotifiedInvoice.properties) }),
})
