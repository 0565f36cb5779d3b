import { describe, expect, test } from 'vitest'
import type { Invoice } from '../../../src/domain/invoice/invoices.ts'
import { INVOICE_STATUSES } from '../../../src/domain/invoice/invoices.ts'
import { makeInvoicePending, payDeposit, payInvoice } from '../../../src/scenario/acts/invoice.ts'
import { aBooking, aLine, anInvoice, aProperty, NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const BOOKING = aBooking({ id: 5, invoiceId: 3 })

const worldWith = (invoice: Partial<Invoice> = {}, booking = BOOKING): TestWorld =>
  new TestWorld({
    rows: {
      bookings: [booking],
      invoices: [anInvoice({ id: 3, bookingId: 5, ...invoice })],
      lineItems: [aLine({ invoiceId: 3 })],
    },
  })

const invoiceIn = ({ sandbox }: TestWorld) => sandbox.store.db.invoices.get(3)
const linesIn = ({ sandbox }: TestWorld) => sandbox.store.db.lineItems.by('invoice', 3)
const as = 'desk'
const path = { property_id: 1 }

describe('a deposit that comes in', () => {
  test('is a payment on the bill, whose status stays', () => {
    const world = worldWith()
    const booking = runAct(world, payDeposit, { booking: 5 })
    expect(booking).toEqual({ ...BOOKING, depositPaid: true, depositReference: booking.depositReference, changedAt: NOW })
    expect(booking.depositReference).toMatch(/^\d{9}$/)
    expect(invoiceIn(world)).toEqual(anInvoice({ id: 3, bookingId: 5 }))
    expect(linesIn(world).at(-1)).toMatchObject({ kind: 'deposit', totalInclusive: -6000, taxRate: 0, payment: true })
    expect(eventTexts(world)).toEqual([
      'invoice_updated {"property_uid":1,"invoice_uid":3}',
      `deposit_saved {"contract_uid":5,"property_uid":1,"depositref":"${booking.depositReference}"}`,
    ])
  })

  test('shows in the payment of the booking, the list and the invoice', async () => {
    const world = worldWith()
    runAct(world, payDeposit, { booking: 5 })
    const payment = await world.call('getBookingPayment', { path: { ...path, contract_id: 5 }, as })
    expect(payment.data).toMatchObject([{ DEPOSITPAID: 'Yes', REMAINDER_TO_PAY: '240.00€' }])
    expect((await world.call('listBookings', { path, as })).data).toMatchObject([{ deposit_paid: 1 }])
    const [entry] = (await world.call('listInvoices', { path, as })).data as readonly object[]
    expect(entry).toMatchObject({ status: 3, init_total: 240, grand_total: 300, line_items: 'Accommodation<br>Deposit' })
  })

  test('is stored with the booking only when there is no invoice', () => {
    const world = worldWith({}, aBooking({ id: 5 }))
    expect(runAct(world, payDeposit, { booking: 5 }).depositPaid).toBe(true)
    expect(linesIn(world)).toHaveLength(1)
  })

  test.each([
    [{ depositPaid: true }, 'booking: the deposit of booking 5 is paid already'],
    [{ depositRequired: 0 }, 'booking: booking 5 asks for no deposit'],
  ])('does not with %o, and nothing changes', (state, words) => {
    const world = worldWith({}, { ...BOOKING, ...state })
    const before = stateOf(world)
    expect(tryAct(world, payDeposit, { booking: 5 })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })
})

describe('a paid invoice', () => {
  test.each(INVOICE_STATUSES.filter((status) => status !== 'paid' && status !== 'cancelled'))(
    'was %s: it is paid now, and nothing is open',
    (status) => {
      const world = worldWith({ status })
      const invoice = runAct(world, payInvoice, { invoice: 3 })
      expect(invoice).toEqual(anInvoice({ id: 3, bookingId: 5, status: 'paid', paidAt: NOW }))
      expect(invoiceIn(world)).toEqual(invoice)
      expect(linesIn(world).at(-1)).toMatchObject({
        kind: 'balance_payment',
        description: '(Saturday, 02 May 2026)',
        totalInclusive: -30_000,
        payment: true,
      })
      expect(notesOf(world, 5)).toEqual(['Invoice marked as paid'])
      expect(eventTexts(world)[0]).toBe('invoice_updated {"property_uid":1,"invoice_uid":3}')
    },
  )

  test('was not cancelled: nothing is due for a stay that is off, nor is its deposit', () => {
    const world = worldWith({ status: 'cancelled' }, { ...BOOKING, cancelled: true })
    const before = stateOf(world)
    expect(tryAct(world, payInvoice, { booking: 5 })).toBe('invoice: invoice 3 is cancelled: nothing is due')
    expect(tryAct(world, payDeposit, { booking: 5 })).toBe('booking: booking 5 is cancelled: no deposit is due')
    expect(stateOf(world)).toEqual(before)
  })

  test('was not that of a booking that waits for approval', () => {
    const world = worldWith({}, { ...BOOKING, approval: 'waiting' })
    const before = stateOf(world)
    expect(tryAct(world, payInvoice, { invoice: 3 })).toBe('invoice: booking 5 waits for approval: nothing is due')
    expect(stateOf(world)).toEqual(before)
  })

  test('pays only the amount that the deposit left open', () => {
    const world = worldWith()
    runAct(world, payDeposit, { booking: 5 })
    runAct(world, payInvoice, { booking: 'latest' })
    expect(linesIn(world).map(({ totalInclusive }) => totalInclusive)).toEqual([30_000, -6000, -24_000])
  })

  test('says the day in words, as the choices of days and dates have it', () => {
    const world = new TestWorld({
      rows: { properties: [aProperty({ timezone: 'Pacific/Auckland' })], invoices: [anInvoice()], lineItems: [aLine()] },
      choices: { today: 'property', long_date: 'month_first' },
      at: NOW + 6 * 3_600_000,
    })
    runAct(world, payInvoice, { invoice: 1 })
    expect(world.sandbox.store.db.lineItems.by('invoice', 1).at(-1)?.description).toBe('(May 3, 2026)')
  })
})

describe('an invoice set to pending', () => {
  test('was paid: it is open no more, but counts as not paid, and its payments stay', async () => {
    const world = worldWith()
    runAct(world, payInvoice, { invoice: 3 })
    const lines = linesIn(world)
    expect(runAct(world, makeInvoicePending, { booking: 5 })).toEqual(anInvoice({ id: 3, bookingId: 5 }))
    expect(linesIn(world)).toEqual(lines)
    expect(notesOf(world, 5)).toEqual(['Invoice marked as paid', 'Invoice marked as pending'])
    expect((await world.call('listInvoices', { path, as })).data).toMatchObject([
      { status: 3, init_total: 0, paid: '1970-01-01 00:00:01' },
    ])
  })

  test('can also be a cancelled one: nothing guards the way', () => {
    expect(runAct(worldWith({ status: 'cancelled' }), makeInvoicePending, { invoice: 3 }).status).toBe('pending')
  })
})

describe('no invoice changes', () => {
  test.each([
    [payInvoice, { invoice: 3 }, { status: 'paid' }, 'invoice: invoice 3 is paid already'],
    [makeInvoicePending, { invoice: 3 }, { status: 'pending' }, 'invoice: invoice 3 is pending already'],
    [payInvoice, { invoice: 8 }, {}, 'invoice: there is no invoice 8; the latest are 3'],
    [payInvoice, { booking: 8 }, {}, 'booking: there is no booking 8; the latest are 5'],
    [makeInvoicePending, {}, {}, 'invoice: name either an invoice or a booking'],
    [payInvoice, { invoice: 3, booking: 5 }, {}, 'invoice: name either an invoice or a booking'],
  ] as const)('by %o of %o with %o', (act, which, state, words) => {
    const world = worldWith(state)
    const before = stateOf(world)
    expect(tryAct(world, act, which)).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })

  test('of a booking that has none', () => {
    expect(tryAct(worldWith({}, aBooking({ id: 5 })), payInvoice, { booking: 5 })).toBe('booking: booking 5 has no invoice')
  })
})
