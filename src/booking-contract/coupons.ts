/**
 * Coupons of a property.
 * @source spec "Coupons"
 */

import { couponUid, day, language, optionalGuestUid, propertyUid, text } from '../api/path-values.ts'
import { Exact, exampleOf, Flag, Int, IsoDay, ListOf, Named, Num, NumericText, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject, sentExample } from './shared/operation.ts'
import { type WriteTypes, WrittenField, WrittenId } from './shared/write-fields.ts'

export const COUPONS = new Subject('coupons')

/** The values of a coupon, in the order of the path. */
const couponParams = {
  valid_from: { ...day, description: 'First day on which the code can be used, YYYY-MM-DD', example: '2031-01-01' },
  valid_to: { ...day, description: 'Last day on which the code can be used, YYYY-MM-DD', example: '2031-12-31' },
  amount: text('The discount: an amount or a percentage; at most two decimals', '10'),
  is_percentage: text('1 when the amount is a percentage, else 0', '1'),
  booking_valid_from: { ...day, description: 'First night it applies to, YYYY-MM-DD', example: '2031-05-01' },
  booking_valid_to: { ...day, description: 'Last night it applies to, YYYY-MM-DD', example: '2031-09-30' },
}

const COUPON_PATH = '{valid_from}/{valid_to}/{amount}/{is_percentage}/{booking_valid_from}/{booking_valid_to}[/{guest_id}]'

const EXAMPLE_VALUES = sentExample(couponParams)

/** The fields of a coupon in the responses to writes. */
const writtenFields = (choices: WriteTypes) => ({
  property_uid: WrittenId(choices, 'Property uid'),
  valid_from: IsoDay('First day on which the code can be used'),
  valid_to: IsoDay('Last day on which the code can be used'),
  amount: WrittenField(choices, Num('Amount or percentage'), NumericText('Amount or percentage as sent')),
  is_percentage: Flag('1 when the amount is a percentage'),
  booking_valid_from: IsoDay('First night it applies to'),
  booking_valid_to: IsoDay('Last night it applies to'),
  guest_uid: WrittenField(
    choices,
    Int('Guest uid; 0 for any guest'),
    Type.Union([Type.String(), Type.Integer()], {
      description: 'Guest uid as sent; the integer 0, for any guest, when none was sent',
    }),
  ),
})

const couponEntry = Named('Coupon', {
  coupon_id: Int('Coupon id', 7),
  coupon_code: Text('The code that the guest enters', 'kTwbQozRaLmXdvh'),
  valid_from: IsoDay('First day on which the code can be used', '2031-01-01'),
  valid_to: IsoDay('Last day on which the code can be used', '2031-12-31'),
  amount: Num('Amount in the currency of the property, or percentage', 10),
  ispercentage: Text('Yes or No, in the requested language', 'Yes'),
  roomonly: Text('Yes or No, in the requested language', 'No'),
  booking_valid_from: IsoDay('First night it applies to', '2031-05-01'),
  booking_valid_to: IsoDay('Last night it applies to', '2031-09-30'),
  guest_name: Text('First name and surname of its guest; empty when it is for any guest', ''),
})

export const listCoupons = COUPONS.operation({
  id: 'listCoupons',
  method: 'get',
  path: '/coupon/{property_id}/list[/{language}]',
  summary: 'The coupons of a property, sorted by id',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: { key: 'coupons', data: Type.Array(couponEntry) },
  example: { path: { property_id: '1' }, answer: [exampleOf(couponEntry.properties)] },
  source: 'spec "Coupon", "Coupons"',
})

export const createCoupon = COUPONS.operation({
  id: 'createCoupon',
  adds: true,
  method: 'post',
  path: `/coupon/{property_id}/${COUPON_PATH}`,
  summary: 'Create a coupon with a generated code; the list of coupons has its id',
  scope: 'properties_set',
  recordedScope: 'properties_get',
  params: { property_id: propertyUid, ...couponParams, guest_id: optionalGuestUid },
  answer: {
    key: 'addcoupon',
    data: (choices) => Exact({ coupon_code: Text('The generated code: 15 letters'), ...writtenFields(choices) }),
  },
  refusals: ['values_invalid'],
  example: {
    path: { property_id: '1', ...EXAMPLE_VALUES, guest_id: '1' },
    answer: { property_uid: 1, coupon_code: 'kTwbQozRaLmXdvh', ...EXAMPLE_VALUES, amount: 10, is_percentage: 1, guest_uid: 0 },
  },
  source: 'spec "Coupons"',
  choices: ['input_values', 'operation_scopes', 'management_events'],
})

export const updateCoupon = COUPONS.operation({
  id: 'updateCoupon',
  method: 'put',
  path: `/coupon/{property_id}/{coupon_id}/{coupon_code}/${COUPON_PATH}`,
  summary: 'Replace a coupon of a property, including its code',
  scope: 'properties_set',
  recordedScope: 'properties_get',
  params: {
    property_id: propertyUid,
    coupon_id: couponUid,
    coupon_code: text('What the guest types'),
    ...couponParams,
    guest_id: optionalGuestUid,
  },
  answer: {
    key: 'updatecoupon',
    data: (choices) =>
      ListOf({
        coupon_id: WrittenId(choices, 'Coupon id'),
        coupon_code: Text('The code that the guest enters'),
        ...writtenFields(choices),
      }),
  },
  refusals: ['coupon_unknown', 'values_invalid', 'coupon_code_taken'],
  example: {
    path: { property_id: '1', coupon_id: '3', coupon_code: 'SUMMER', ...EXAMPLE_VALUES, guest_id: '1' },
    answer: [
      { property_uid: 1, coupon_id: 3, coupon_code: 'SUMMER', ...EXAMPLE_VALUES, amount: 10, is_percentage: 1, guest_uid: 0 },
    ],
  },
  source: 'spec "Coupons"; facts "coupon" for the guest at the end',
  choices: ['input_values', 'operation_scopes', 'unknown_record', 'coupon_guest', 'management_events'],
})

export const deleteCoupon = COUPONS.operation({
  id: 'deleteCoupon',
  method: 'delete',
  path: '/coupon/{property_id}/{coupon_id}',
  summary: 'Delete a coupon',
  scope: 'properties_set',
  recordedPropertyCheck: false,
  params: { property_id: propertyUid, coupon_id: couponUid },
  answer: { key: 'coupondeleted', data: Text('Coupon id as sent') },
  refusals: ['coupon_unknown'],
  example: { path: { property_id: '1', coupon_id: '3' }, answer: '3' },
  source: 'spec "Coupons"',
  choices: ['operation_scopes', 'unknown_record', 'management_events'],
  liveSite: false,
})
