/**
 * The price of a booking session, and its booking.
 * @source spec "Booking session"; facts "Endpoints" 4.7, 4.15 to 4.18
 */
import { Exact, Int, Keyed, Named, Num, NumericText, Text } from '../api/path-values.ts'
import { Type } from '../api/schema.ts'
import {
  CleaningFee,
  Deposit,
  NIGHT_EXAMPLE,
  PROPERTY_SESSION_REFUSALS,
  PricedNights,
  Verdict,
} from './shared/booking-session-parts.ts'
import { type BookingOperation, operation } from './shared/operation.ts'

const SOURCE = 'facts "Endpoints"'

const Count = Type.Union([NumericText('Count'), Type.Literal(''), Type.Integer()])

const PricedRoom = Exact({
  room_id: Int('Room uid'),
  tariff_set: PricedNights,
  calculated_prices: Exact({
    calculated_base_price: Num('Net base price of a night, currency units'),
    cumulative_adult_price: Num('Average net price of a night, currency units'),
    cumulative_seven_day_price: Num('Average net price of a night in a stay of 7 to 30 nights, currency units'),
    cumulative_thirty_day_price: Num('Average net price of a night in a stay of more than 30 nights, currency units'),
  }),
})

const childFields = {
  child_price: Num('Price of a child, currency units'),
  quantity: Type.Union([NumericText('Children'), Type.Integer()]),
  stay_days: Int('Nights'),
  model: Text('per_night or per_stay'),
  label: Text('Label as sent'),
  child_rate_id: Int('Child rate id'),
}

const ChildTotal = Exact({
  id: Int('Child rate id'),
  total: Type.Optional(Num('Price of these children, currency units')),
  quantity: Type.Optional(Type.Union([NumericText('Children'), Type.Integer()])),
  rate: Type.Optional(Num('Price of a child, currency units')),
})

const feeFields = { deposit: Deposit, city_tax: Num('City tax, currency units'), cleaning_fee: CleaningFee }

const Priced = Named(
  'SessionPrices',
  Exact({
    requestedRooms: Text('The selected pairs of room uid and rates uid'),
    rooms: Keyed(PricedRoom),
    adult_prices: Num("The adults' stay before tax, currency units"),
    adult_quantity: Count,
    stayDays: Int('Nights'),
    info: Type.Optional(Keyed(Exact(childFields))),
    child_prices_breakdown: Keyed(ChildTotal),
    child_prices: Num("The children's stay, currency units; untaxed"),
    accommodation_total_ex_tax: Num('Stay before tax, currency units'),
    accommodation_total_inc_tax: Num('Stay with tax, currency units'),
    ...feeFields,
  }),
)

const NotPriced = Exact({
  error_number: Text('Number in the list of error_messages'),
  error_message: Text('The problem'),
  ...feeFields,
})

export const getPrices = operation({
  id: 'getPrices',
  method: 'get',
  path: '/booking/prices',
  tag: 'booking-session',
  summary: 'Calculate the price of the stay, with deposit, city tax and cleaning fee',
  session: 'bound',
  params: {},
  answer: {
    key: 'room_prices',
    data: Type.Array(Type.Union([Priced, NotPriced]), { description: 'One entry', minItems: 1, maxItems: 1 }),
  },
  refusals: [...PROPERTY_SESSION_REFUSALS, 'session_step_missing'],
  example: {
    answer: [
      {
        requestedRooms: '11^234',
        rooms: {
          11: {
            room_id: 11,
            tariff_set: {
              '2031-05-01': NIGHT_EXAMPLE,
            },
            calculated_prices: {
              calculated_base_price: 83.33,
              cumulative_adult_price: 83.33,
              cumulative_seven_day_price: 83.33,
              cumulative_thirty_day_price: 83.33,
            },
          },
        },
        adult_prices: 166.67,
        adult_quantity: '2',
        stayDays: 1,
        info: { 1: { child_price: 10, quantity: '1', stay_days: 1, model: 'per_night', label: '0 to 5', child_rate_id: 1 } },
        child_prices_breakdown: { 1: { id: 1, total: 10, quantity: '1', rate: 10 } },
        child_prices: 10,
        accommodation_total_ex_tax: 176.67,
        accommodation_total_inc_tax: 210,
        deposit: 42,
        city_tax: 0,
        cleaning_fee: 0,
      },
    ],
  },
  source: 'spec "Booking session"',
  choices: [
    'booking_engine',
    'per_person',
    'child_prices',
    'long_stay_prices',
    'rate_sets',
    'city_tax_in_prices',
    'step_order',
    'empty_map',
  ],
})

export const createBooking = operation({
  id: 'createBooking',
  adds: true,
  method: 'post',
  path: '/booking/create',
  tag: 'booking-session',
  summary: 'Create the booking of a validated session',
  session: 'bound',
  params: {},
  answer: { key: 'create', data: Verdict },
  refusals: PROPERTY_SESSION_REFUSALS,
  example: { answer: { valid: true } },
  source: SOURCE,
  choices: ['create_check', 'booking_party', 'booking_tax', 'contract_total', 'invoice_accommodation'],
})

export const getDeposit = operation({
  id: 'getDeposit',
  method: 'get',
  path: '/booking/deposit',
  tag: 'booking-session',
  summary: 'The deposit of the calculated price',
  session: 'bound',
  params: {},
  answer: {
    key: 'deposit',
    data: Exact({
      deposit: Type.Union([Type.Number(), NumericText('Flat deposit from the settings')], {
        description: 'Deposit, currency units',
      }),
      daily_rate: Num('Stay before tax by night, currency units'),
    }),
  },
  refusals: [...PROPERTY_SESSION_REFUSALS, 'session_step_missing'],
  example: { answer: { deposit: 42, daily_rate: 166.67 } },
  source: SOURCE,
  choices: ['booking_engine', 'step_order'],
})

export const getCityTax = operation({
  id: 'getCityTax',
  method: 'get',
  path: '/booking/city_tax',
  tag: 'booking-session',
  summary: 'The city tax of the stay, and its basis',
  session: 'bound',
  params: {},
  answer: {
    key: 'tax',
    data: Type.Union([
      Exact({ tax: Num('City tax, currency units'), label: Text('Basis of the tax') }),
      Exact({ city_tax: Type.Literal(0, { description: 'The property has no city tax' }) }),
    ]),
  },
  refusals: PROPERTY_SESSION_REFUSALS,
  example: { answer: { tax: 5, label: 'For each night' } },
  source: SOURCE,
  choices: ['city_tax_guests'],
})

export const getCleaningFee = operation({
  id: 'getCleaningFee',
  method: 'get',
  path: '/booking/cleaning_fee',
  tag: 'booking-session',
  summary: 'The cleaning fee of the property',
  session: 'bound',
  params: {},
  answer: {
    key: 'cleaning_fee',
    data: Exact({
      fee: Type.Union([NumericText('Fee'), Type.Null()], {
        description: 'Cleaning fee from the settings, currency units; null when none is set',
      }),
    }),
  },
  refusals: PROPERTY_SESSION_REFUSALS,
  example: { answer: { fee: '30.00' } },
  source: SOURCE,
})

export const bookingPriceOperations: readonly BookingOperation[] = [getPrices, getDeposit, getCityTax, getCleaningFee]
