import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balance, balanceCurrency, extrasWithTax } from '../../../src/domain/booking/balance.ts'
import type { LineItem } from '../../../src/domain/invoice/line-items.ts'
import { aBooking, aLine, anInvoice, aProperty } from '../../support/small-world.ts'

const extra = (price: number, quantity: number, taxRate: number) => ({ price, quantity, taxRate })

describe('the balance of a booking of 300.00 with a deposit of 60.00', () => {
  const open = { extras: [], bill: undefined }
  const bill = (...lines: readonly LineItem[]) => ({ extras: [], bill: { invoice: anInvoice(), lines } })
  test.each([
    ['without invoice', aBooking(), open, 30_000, 30_000],
    ['with the number of an invoice that is gone', aBooking({ invoiceId: 7 }), open, 30_000, 30_000],
    ['without invoice, deposit paid', aBooking({ depositPaid: true }), open, 30_000, 24_000],
    ['with two breakfasts of 8.33 at 20 %', aBooking(), { ...open, extras: [extra(833, 2, 2000)] }, 31_999, 31_999],
    [
      'with breakfasts and a deposit paid',
      aBooking({ depositPaid: true }),
      { ...open, extras: [extra(833, 2, 2000)] },
      31_999,
      25_999,
    ],
    ['with an invoice that has no lines', aBooking(), bill(), 30_000, 0],
    ['with an invoice that says something else', aBooking(), bill(aLine({ totalInclusive: 36_000 })), 30_000, 36_000],
    [
      'with an invoice and a deposit on it',
      aBooking({ depositPaid: true }),
      bill(aLine({ totalInclusive: 30_000 }), aLine({ totalInclusive: -6000, payment: true })),
      30_000,
      24_000,
    ],
    [
      'with an invoice that was paid too much',
      aBooking(),
      bill(aLine({ totalInclusive: 30_000 }), aLine({ totalInclusive: -30_500, payment: true })),
      30_000,
      -500,
    ],
  ])('%s', (_, booking, records, grandTotal, remainder) => {
    expect(balance({ booking, ...records })).toEqual({ grandTotal, remainder })
  })
})

describe('extra services', () => {
  test.each([
    ['none', [], 0],
    ['one without tax', [extra(1000, 1, 0)], 1000],
    ['half a cent of tax goes away from zero', [extra(25, 1, 1000)], 28],
    ['three halves are rounded once', [extra(25, 1, 1000), extra(25, 1, 1000), extra(25, 1, 1000)], 83],
    ['a rate with decimals, 7.7 %', [extra(10_000, 1, 770)], 10_770],
  ])('%s', (_, extras, total) => {
    expect(extrasWithTax(extras)).toBe(total)
  })

  test('cost at least their net price, and do not depend on their order', () => {
    const some = fc.record({ price: fc.nat(1_000_000), quantity: fc.integer({ min: 1, max: 20 }), taxRate: fc.nat(5000) })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), (extras) => {
        const net = extras.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
        expect(extrasWithTax(extras)).toBeGreaterThanOrEqual(net)
        expect(extrasWithTax(extras.toReversed())).toBe(extrasWithTax(extras))
      }),
    )
  })
})

test('what remains of an invoice is the sum of its lines, payments included, without a tax that it does not charge', () => {
  const lines = [aLine({ total: 10_000, totalInclusive: 11_050 }), aLine({ total: -2500, totalInclusive: -2500, payment: true })]
  const remainder = (chargesTax: boolean) =>
    balance({ booking: aBooking(), extras: [], bill: { invoice: anInvoice({ chargesTax }), lines } }).remainder
  expect([remainder(true), remainder(false)]).toEqual([8550, 7500])
})

test('the currency of a black booking is that of its property, of any other booking its own', () => {
  const property = aProperty({ currency: 'CHF' })
  expect(balanceCurrency(aBooking({ kind: 'black', currency: 'GBP' }), property)).toBe('CHF')
  expect(balanceCurrency(aBooking({ currency: 'GBP' }), property)).toBe('GBP')
})
