import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterBooking,
  approvalOf,
  type BookableSession,
  bookingGuest,
  bookingOf,
  firstNotes,
  isBookable,
  withoutMarkup,
} from '../../../src/domain/booking/creation.ts'
import { roomNightsOf } from '../../../src/domain/booking/room-nights.ts'
import { invoiceLines } from '../../../src/domain/invoice/booking-invoice.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { AN_ADDRESS, aCompleteSession, aQuote } from '../../support/session-rows.ts'
import { aGuest, aProperty, NOW } from '../../support/small-world.ts'

function bookable(with_: Partial<BookingSession> = {}): BookableSession {
  const session = aCompleteSession({ quote: aQuote(), ...with_ })
  if (!isBookable(session)) throw new Error('this session lacks something')
  return session
}

const choices = { booking_party: 'apart', contract_total: 'all', booking_tax: 'stored' } as const
const made = { id: 5, tag: '12345678', guestId: 3, invoiceId: 7, property: aProperty(), now: NOW, choices }

describe('a session can be booked', () => {
  test('with dates, address, rooms and a price', () => {
    expect(isBookable(bookable())).toBe(true)
  })

  test.each([
    { arrival: null },
    { departure: null },
    { departure: '2026-06-01' },
    { address: null },
    { rooms: [] },
    { quote: null },
  ] satisfies readonly Partial<BookingSession>[])('but not with %o', (lacks) => {
    expect(isBookable(aCompleteSession({ quote: aQuote(), ...lacks }))).toBe(false)
  })
})

describe('the nights of a booking', () => {
  test('are those of each room, once for a repeated room', () => {
    const rooms = [1, 2, 1].map((roomId) => ({ roomId, rateId: 1 }))
    const nights = roomNightsOf(bookingOf(bookable({ rooms }), made))
    expect(nights.map(({ roomId, day }) => `${roomId} ${day}`)).toEqual([
      '1 2026-06-01',
      '1 2026-06-02',
      '2 2026-06-01',
      '2 2026-06-02',
    ])
    expect(new Set(nights.map(({ id }) => id)).size).toBe(4)
  })

  test('are not taken while it awaits approval', () => {
    const property = aProperty({ settings: { requireApproval: '1' } })
    expect(approvalOf(property)).toBe('waiting')
    expect(roomNightsOf(bookingOf(bookable(), { ...made, property }))).toEqual([])
  })
})

test('the quote is kept with the booking; without a new booking, that of the previous one', () => {
  const [quote, earlier] = [aQuote(), aQuote({ total: 1 })]
  const session = bookable({ quote, bookingId: 4, bookedQuote: earlier })
  expect(afterBooking({ ...session, okToBook: true, notes: ['late'] }, 5)).toEqual({
    ...session,
    needsDates: true,
    rooms: [],
    notes: [],
    quote: null,
    okToBook: false,
    bookingId: 5,
    bookedQuote: quote,
  })
  expect(afterBooking(session, 4)).toMatchObject({ quote: null, bookingId: 4, bookedQuote: earlier })
})

test('an existing guest keeps id, discount and landline', () => {
  const known = aGuest({ id: 4, discount: 500, landline: '0100', userId: 9 })
  expect(bookingGuest({ ...AN_ADDRESS, town: 'Eastby' }, known, { id: 8, propertyId: 1 })).toMatchObject({
    id: 4,
    discount: 500,
    landline: '0100',
    userId: 9,
    town: 'Eastby',
    mobile: '0700 300',
  })
  expect(bookingGuest(AN_ADDRESS, undefined, { id: 8, propertyId: 1 })).not.toHaveProperty('tel_mobile')
})

test.each([
  ['Late <b>arrival</b>', 'Late arrival'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<<b>i>x', '&lt;i&gt;x'],
  ['2 < 3 & "4" > 1', '2 &lt; 3 &amp; &quot;4&quot; &gt; 1'],
])('the HTML of note %j is %j', (note, shown) => {
  expect(withoutMarkup(note)).toBe(shown)
})

test('no note contains HTML tags', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', 'b', '/', '&', '"') }), (text) => !/[<>"]/.test(withoutMarkup(text))),
  )
})

test('notes are stored as sent or numbered from 0, discounts with their amounts', () => {
  const line = { rule: 'coupon', text: 'SPRING: 10 % of 2 of 2 nights', exact: '-50/3', amount: -1667 }
  const session = bookable({ notes: ['Late', 'Cot'], quote: aQuote({ lines: [line] }) })
  const discount = 'SPRING: 10 % of 2 of 2 nights (-16.67)'
  expect(firstNotes(session, 'approved', [], 'as_sent')).toEqual(['Late', 'Cot', discount])
  expect(firstNotes(session, 'approved', [], 'numbered')).toEqual([' 0 Late<br/>', ' 1 Cot<br/>', discount])
})

describe('an invoice', () => {
  const tax = { id: 1, code: '01', description: 'VAT', rate: 2000 }
  const amount = fc.nat({ max: 1_000_000 })

  test('adds up to the total with tax, independent of rounding', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.integer({ min: -3, max: 3 }),
        (room, supplement, cityTax, cleaningFee, cents) => {
          const parts = { roomTotal: room, singlePersonSupplement: supplement, cityTax, cleaningFee }
          const total = Math.round((room + supplement) * 1.2) + cityTax + cleaningFee + cents
          const choices = { invoice_accommodation: 'nett', contract_total: 'all' } as const
          const lines = invoiceLines({ quote: aQuote({ ...parts, total }), total, tax, stay: '', choices })
          expect(lines.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)).toBe(total)
        },
      ),
    )
  })

  test('has no tax if the property has none', () => {
    const quote = aQuote({ tax: 0, total: 16_667 })
    const choices = { invoice_accommodation: 'nett', contract_total: 'all' } as const
    expect(invoiceLines({ quote, total: 16_667, tax: undefined, stay: '(a stay)', choices })).toEqual([
      {
        kind: 'accommodation',
        name: '',
        description: '(a stay)',
        price: 16_667,
        quantity: 100,
        discount: 0,
        total: 16_667,
        totalInclusive: 16_667,
        taxCode: '',
        taxDescription: '',
        taxRate: 0,
        payment: false,
      },
    ])
  })
})
