/**
 * Details of notifications about guests and guest types.
 * @source facts 14.6 "Detail endpoints"
 */
import { Exact, guestTypeUid, guestUid, propertyUid, Text } from '../api/path-values.ts'
import { operation } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN } from './shared/webhook-parts.ts'

export const getNotifiedGuest = operation({
  ...common,
  ...paths(['guest_saved', 'guest_updated', 'guest_deleted'], '/{guest_id}'),
  id: 'getNotifiedGuest',
  summary: 'The guest that a notification is about',
  params: { property_id: propertyUid, guest_id: guestUid },
  answer: {
    key: 'guest_details',
    data: Exact({
      firstname: Text('First name'),
      surname: Text('Surname'),
      house: Text('House name or number'),
      street: Text('Street'),
      town: Text('Town'),
      region: Text('Region: an id or a name'),
      country: Text('Country code'),
      postcode: Text('Postcode'),
      tel_landline: Text('Landline'),
      tel_mobile: Text('Mobile'),
      discount: Text('Percent'),
      vat_number: Text('Always empty: VAT numbers are not stored'),
      vat_number_validated: Text('Always 0'),
    }),
  },
  refusals: RECORD_UNKNOWN,
  example: example(
    { guest_id: '1' },
    {
      firstname: 'Ada',
      surname: 'Brook',
      house: '7',
      street: 'Mill Lane',
      town: 'Westby',
      region: 'Devon',
      country: 'GB',
      postcode: 'WB1 2AB',
      tel_landline: '0100 200',
      tel_mobile: '0700 300',
      discount: '5.00',
      vat_number: '',
      vat_number_validated: '0',
    },
  ),
})

export const getNotifiedGuestType = operation({
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
