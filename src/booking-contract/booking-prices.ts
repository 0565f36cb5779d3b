/**
 * The price of a booking session, and its booking.
 * @source spec "Booking session"; facts "Endpoints" 4.7, 4.15 to 4.18
 */
import { Exact, exampleOf, Int, Keyed, Named, Num, NumericText, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import {
  CleaningFee,
  Deposit,
  NIGHT_EXAMPLE,
  NumberedError,
  PROPERTY_SESSION_REFUSALS,
  PricedNights,
  SESSION_STEP,
  Verdict,
} from './shared/booking-session-parts.ts'
import { type BookingOperation, operation } from './shared/operation.ts'

const SOURCE = 'facts "Endpoints"'

const Count = Type.Union([NumericText('Count'), Type.Literal(''), Type.Integer()])

const PricedRoom = Exact({
  room_id: Int('Room uid', 11),
  tariff_set: withExample(PricedNights, { '2031-05-01': NIGHT_EXAMPLE }),
  calculated_prices: Exact({
    calculated_base_price: Num('Net base price of a night, currency units', 83.33),
    cumulative_adult_price: Num('Average net price of a night, currency units', 83.33),
    cumulative_seven_day_price: Num('Average net price of a night in a stay of 7 to 30 nights, currency units', 83.33),
    cumulative_thirty_day_price: Num('Average net price of a night in a stay of more than 30 nights, currency units', 83.33),
  }),
})

const CHILDREN = withExample(Type.Union([NumericText('Children'), Type.Integer()]), '1')

const childFields = {
  child_price: Num('Price of a child, currency units', 10),
  quantity: CHILDREN,
  stay_days: Int('Nights', 1),
  model: Text('per_night or per_stay', 'per_night'),
  label: Text('Label as sent', '0 to 5'),
  child_rate_id: Int('Child rate id', 1),
}

const ChildTotal = Exact({
  id: Int('Child rate id', 1),
  total: Type.Optional(Num('Price of these children, currency units', 10)),
  quantity: Type.Optional(CHILDREN),
  rate: Type.Optional(Num('Price of a child, currency units', 10)),
})

const feeFields = {
  deposit: withExample(Deposit, 42),
  city_tax: Num('City tax, currency units', 0),
  cleaning_fee: withExample(CleaningFee, 0),
}

const Priced = Named('SessionPrices', {
  requestedRooms: Text('The selected pairs of room uid and rates uid', '11^234'),
  rooms: withExample(Keyed(PricedRoom), { 11: exampleOf(PricedRoom.properties) }),
  adult_prices: Num("The adults' stay before tax, currency units", 166.67),
  adult_quantity: withExample(Count, '2'),
  stayDays: Int('Nights', 1),
  info: Type.Optional(withExample(Keyed(Exact(childFields)), { 1: exampleOf(childFields) })),
  child_prices_breakdown: withExample(Keyed(ChildTotal), { 1: exampleOf(ChildTotal.properties) }),
  child_prices: Num("The children's stay, currency units; untaxed", 10),
  accommodation_total_ex_tax: Num('Stay before tax, currency units', 176.67),
  accommodation_total_inc_tax: Num('Stay with tax, currency units', 210),
  ...feeFields,
})

const NotPriced = Exact({ ...NumberedError.properties, ...feeFields })

export const getPrices = operation({
  ...SESSION_STEP,
  id: 'getPrices',
  method: 'get',
  path: '/booking/prices',
  summary: 'Calculate the price of the stay, with deposit, city tax and cleaning fee',
  answer: {
    key: 'room_prices',
    data: Type.Array(Type.Union([Priced, NotPriced]), { description: 'One entry', minItems: 1, maxItems: 1 }),
  },
  refusals: [...PROPERTY_SESSION_REFUSALS, 'session_step_missing'],
  example: { answer: [exampleOf(Priced.properties)] },
  source: 'spec "Booking session"',
  choices: [
    'booking_engine',
    'amount_tax',
    'empty_room',
    'per_person',
    'child_prices',
    'long_stay_prices',
    'rate_sets',
    'city_tax_guests',
    'city_tax_in_prices',
    'step_order',
    'empty_map',
  ],
})

export const createBooking = operation({
  ...SESSION_STEP,
  id: 'createBooking',
  adds: true,
  method: 'post',
  path: '/booking/create',
  summary: 'Create the booking of a validated session',
  answer: { key: 'create', data: Verdict },
  example: { answer: { valid: true } },
  source: SOURCE,
  choices: ['create_check', 'booking_party', 'booking_tax', 'contract_total', 'invoice_accommodation', 'session_notes'],
})

const read = { ...SESSION_STEP, method: 'get', source: SOURCE } as const

export const getDeposit = operation({
  ...read,
  id: 'getDeposit',
  path: '/booking/deposit',
  summary: 'The deposit of the calculated price',
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
  choices: ['booking_engine', 'step_order', 'per_person'],
})

export const getCityTax = operation({
  ...read,
  id: 'getCityTax',
  path: '/booking/city_tax',
  summary: 'The city tax of the stay, and its basis',
  answer: {
    key: 'tax',
    data: Type.Union([
      Exact({ tax: Num('City tax, currency units'), label: Text('Basis of the tax') }),
      Exact({ city_tax: Type.Literal(0, { description: 'The property has no city tax' }) }),
    ]),
  },
  example: { answer: { tax: 5, label: 'For each night' } },
  choices: ['city_tax_guests', 'city_tax_in_prices', 'booking_engine'],
})

export const getCleaningFee = operation({
  ...read,
  id: 'getCleaningFee',
  path: '/booking/cleaning_fee',
  summary: 'The cleaning fee of the property',
  answer: {
    key: 'cleaning_fee',
    data: Exact({
      fee: Type.Union([NumericText('Fee'), Type.Null()], {
        description: 'Cleaning fee from the settings, currency units; null when none is set',
      }),
    }),
  },
  example: { answer: { fee: '30.00' } },
})

export const bookingPriceOperations: readonly BookingOperation[] = [getPrices, getDeposit, getCityTax, getCleaningFee]
