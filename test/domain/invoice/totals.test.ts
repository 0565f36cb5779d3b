import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineItem } from '../../../src/domain/invoice/line-items.ts'
import { inclusiveOf, invoiceTotals, taxOf } from '../../../src/domain/invoice/totals.ts'
import { aLine } from '../../support/small-world.ts'

const room = aLine({ total: 15_000, totalInclusive: 18_000 })
const credit = aLine({ id: 2, kind: 'text', total: -1000, totalInclusive: -1200 })
const deposit = aLine({ id: 3, kind: 'deposit', total: -4000, totalInclusive: -4000, taxRate: 0, payment: true })

describe('the sums of an invoice', () => {
  test.each([
    ['no lines', [], { open: 0, billed: 0, withTax: 0, withoutTax: 0, tax: 0 }],
    ['a room', [room], { open: 18_000, billed: 18_000, withTax: 18_000, withoutTax: 15_000, tax: 3000 }],
    [
      'a room with its deposit paid',
      [room, deposit],
      { open: 14_000, billed: 18_000, withTax: 18_000, withoutTax: 15_000, tax: 3000 },
    ],
    ['a room and a credit', [room, credit], { open: 16_800, billed: 18_000, withTax: 16_800, withoutTax: 14_000, tax: 2800 }],
  ])('of %s', (_, lines, totals) => {
    expect(invoiceTotals({ chargesTax: true }, lines)).toEqual(totals)
  })

  test('exclude tax if the invoice charges none', () => {
    expect(invoiceTotals({ chargesTax: false }, [room, deposit])).toEqual({
      open: 11_000,
      billed: 15_000,
      withTax: 15_000,
      withoutTax: 15_000,
      tax: 0,
    })
  })

  test('include tax on a room, and none on a payment or a credit', () => {
    expect([room, credit, deposit].map((line) => taxOf(line, { chargesTax: true }))).toEqual([3000, 0, 0])
    expect(taxOf(room, { chargesTax: false })).toBe(0)
  })
})

const lines: fc.Arbitrary<readonly LineItem[]> = fc
  .array(
    fc.record({ net: fc.integer({ min: -50_000, max: 500_000 }), rate: fc.constantFrom(0, 700, 2000), payment: fc.boolean() }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ net, rate, payment }, index) => {
      const total = payment ? -Math.abs(net) : net
      const taxRate = payment ? 0 : rate
      return aLine({ id: index + 1, total, totalInclusive: total + Math.round((total * taxRate) / 10_000), taxRate, payment })
    }),
  )

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

describe('for any lines', () => {
  test('the open amount is the sum of all lines in any order', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (some, chargesTax) => {
        const { open } = invoiceTotals({ chargesTax }, some)
        expect(open).toBe(sum(some.map((line) => inclusiveOf(line, { chargesTax }))))
        expect(invoiceTotals({ chargesTax }, [...some].reverse()).open).toBe(open)
      }),
    )
  })

  test('the totals with and without tax differ by the tax', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (some, chargesTax) => {
        const totals = invoiceTotals({ chargesTax }, some)
        const payments = some.filter(({ payment }) => payment).map((line) => inclusiveOf(line, { chargesTax }))
        expect(totals.withTax - totals.withoutTax).toBe(totals.tax)
        expect(totals.withTax + sum(payments)).toBe(totals.open)
        expect(totals.billed).toBeGreaterThanOrEqual(Math.max(0, totals.open))
        if (!chargesTax) expect(totals.tax).toBe(0)
      }),
    )
  })

  test('the tax on the lines is the tax of the invoice, unless there are credits', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const charges = some.filter(({ payment, total }) => payment || total >= 0)
        const shown = charges.map((line) => taxOf(line, { chargesTax: true }))
        expect(sum(shown)).toBe(invoiceTotals({ chargesTax: true }, charges).tax)
      }),
    )
  })
})
