/**
 * Details of notifications: a webhook sends ids only, and these operations return their records.
 *
 * One operation for each kind of record, with one path for each of its events. They are not in the interface
 * document. Numbers and flags are texts, as the service sends the columns of its database.
 * @source facts 14.6 "Detail endpoints"
 */
import { contractUid, Exact, invoiceUid, Keyed, propertyUid, Text, text } from '../api/path-values.ts'
import { type BookingOperation, operation } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN, RECORD_UNKNOWN_OR_FOREIGN } from './shared/webhook-parts.ts'
import { getNotifiedGuest, getNotifiedGuestType } from './webhook-guests.ts'
import {
  getNotifiedProperty,
  getNotifiedRoom,
  getNotifiedRooms,
  getNotifiedSettings,
  getNotifiedTariffs,
} from './webhook-properties.ts'

export const getNotifiedBooking = operation({
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
  answer: {
    key: 'contract_details',
    data: Exact({
      arrival: Text('First day, YYYY/MM/DD'),
      departure: Text('Day of departure, YYYY/MM/DD'),
      guest_uid: Text('Guest uid'),
      rooms_tariffs: Text('Rooms and rates, such as 7^3,8^3'),
      deposit_paid: Text('0 or 1'),
      contract_total: Text('Total'),
      special_reqs: Text('Requests of the guest'),
      extras: Text('Sum of optional extras'),
      cancelled: Text('0 or 1'),
      coupon_id: Text('Coupon id; 0 for none'),
      booked_in: Text('0 or 1'),
      bookedout: Text('0 or 1'),
      firstname: Text('First name of the guest'),
      surname: Text('Surname of the guest'),
      image: Text('URL of a picture of the guest'),
      extradeets: Keyed(
        Exact({
          uid: Text('Id'),
          name: Text('Name'),
          price: Text('Unit price'),
          tax_rate: Text('Percent'),
          qty: Text('Quantity'),
        }),
      ),
      roomdeets: Keyed(
        Exact({
          room_uid: Text('Room uid'),
          black_booking: Text('0 or 1'),
          reception_booking: Text('0 or 1'),
          internet_booking: Text('0 or 1'),
          room_classes_uid: Text('Room type id'),
          room_name: Text('Name of the room'),
          room_number: Text('Number of the room'),
          room_floor: Text('Floor'),
          max_people: Text('Maximum number of people'),
          singleperson_suppliment: Text('Single person supplement'),
          rate_title: Text('Title of the tariff; empty without one'),
        }),
      ),
    }),
  },
  refusals: RECORD_UNKNOWN,
  choices: ['empty_map'],
  example: example(
    { contract_id: '1' },
    {
      arrival: '2031/05/02',
      departure: '2031/05/06',
      guest_uid: '1',
      rooms_tariffs: '7^3',
      deposit_paid: '0',
      contract_total: '412.50',
      special_reqs: 'A cot, please',
      extras: '0.00',
      cancelled: '0',
      coupon_id: '0',
      booked_in: '0',
      bookedout: '0',
      firstname: 'Ilse',
      surname: 'Marant',
      image: 'http://127.0.0.1:4010/service/assets/images/noimage.svg',
      extradeets: [],
      roomdeets: {
        '7': {
          room_uid: '7',
          black_booking: '0',
          reception_booking: '1',
          internet_booking: '0',
          room_classes_uid: '2',
          room_name: 'Gull',
          room_number: '01',
          room_floor: '1',
          max_people: '2',
          singleperson_suppliment: '0.00',
          rate_title: 'Summer',
        },
      },
    },
  ),
})

export const getNotifiedBlackBooking = operation({
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

export const getNotifiedNote = operation({
  ...common,
  ...paths(['booking_note_save', 'booking_note_saved', 'booking_note_deleted'], '/{note_id}'),
  id: 'getNotifiedNote',
  summary: 'The note that a notification is about',
  params: { property_id: propertyUid, note_id: text('Note id') },
  answer: { key: 'contract_details', data: Exact({ note_content: Text('The note; may contain HTML') }) },
  refusals: RECORD_UNKNOWN,
  example: example({ note_id: '1' }, { note_content: 'Guest checked in' }),
})

export const getNotifiedInvoice = operation({
  ...common,
  ...paths(['invoice_saved', 'invoice_cancelled'], '/{invoice_id}'),
  id: 'getNotifiedInvoice',
  summary: 'The invoice that a notification is about',
  params: { property_id: propertyUid, invoice_id: invoiceUid },
  answer: {
    key: 'invoice_details',
    data: Exact({
      invoice: Exact({
        id: Text('Invoice id'),
        status: Text('0 unpaid, 1 paid, 2 cancelled, 3 pending'),
        raised_date: Text('YYYY-MM-DD HH:MM:SS'),
        due_date: Text('YYYY-MM-DD HH:MM:SS'),
        paid: Text('YYYY-MM-DD HH:MM:SS; 1970-01-01 00:00:01 while unpaid'),
        init_total: Text('The open amount: sum of all lines with tax, payments included'),
        currencycode: Text('ISO 4217'),
        contract_id: Text('The booking; 0 without one'),
        property_uid: Text('Property uid'),
      }),
    }),
  },
  refusals: RECORD_UNKNOWN_OR_FOREIGN,
  example: example(
    { invoice_id: '203' },
    {
      invoice: {
        id: '203',
        status: '0',
        raised_date: '2031-05-01 10:00:00',
        due_date: '2031-05-15 10:00:00',
        paid: '1970-01-01 00:00:01',
        init_total: '412.50',
        currencycode: 'EUR',
        contract_id: '1',
        property_uid: '1',
      },
    },
  ),
})

export const webhookOperations: readonly BookingOperation[] = [
  getNotifiedBooking,
  getNotifiedBlackBooking,
  getNotifiedNote,
  getNotifiedGuest,
  getNotifiedGuestType,
  getNotifiedInvoice,
  getNotifiedProperty,
  getNotifiedSettings,
  getNotifiedRoom,
  getNotifiedRooms,
  getNotifiedTariffs,
]
