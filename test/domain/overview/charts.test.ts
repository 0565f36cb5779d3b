import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysInMonth, daysUntil } from '../../../src/base/day.ts'
import { dayInZone, dayOfInstant, startOfDay } from '../../../src/base/instant.ts'
import { INVOICE_STATUSES, type InvoiceWithLines } from '../../../src/domain/invoice/invoices.ts'
import { countCountries, incomeByMonth, occupancyOf } from '../../../src/domain/overview/charts.ts'
import { aBooking, aLine, anInvoice, nightsOf } from '../../support/small-world.ts'

const bill = (raised: Day, gross: number, with_: Partial<InvoiceWithLines['invoice']> = {}): InvoiceWithLines => ({
  invoice: anInvoice({ status: 'paid', raisedAt: startOfDay(raised) + 86_399_000, ...with_ }),
  lines: [aLine({ total: gross, totalInclusive: gross }), aLine({ id: 2, total: -1000, totalInclusive: -1000, payment: true })],
})

describe('income by month', () => {
  test('is the sum of invoices by the month they were raised in', () => {
    const years = incomeByMonth(
      [bill('2026-05-31', 10_000), bill('2026-05-01', 2550), bill('2025-12-31', 700)],
      dayOfInstant,
      'same',
    )
    expect(years.map(({ year }) => year)).toEqual([2025, 2026])
    expect(years[0]?.months[11]).toEqual({ amount: 700, invoices: 1 })
    expect(years[1]?.months[4]).toEqual({ amount: 12_550, invoices: 2 })
    expect(years[1]?.months).toHaveLength(12)
  })

  test('subtracts discounts, except as recorded', () => {
    const discount = aLine({ id: 3, total: -500, totalInclusive: -500 })
    const one = bill('2026-05-01', 10_000)
    const given = [{ ...one, lines: [...one.lines, discount] }]
    const inMay = (rule: 'same' | 'as_recorded') => incomeByMonth(given, dayOfInstant, rule)[0]?.months[4]?.amount
    expect([inMay('same'), inMay('as_recorded')]).toEqual([9500, 10_000])
  })

  test('uses the month in the time zone of the property', () => {
    const inTokyo = incomeByMonth([bill('2025-12-31', 700)], (at) => dayInZone(at, 'Asia/Tokyo'), 'same')
    expect(inTokyo.map(({ year }) => year)).toEqual([2026])
    expect(inTokyo[0]?.months[0]).toEqual({ amount: 700, invoices: 1 })
  })

  test.each([
    ['is not paid', bill('2026-05-01', 100, { status: 'pending' })],
    ['was cancelled', bill('2026-05-01', 100, { status: 'cancelled' })],
    ['belongs to no booking', bill('2026-05-01', 100, { bookingId: 0 })],
    ['has no lines', { ...bill('2026-05-01', 100), lines: [] }],
  ])('excludes an invoice that %s', (_, given) => {
    expect(incomeByMonth([given], dayOfInstant, 'same')).toEqual([])
  })

  test('adds up to the total of all paid invoices of bookings', () => {
    const bills = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 2000 }),
        gross: fc.integer({ min: 0, max: 100_000 }),
        status: fc.constantFrom(...INVOICE_STATUSES),
        bookingId: fc.constantFrom(0, 1),
      }),
    )
    fc.assert(
      fc.property(bills, (some) => {
        const given = some.map(({ at, gross, ...with_ }) => bill(addDays('2024-01-01', at), gross, with_))
        const counted = some.filter(({ status, bookingId }) => status === 'paid' && bookingId > 0)
        const months = incomeByMonth(given, dayOfInstant, 'same').flatMap((year) => year.months)
        expect(months.reduce((sum, { amount }) => sum + amount, 0)).toBe(counted.reduce((sum, { gross }) => sum + gross, 0))
        expect(months.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(counted.length)
      }),
    )
  })
})

describe('occupancy', () => {
  test('has a number for each day of the month, also in leap years', () => {
    expect(occupancyOf([], '2028-02-11')).toEqual(Array.from({ length: 29 }, () => 0))
  })

  test('counts every room of a booking, without the day of departure', () => {
    const booking = aBooking({
      arrival: '2026-04-29',
      departure: '2026-05-03',
      rooms: [
        { roomId: 1, rateId: 1 },
        { roomId: 2, rateId: 1 },
      ],
    })
    expect(occupancyOf(nightsOf([booking]), '2026-05-20').slice(0, 4)).toEqual([2, 2, 0, 0])
  })

  test('equals a count day by day for any bookings', () => {
    const stays = fc.array(
      fc.record({
        offset: fc.integer({ min: -40, max: 40 }),
        nights: fc.integer({ min: 1, max: 20 }),
        room: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(stays, (some) => {
        const today: Day = '2026-05-02'
        const bookings = some.map(({ offset, nights, room }, index) => {
          const arrival = addDays(today, offset)
          return aBooking({ id: index + 1, arrival, departure: addDays(arrival, nights), rooms: [{ roomId: room, rateId: 1 }] })
        })
        const days = daysUntil('2026-05-01', addDays('2026-05-01', daysInMonth(today)))
        const found = days.map((day) => bookings.filter(({ arrival, departure }) => arrival <= day && day < departure).length)
        expect(occupancyOf(nightsOf(bookings), today)).toEqual(found)
      }),
    )
  })
})

describe('guest countries', () => {
  test('are sorted by number of guests', () => {
    expect(countCountries(['Italy', 'Germany', 'Germany', 'France'])).toEqual([
      ['Germany', 2],
      ['Italy', 1],
      ['France', 1],
    ])
  })

  test('count every guest once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('DE', 'IT', '__proto__', 'constructor', '')), (some) => {
        const counts = countCountries(some)
        expect(counts.reduce((sum, [, guests]) => sum + guests, 0)).toBe(some.length)
        expect(new Set(counts.map(([country]) => country)).size).toBe(counts.length)
      }),
    )
  })
})
