/**
 * Data for booking forms: error messages, formatted prices, days, regions.
 * @source spec "Booking session"; facts "Endpoints" 4.19 to 4.22
 */

import { day, text } from '../api/path-values.ts'
import { Exact, IsoDay, Keyed, MoneyText } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { NumberedError, PROPERTY_SESSION_REFUSALS, SESSION_STEP } from './shared/booking-session-parts.ts'
import { Subject } from './shared/operation.ts'

export const BOOKING_UTILITIES = new Subject('booking-session')

const utility = { method: 'get', source: 'spec "Booking session"' } as const

export const listErrorMessages = BOOKING_UTILITIES.operation({
  ...utility,
  id: 'listErrorMessages',
  path: '/booking/error_messages',
  summary: 'The numbered errors of the booking session',
  session: 'named',
  params: {},
  answer: { key: 'error_messages', data: Exact({ messages: Type.Record(Type.String(), NumberedError) }) },
  refusals: ['session_missing'],
  example: {
    answer: { messages: { '018': { error_message: 'No rooms have been selected.', error_number: '018' } } },
  },
  choices: ['session_header', 'session_header_refusal', 'session_messages'],
})

export const formatPrice = BOOKING_UTILITIES.operation({
  ...utility,
  id: 'formatPrice',
  path: '/booking/format_price/{amount}',
  summary: 'An amount in the price format of the property',
  session: 'bound',
  params: { amount: text('Amount in currency units, such as 1234.5; 0 when it is not a number') },
  answer: { key: 'output_price', data: Exact({ price: MoneyText('The amount') }) },
  refusals: [...PROPERTY_SESSION_REFUSALS, 'values_invalid'],
  example: { path: { amount: '1234.5' }, answer: { price: '1,234.50€' } },
  choices: ['format_price_input', 'money_symbol'],
})

export const listDatesInRange = BOOKING_UTILITIES.operation({
  ...utility,
  id: 'listDatesInRange',
  path: '/booking/dates_in_range/{start_date}/{end_date}',
  summary: 'All days of a period, available or not',
  session: 'named',
  params: { start_date: day, end_date: day },
  answer: { key: 'date_periods', data: Exact({ periods: Type.Array(IsoDay('Day')) }) },
  refusals: ['session_missing', 'values_invalid'],
  example: {
    path: { start_date: '2031-05-01', end_date: '2031-05-03' },
    answer: { periods: ['2031-05-01', '2031-05-02', '2031-05-03'] },
  },
  choices: ['session_header', 'session_header_refusal', 'dates_in_range', 'date_ranges'],
})

export const listSessionRegions = BOOKING_UTILITIES.operation({
  ...SESSION_STEP,
  ...utility,
  id: 'listSessionRegions',
  path: '/booking/regions/{country_code}',
  summary: 'The regions of a country, by id',
  params: { country_code: text('Two-letter country code, in any case') },
  answer: { key: 'regions', data: Exact({ regions: Keyed(Type.String()) }) },
  example: { path: { country_code: 'GB' }, answer: { regions: { 1061: 'Kent', 1062: 'Surrey' } } },
  choices: ['empty_map'],
})
