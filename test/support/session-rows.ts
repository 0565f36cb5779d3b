/**
 * Booking sessions for tests, as far as wanted.
 *
 * @module
 */

import type { Quote } from '../../src/domain/pricing/quote.ts'
import type { BookingSession } from '../../src/domain/session/booking-session.ts'
import { NOW } from './small-world.ts'

export const SESSION_ID = 'visitor-1'
/** The header of the session of the tests. */
export const IN_SESSION = { 'X-SERVICE-BOOKING-SESSION-ID': SESSION_ID } as const

/** A session of property 1 that has been told nothing. */
export const aSession = (with_: Partial<BookingSession> = {}): BookingSession => ({
  id: SESSION_ID,
  propertyId: 1,
  arrival: null,
  departure: null,
  adults: null,
  children: [],
  guestTypes: [],
  couponCode: '',
  address: null,
  rooms: [],
  notes: [],
  refused: {},
  quote: null,
  okToBook: false,
  bookingId: 0,
  bookedQuote: null,
  usedAt: NOW,
  ...with_,
})

export const AN_ADDRESS = {
  firstname: 'Ada',
  surname: 'Brook',
  house: '7',
  street: 'Mill Lane',
  town: 'Westby',
  postcode: 'WB1 2AB',
  country: 'GB',
  region: '1061',
  tel_mobile: '0700 300',
  email: 'ada@example.test',
} as const

export const aQuote = (with_: Partial<Quote> = {}): Quote => ({
  engine: 'classic',
  nights: 2,
  lines: [],
  roomTotal: 16_667,
  roomTotalExact: '500/3',
  singlePersonSupplement: 0,
  tax: 3333,
  childrenTotal: 0,
  cityTax: 0,
  cleaningFee: 0,
  total: 20_000,
  totalExact: '200',
  deposit: 4000,
  depositExact: '40',
  depositText: '20 % of 200.00',
  discount: 0,
  couponId: 0,
  ...with_,
})

/** A session that lacks only price and validation. */
export const aCompleteSession = (with_: Partial<BookingSession> = {}): BookingSession =>
  aSession({
    arrival: '2026-06-01',
    departure: '2026-06-03',
    adults: 2,
    address: AN_ADDRESS,
    rooms: [{ roomId: 1, rateId: 1 }],
    ...with_,
  })
