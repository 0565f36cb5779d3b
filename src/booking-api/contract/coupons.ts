/**
 * Coupons of a property.
 *
 * @module
 * @source spec "Coupons"
 */

import {
  couponUid,
  day,
  Exact,
  Flag,
  Int,
  IsoDay,
  language,
  Named,
  Num,
  NumericText,
  optionalGuestUid,
  propertyUid,
  Text,
  text,
} from '../../api/path-values.ts'
import { Type } from '../../api/schema.ts'
import { type BookingOperation, operation } from './operation.ts'
import { type WriteTypes, Written, WrittenId } from './written.ts'

/** The values of a coupon, in the order of the path. */
const couponWords = {
  valid_from: { ...day, description: 'First day on which the code may be entered, YYYY-MM-DD' },
  valid_to: { ...day, description: 'Last day on which the code may be entered, YYYY-MM-DD' },
  amount: text('What it takes off: an amount, or a percentage; at most two decimals'),
  is_percentage: text('1 when the amount is a percentage, else 0'),
  booking_valid_from: { ...day, description: 'First night it applies to, YYYY-MM-DD' },
  booking_valid_to: { ...day, description: 'Last night it applies to, YYYY-MM-DD' },
}

const COUPON_PATH = '{valid_from}/{valid_to}/{amount}/{is_percentage}/{booking_valid_from}/{booking_valid_to}[/{guest_id}]'

const EXAMPLE_VALUES = {
  valid_from: '2031-01-01',
  valid_to: '2031-12-31',
  amount: '10',
  is_percentage: '1',
  booking_valid_from: '2031-05-01',
  booking_valid_to: '2031-09-30',
}

/** What the answers of writes say of a coupon. */
const written = (choices: WriteTypes) => ({
  property_uid: WrittenId(choices, 'Property uid'),
  valid_from: IsoDay('First day on which the code may be entered'),
  valid_to: IsoDay('Last day on which the code may be entered'),
  amount: Written(choices, Num('Amount or percentage'), NumericText('Amount or percentage as it was sent')),
  is_percentage: Flag('1 when the amount is a percentage'),
  booking_valid_from: IsoDay('First night it applies to'),
  booking_valid_to: IsoDay('Last night it applies to'),
  guest_uid: Written(
    choices,
    Int('The guest it is for, 0 for any guest'),
    Type.Union([Type.String(), Type.Integer()], {
      description: 'The guest it is for, as it was sent; an integer when none was sent, 0 for any guest',
    }),
  ),
})

const couponEntry = Named(
  'Coupon',
  Exact({
    coupon_id: Int('Coupon id'),
    coupon_code: Text('What the guest types'),
    valid_from: IsoDay('First day on which the code may be entered'),
    valid_to: IsoDay('Last day on which the code may be entered'),
    amount: Num('Amount in the currency of the property, or percentage'),
    ispercentage: Text('Yes or No, in the language'),
    roomonly: Text('Yes or No, in the language'),
    booking_valid_from: IsoDay('First night it applies to'),
    booking_valid_to: IsoDay('Last night it applies to'),
    guest_name: Text('First name and surname of the guest it is for; empty when it is open to any guest'),
  }),
)

export const listCoupons = operation({
  id: 'listCoupons',
  method: 'get',
  path: '/coupon/{property_id}/list[/{language}]',
  tag: 'coupons',
  summary: 'The coupons of a property, by id',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: { key: 'coupons', data: Type.Array(couponEntry) },
  refusals: [],
  example: {
    path: { property_id: '1' },
    answer: [
      {
        coupon_id: 7,
        coupon_code: 'kTwbQozRaLmXdvh',
        valid_from: '2031-01-01',
        valid_to: '2031-12-31',
        amount: 10,
        ispercentage: 'Yes',
        roomonly: 'No',
        booking_valid_from: '2031-05-01',
        booking_valid_to: '2031-09-30',
        guest_name: '',
      },
    ],
  },
  source: 'spec "Coupon", "Coupons"',
})

export const createCoupon = operation({
  id: 'createCoupon',
  adds: true,
  method: 'post',
  path: `/coupon/{property_id}/${COUPON_PATH}`,
  tag: 'coupons',
  summary: 'Add a coupon; its code is generated, its id stands in the list',
  scope: 'properties_set',
  recordedScope: 'properties_get',
  params: { property_id: propertyUid, ...couponWords, guest_id: optionalGuestUid },
  answer: {
    key: 'addcoupon',
    data: (choices) => Exact({ coupon_code: Text('The generated code: 15 letters'), ...written(choices) }),
  },
  refusals: ['values_invalid'],
  example: {
    path: { property_id: '1', ...EXAMPLE_VALUES, guest_id: '1' },
    answer: { property_uid: 1, coupon_code: 'kTwbQozRaLmXdvh', ...EXAMPLE_VALUES, amount: 10, is_percentage: 1, guest_uid: 0 },
  },
  source: 'spec "Coupons"',
  choices: ['input_values', 'operation_scopes', 'management_events'],
})

export const updateCoupon = operation({
  id: 'updateCoupon',
  method: 'put',
  path: `/coupon/{property_id}/{coupon_id}/{coupon_code}/${COUPON_PATH}`,
  tag: 'coupons',
  summary: 'Overwrite a coupon of a property, its code included',
  scope: 'properties_set',
  recordedScope: 'properties_get',
  params: {
    property_id: propertyUid,
    coupon_id: couponUid,
    coupon_code: text('What the guest types'),
    ...couponWords,
    guest_id: optionalGuestUid,
  },
  answer: {
    key: 'updatecoupon',
    data: (choices) =>
      Type.Array(
        Exact({
          coupon_id: WrittenId(choices, 'Coupon id'),
          coupon_code: Text('What the guest types'),
          ...written(choices),
        }),
      ),
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

export const deleteCoupon = operation({
  id: 'deleteCoupon',
  method: 'delete',
  path: '/coupon/{property_id}/{coupon_id}',
  tag: 'coupons',
  summary: 'Delete a coupon',
  scope: 'properties_set',
  recordedPropertyCheck: false,
  params: { property_id: propertyUid, coupon_id: couponUid },
  answer: { key: 'coupondeleted', data: Text('Coupon id as it was sent') },
  refusals: ['coupon_unknown'],
  example: { path: { property_id: '1', coupon_id: '3' }, answer: '3' },
  source: 'spec "Coupons"',
  choices: ['operation_scopes', 'unknown_record', 'management_events'],
  liveSite: false,
})

export const couponOperations: readonly BookingOperation[] = [listCoupons, createCoupon, updateCoupon, deleteCoupon]
