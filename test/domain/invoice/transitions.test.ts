import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INVOICE_STATUSES } from '../../../src/domain/invoice/invoices.ts'
import type { LineItem } from '../../../src/domain/invoice/line-items.ts'
import { invoiceTotals } from '../../../src/domain/invoice/totals.ts'
import { addDeposit, cancel, makePending, pay, type Transition } from '../../../src/domain/invoice/transitions.ts'
import { aLine, anInvoice, NOW } from '../../support/small-world.ts'

const room = aLine()
const deposit = aLine({ id: 2, kind: 'deposit', price: -6000, total: -6000, totalInclusive: -6000, taxRate: 0, payment: true })
const lines = [room, deposit]
const payment = { now: NOW, lineId: 9, description: '(Saturday, 02 May 2026)' }

/** The lines of an invoice after a transition. */
const linesAfter = (before: readonly LineItem[], { added }: Transition): LineItem[] => [...before, ...added]

describe.each(INVOICE_STATUSES)('an invoice that is %s', (status) => {
  const paidAt = status === 'paid' ? NOW - 1000 : null
  const invoice = anInvoice({ status, paidAt })

  test('becomes paid with a payment of the open amount', () => {
    const paid = pay(invoice, lines, payment)
    expect(paid.invoice).toEqual({ ...invoice, status: 'paid', paidAt: NOW })
    expect(paid.added).toEqual([
      expect.objectContaining({
        id: 9,
        invoiceId: 1,
        kind: 'balance_payment',
        total: -24_000,
        totalInclusive: -24_000,
        payment: true,
      }),
    ])
    expect(paid.added[0]?.description).toBe('(Saturday, 02 May 2026)')
    expect(paid.events).toEqual(['invoice_updated'])
  })

  test('keeps its status when a deposit is paid', () => {
    const taken = addDeposit(invoice, { amount: 6000, lineId: 2 })
    expect(taken.invoice).toEqual(invoice)
    expect(taken.added).toEqual([{ ...deposit, name: 'Deposit', taxCode: '', taxDescription: '' }])
    expect(taken.events).toEqual(['invoice_updated'])
  })

  test('becomes pending and keeps its payments', () => {
    const pending = makePending(invoice)
    expect(pending).toEqual({
      invoice: { ...invoice, status: 'pending', paidAt: null },
      added: [],
      events: ['invoice_updated'],
    })
  })

  test('becomes cancelled and keeps lines and time of payment', () => {
    const cancelled = cancel(invoice)
    expect(cancelled.invoice).toEqual({ ...invoice, status: 'cancelled' })
    expect(linesAfter(lines, cancelled)).toEqual(lines)
    expect(cancelled.events).toEqual(['invoice_updated', 'invoice_cancelled'])
  })
})

test.each([
  ['nothing is open', [room, { ...deposit, totalInclusive: -30_000 }]],
  ['more was paid than billed', [{ ...deposit, totalInclusive: -1 }]],
])('paying adds no line when %s', (_, some) => {
  expect(pay(anInvoice(), some, payment).added).toEqual([])
})

test('no amount is open after payment, for any lines', () => {
  const amounts = fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 8 })
  fc.assert(
    fc.property(amounts, (some) => {
      const before = some.map((total, index) => aLine({ id: index + 1, total, totalInclusive: total, payment: total < 0 }))
      const open = invoiceTotals(anInvoice(), before).open
      const left = invoiceTotals(anInvoice(), linesAfter(before, pay(anInvoice(), before, { ...payment, lineId: 99 }))).open
      expect(left).toBe(Math.min(0, open))
    }),
  )
})
