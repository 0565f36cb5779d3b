/**
 * Guests of a property. All values are path parameters.
 * @source spec "Guests"
 */

import { guestUid, language, propertyUid, text, textOrBlank } from '../api/path-values.ts'
import { exampleOf, Int, ListOf, Named, Num, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import type { Choices } from './choices/choices.ts'
import { Subject, sentExample } from './shared/operation.ts'
import { WrittenId } from './shared/write-fields.ts'

export const GUESTS = new Subject('guests')

/** The thirteen values of a guest, in the order of the path. */
const guestParams = {
  firstname: text('First name', 'Ada'),
  surname: text('Surname', 'Brook'),
  house: text('House name or number', '7'),
  street: text('Street', 'Mill Lane'),
  town: text('Town', 'Westby'),
  region: text('Region: an id of the site structure, or a name', 'Devon'),
  country: text('Country code, two letters', 'GB'),
  postcode: text('Postcode', 'WB1 2AB'),
  landline: text('Telephone, landline', '0100 200'),
  mobile: text('Telephone, mobile', '0700 300'),
  email: text('Email address', 'ada@example.test'),
  vat_number: textOrBlank('VAT number: accepted, never stored; may be blank'),
  discount: textOrBlank('Discount in percent, 0 to 100; empty means 0', '5'),
}

const GUEST_PATH = Object.keys(guestParams)
  .map((name) => `{${name}}`)
  .join('/')

const EXAMPLE_VALUES = sentExample(guestParams)

const guestEntry = (choices: Pick<Choices, 'guest_property_uid'>) =>
  Named('Guest', {
    guests_uid: Int('Guest uid', 61),
    firstname: Text('First name', 'Ada'),
    surname: Text('Surname', 'Brook'),
    house: Text('House name or number', '7'),
    street: Text('Street', 'Mill Lane'),
    town: Text('Town', 'Westby'),
    county: Text('The region as sent: an id or a name', 'Devon'),
    country: Text('Country code as sent', 'GB'),
    postcode: Text('Postcode', 'WB1 2AB'),
    tel_landline: Text('Telephone, landline', '0100 200'),
    tel_mobile: Text('Telephone, mobile', '0700 300'),
    email: Text('Email address', 'ada@example.test'),
    vat_number: Text('Always empty: VAT numbers are not stored', ''),
    discount: Num('Discount in percent', 5),
    property_uid: Type.Unsafe<string | number>(
      choices.guest_property_uid === 'text' ? Text('Property uid', '3') : Int('Property uid'),
    ),
  })

export const listGuests = GUESTS.operation({
  id: 'listGuests',
  method: 'get',
  path: '/guests/{property_id}/list',
  summary: 'The guests of a property, sorted by id',
  scope: 'properties_get',
  params: { property_id: propertyUid },
  answer: { key: 'listguests', data: (choices) => Type.Array(guestEntry(choices)) },
  example: { path: { property_id: '1' }, answer: [exampleOf(guestEntry({ guest_property_uid: 'text' }).properties)] },
  source: 'spec "Guest", "Guests"',
  choices: ['guest_property_uid'],
})

export const createGuest = GUESTS.operation({
  id: 'createGuest',
  adds: true,
  method: 'post',
  path: `/guests/{property_id}/${GUEST_PATH}[/{language}]`,
  summary: 'Add a guest to a property',
  scope: 'properties_set',
  params: { property_id: propertyUid, ...guestParams, language },
  answer: { key: 'addguest', data: (choices) => ListOf({ guest_uid: WrittenId(choices, 'Uid of the new guest') }) },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', ...EXAMPLE_VALUES }, answer: [{ guest_uid: 62 }] },
  source: 'spec "Guests"',
  choices: ['input_values', 'management_events'],
})

export const updateGuest = GUESTS.operation({
  id: 'updateGuest',
  method: 'put',
  path: `/guests/{property_id}/{guest_id}/${GUEST_PATH}`,
  summary: 'Replace a guest of a property',
  scope: 'properties_set',
  params: { property_id: propertyUid, guest_id: guestUid, ...guestParams },
  answer: {
    key: 'updateguest',
    data: (choices) => ListOf({ property_uid: Text('Property uid'), guests_uid: WrittenId(choices, 'Guest uid') }),
  },
  refusals: ['guest_unknown', 'values_invalid'],
  example: { path: { property_id: '1', guest_id: '10', ...EXAMPLE_VALUES }, answer: [{ property_uid: '1', guests_uid: 10 }] },
  source: 'spec "Guests"',
  choices: ['input_values', 'unknown_record', 'management_events'],
})

export const deleteGuest = GUESTS.operation({
  id: 'deleteGuest',
  method: 'delete',
  path: '/guests/{property_id}/{guest_id}',
  also: ['/guests/{property_id}/delete/{guest_id}[/{language}]'],
  summary: "Delete a guest; the guest's current and future bookings are cancelled and their rooms released",
  scope: 'properties_set',
  params: { property_id: propertyUid, guest_id: guestUid, language },
  answer: {
    key: 'deleteguest',
    data: (choices) =>
      ListOf({
        message: Text('The result, in words'),
        property_uid: Text('Property uid'),
        guests_uid: WrittenId(choices, 'Guest uid'),
      }),
  },
  refusals: ['guest_booked_elsewhere', 'guest_unknown'],
  example: {
    path: { property_id: '1', guest_id: '10' },
    answer: [{ message: 'Deleted guest', property_uid: '1', guests_uid: 10 }],
  },
  source: 'spec "Guests"; facts "guests"',
  choices: ['unknown_record', 'guest_deleted_message', 'guest_deleted_invoices', 'guest_deleted_coupons', 'management_events'],
})
