/**
 * The steps of a booking session that set dates, guests, address and notes, and their checks.
 * @source spec "Booking session"; facts "Endpoints"
 */

import { Exact } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { bookingPriceOperations, createBooking } from './booking-prices.ts'
import { initialiseSession, listSessionRooms, setPropertyBooking } from './booking-rooms.ts'
import { BOOKING_UTILITIES } from './booking-utilities.ts'
import { PROPERTY_SESSION_REFUSALS, SESSION_STEP, Verdict } from './shared/booking-session-parts.ts'
import { type BookingOperation, field, operation, sentExample } from './shared/operation.ts'

const SOURCE = 'spec "Booking session"'
const ONE_CHILD = '[{"id":2,"age_from":3,"age_to":11,"price":12.5,"model":"per_night","quantity":"1","label":"3 to 11"}]'

const step = { ...SESSION_STEP, source: SOURCE } as const

export const setDates = operation({
  ...step,
  id: 'setDates',
  method: 'post',
  path: '/booking/set/dates',
  summary: 'Set arrival and departure',
  form: {
    fields: {
      arrivalDate: field('first night, YYYY-MM-DD', true, 'today+100'),
      departureDate: field('day of departure, YYYY-MM-DD', true, 'today+104'),
    },
  },
  answer: { key: 'set_dates', data: Verdict },
  example: { form: { arrivalDate: 'today+100', departureDate: 'today+104' }, answer: { valid: true } },
  choices: ['session_checks', 'session_messages', 'stale_prices'],
})

export const setGuestNumbers = operation({
  ...step,
  id: 'setGuestNumbers',
  method: 'post',
  path: '/booking/set/guest/numbers',
  summary: 'Set the numbers of guests',
  form: {
    fields: {
      adults: field('number of adults', true, '2'),
      children: field(
        'JSON: child rates as initialise lists them, each with quantity and label; or a plain number of children',
        true,
        ONE_CHILD,
      ),
      coupon_code: field('code of a coupon; only under session_extras=accept', false, 'HARBOURTEN'),
    },
    maps: {
      guesttypes: {
        optional: true,
        description: 'guest type id to number of guests, who are among the adults; only under session_extras=accept',
        example: ['4', '1'],
      },
    },
  },
  answer: { key: 'set_guest_numbers', data: Verdict },
  example: { form: { adults: '2', children: ONE_CHILD }, answer: { valid: true } },
  choices: ['step_order', 'session_checks', 'session_messages', 'session_extras', 'child_prices', 'stale_prices'],
})

const ADDRESS_FIELDS = {
  firstname: field('given name', true, 'Alex'),
  surname: field('family name', true, 'Rivers'),
  house: field('number or name of the house', true, '12'),
  street: field('street', true, 'Harbour Lane'),
  town: field('town', true, 'Newtownards'),
  postcode: field('postal code', true, 'BT23 4EU'),
  country: field('two-letter country code, upper case', true, 'GB'),
  region: field('region id, as /booking/regions lists it', true, '1061'),
  tel_mobile: field('mobile phone', true, '0700 123'),
  email: field('e-mail address', true, 'alex@mail.example'),
}

export const setAddress = operation({
  ...step,
  id: 'setAddress',
  method: 'post',
  path: '/booking/set/address',
  summary: 'Set the address of the guest',
  form: { fields: ADDRESS_FIELDS },
  answer: { key: 'set_address', data: Verdict },
  example: { form: sentExample(ADDRESS_FIELDS), answer: { valid: true } },
  choices: ['step_order', 'session_checks', 'stale_prices'],
})

export const setNote = operation({
  ...step,
  id: 'setNote',
  method: 'post',
  path: '/booking/set/note',
  summary: 'Add a note to the future booking',
  form: { fields: { note: field('the note, at most 5,000 characters; a session keeps 50', true, 'Arriving late') } },
  answer: { key: 'set_note', data: Verdict },
  example: { form: { note: 'Arriving late' }, answer: { valid: true } },
  choices: ['step_order'],
})

/** A check of the session; only `validate/booking` changes it. */
const check = <const Id extends string, const Key extends string>(id: Id, path: string, key: Key, summary: string) =>
  ({
    ...step,
    id,
    method: 'get',
    path,
    summary,
    answer: { key, data: Verdict },
    example: { answer: { valid: true } },
    choices: ['session_checks', 'session_messages', 'session_refusal_charset'],
  }) as const

export const validateDates = operation(check('validateDates', '/booking/validate/dates', 'dates_validation', 'Check the dates'))

export const validateGuestNumbers = operation({
  ...check('validateGuestNumbers', '/booking/validate/guest/numbers', 'guest_number_validation', 'Check the guest numbers'),
  refusals: [...PROPERTY_SESSION_REFUSALS, 'session_step_missing'],
})

export const validateAddress = operation(
  check('validateAddress', '/booking/validate/address', 'address_validation', 'Check the address'),
)

export const validateRooms = operation(
  check('validateRooms', '/booking/validate/rooms', 'rooms_validation', 'Check the selection of rooms'),
)

export const validateBooking = operation({
  ...check('validateBooking', '/booking/validate/booking', 'booking_validation', 'Check whether the session can be booked'),
  choices: ['session_checks', 'step_order', 'stale_prices'],
})

export const getOkToBook = operation({
  ...step,
  id: 'getOkToBook',
  method: 'get',
  path: '/booking/ok_to_book',
  summary: 'Whether the session is validated and can be booked',
  answer: {
    key: 'ok_to_book',
    data: Exact({ response: Type.Boolean({ description: 'True after a successful validation, until the next change' }) }),
  },
  example: { answer: { response: true } },
})

/** In the order in which a booking form sends them, so that their examples work one after the other. */
export const bookingSessionOperations: readonly BookingOperation[] = [
  initialiseSession,
  ...BOOKING_UTILITIES.operations,
  setDates,
  setGuestNumbers,
  setAddress,
  listSessionRooms,
  setPropertyBooking,
  ...bookingPriceOperations,
  setNote,
  validateDates,
  validateGuestNumbers,
  validateAddress,
  validateRooms,
  validateBooking,
  getOkToBook,
  createBooking,
]
