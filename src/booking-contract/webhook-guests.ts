/**
 * Details of notifications about guests and guest types.
 * @source facts 14.6 "Detail endpoints"
 */
import { guestTypeUid, guestUid, propertyUid } from '../api/path-values.ts'
import { Exact, exampleOf, Text } from '../api/response-fields.ts'
import { Subject } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN } from './shared/webhook-parts.ts'

export const WEBHOOK_GUESTS = new Subject('webhooks')

const NotifiedGuest = Exact({
  firstname: Text('First name', 'Ada'),
  surname: Text('Surname', 'Brook'),
  house: Text('House name or number', '7'),
  street: Text('Street', 'Mill Lane'),
  town: Text('Town', 'Westby'),
  region: Text('Region: an id or a name', 'Devon'),
  country: Text('Country code', 'GB'),
  postcode: Text('Postcode', 'WB1 2AB'),
  tel_landline: Text('Landline', '0100 200'),
  tel_mobile: Text('Mobile', '0700 300'),
  discount: Text('Percent', '5.00'),
  vat_number: Text('Always empty: VAT numbers are not stored', ''),
  vat_number_validated: Text('Always 0', '0'),
})

export const getNotifiedGuest = WEBHOOK_GUESTS.operation({
  ...common,
  ...paths(['guest_saved', 'guest_updated', 'guest_deleted'], '/{guest_id}'),
  id: 'getNotifiedGuest',
  summary: 'The guest that a notification is about',
  params: { property_id: propertyUid, guest_id: guestUid },
  answer: { key: 'guest_details', data: NotifiedGuest },
  refusals: RECORD_UNKNOWN,
  example: example({ guest_id: '1' }, exampleOf(NotifiedGuest.properties)),
})

export const getNotifiedGuestType = WEBHOOK_GUESTS.operation({
  ...common,
  ...paths(['guest_type_saved', 'guest_type_deleted'], '/{guest_type_id}'),
  id: 'getNotifiedGuestType',
  summary: 'The guest type that a notification is about',
  params: { property_id: propertyUid, guest_type_id: guestTypeUid },
  answer: {
    key: 'guest_type_details',
    data: Exact({
      type: Text('Title in the booking form'),
      notes: Text('Internal notes'),
      maximum: Text('Maximum number of guests of this type in a booking'),
      is_percentage: Text('0 or 1'),
      posneg: Text('1 adds the variance, 0 subtracts it'),
      variance: Text('Percentage or amount'),
      is_child: Text('0 or 1'),
    }),
  },
  refusals: RECORD_UNKNOWN,
  example: example(
    { guest_type_id: '1' },
    { type: 'Senior', notes: '', maximum: '4', is_percentage: '1', posneg: '0', variance: '10.00', is_child: '0' },
  ),
})
