import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { judgeExpectations } from '../../../src/control-api/judge-expectations.ts'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { performAct } from '../../../src/scenario/events/events.ts'
import { brokenTotals, lostBookings, overbookings } from '../../../src/scenario/traffic/invariants.ts'
import type { Db } from '../../../src/store/db.ts'
import type { WriteDb } from '../../../src/world/world.ts'
import { aCompleteSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const worldOf = (invariant: string): TestWorld =>
  new TestWorld({
    scenario: `name: kept
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+60 }, nights: 2 }, then: [{ after: 1m, do: invoice_paid }] }
until: +3h
expect:
  - { id: holds, invariant: ${invariant} }
`,
  })

/** Plays two bookings, then a change that a faulty program might make. */
async function broken(invariant: string, fault: (db: WriteDb, booking: Booking) => void) {
  const { sandbox } = worldOf(invariant)
  await sandbox.moveClock({ by: 3 * HOUR_MS })
  const outcome = () => runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes[0]
  expect(outcome()).toMatchObject({ state: 'met', checks: { broken: 0 } })
  const booking = sandbox.store.db.bookings.all().findLast(({ kind }) => kind === 'internet')
  if (!booking) throw new Error('nobody booked')
  sandbox.store.change((db) => fault(db, booking))
  return { booking, outcome: outcome() }
}

const firstLine = (db: WriteDb, { invoiceId }: Booking) => {
  const [line] = db.lineItems.by('invoice', invoiceId)
  if (!line) throw new Error('the invoice has no lines')
  return line
}
const invoiceOf = (db: WriteDb, { invoiceId }: Booking) => {
  const invoice = db.invoices.get(invoiceId)
  if (!invoice) throw new Error('there is no invoice')
  return invoice
}

describe('no-lost-booking is broken', () => {
  test('when a booking disappears', async () => {
    const { booking, outcome } = await broken('no-lost-booking', (db, { id }) => db.bookings.remove(id))
    expect(outcome).toMatchObject({ state: 'unmet', checks: { broken: 1, first: `booking ${booking.id} is gone` } })
  })

  test.each<[string, (db: WriteDb, id: number) => void]>([
    ['is freed', (db, id) => db.roomNights.remove(id)],
    [
      'goes to another booking',
      (db, id) => {
        const night = db.roomNights.get(id)
        if (night) db.roomNights.put({ ...night, bookingId: night.bookingId - 1 })
      },
    ],
  ])('when a night of an approved booking %s', async (_, change) => {
    const { booking, outcome } = await broken('no-lost-booking', (db, { id }) => {
      const [night] = db.roomNights.by('booking', id)
      change(db, night?.id ?? 0)
    })
    const first = `booking ${booking.id} does not hold room ${booking.rooms[0]?.roomId} on ${booking.arrival}`
    expect(outcome).toMatchObject({ state: 'unmet', checks: { first } })
  })
})

describe('totals-add-up is broken', () => {
  test('when a cancelled booking is paid', async () => {
    const { booking, outcome } = await broken('totals-add-up', (db, row) => {
      db.bookings.put({ ...row, cancelled: true })
      db.invoices.put({ ...invoiceOf(db, row), status: 'paid' })
    })
    const first = `booking ${booking.id} is cancelled, and its invoice ${booking.invoiceId} is paid`
    expect(outcome).toMatchObject({ state: 'unmet', checks: { broken: 1, first } })
  })

  test.each<[string, string, (db: WriteDb, booking: Booking) => void]>([
    [
      'when the total of a booking changes alone',
      'lines of the invoice',
      (db, booking) => db.bookings.put({ ...booking, total: booking.total + 1 }),
    ],
    [
      'when a line of its invoice changes alone',
      'lines of the invoice',
      (db, booking) => {
        const line = firstLine(db, booking)
        db.lineItems.put({ ...line, totalInclusive: line.totalInclusive + 1 })
      },
    ],
    [
      'when a line of its invoice disappears',
      'lines of the invoice',
      (db, booking) => db.lineItems.remove(firstLine(db, booking).id),
    ],
    [
      'when its invoice loses its tax, which lists and charts then show without it',
      'invoice in the lists',
      (db, booking) => {
        const line = firstLine(db, booking)
        db.lineItems.put({ ...line, total: line.total - 1 })
        db.invoices.put({ ...invoiceOf(db, booking), chargesTax: false })
      },
    ],
    [
      'when its invoice names no booking, so that the chart leaves it out',
      'invoice in the lists',
      (db, booking) => db.invoices.put({ ...invoiceOf(db, booking), bookingId: 0 }),
    ],
  ])('%s', async (_, where, fault) => {
    const { booking, outcome } = await broken('totals-add-up', fault)
    expect(outcome?.state).toBe('unmet')
    expect(outcome?.checks?.first).toMatch(new RegExp(`^booking ${booking.id}: total \\d+, ${where} \\d+ \\(cents\\)$`))
  })

  test('when the chart leaves a paid invoice out', async () => {
    const { outcome } = await broken('totals-add-up', (db, booking) =>
      db.invoices.put({ ...invoiceOf(db, booking), bookingId: 0 }),
    )
    expect(outcome?.checks?.broken).toBe(2)
  })

  test.each([
    ['comes to what was booked', 0, 'met'],
    ['is a cent off', 1, 'unmet'],
  ] as const)('or not, when the explanation of the price of a session %s', async (_, cents, state) => {
    const world = new TestWorld({
      rows: { sessions: [aCompleteSession({})] },
      scenario: 'name: kept\nexpect:\n  - { id: holds, invariant: totals-add-up }\n',
    })
    const { sandbox } = world
    const told = (id: string) => world.call(id, { headers: { ...IN_SESSION, 'X-SERVICE-BOOKING-SESSION-ID': SESSION_ID } })
    await told('getPrices')
    await told('validateBooking')
    const session = sandbox.store.db.sessions.get(SESSION_ID)
    const quote = session?.quote
    if (!quote) throw new Error('the session has no price')
    const [first, ...others] = quote.lines
    if (!first) throw new Error('the price has no lines')
    const lines = [{ ...first, amount: first.amount + cents }, ...others]
    sandbox.store.change((db) => db.sessions.put({ ...session, quote: { ...quote, lines } }))
    expect((await told('createBooking')).data).toEqual({ valid: true })
    const [outcome] = runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes
    expect(outcome?.state).toBe(state)
    if (cents > 0) expect(outcome?.checks?.first).toContain('lines of the explanation')
  })
})

describe('what the invariants look at after a change', () => {
  /** Counts the rows that are read from every collection. */
  function counting(db: Db): { readonly db: Db; readonly rows: () => number } {
    let rows = 0
    const counted = (value: unknown): unknown => {
      rows += Array.isArray(value) ? value.length : 1
      return value
    }
    const collectionOf = (collection: object) =>
      new Proxy(collection, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target)
          return typeof member === 'function'
            ? (...args: readonly unknown[]) => counted(Reflect.apply(member, target, args))
            : member
        },
      })
    const proxy = new Proxy(db, { get: (target, name) => collectionOf(Reflect.get(target, name)) })
    return { db: proxy, rows: () => rows }
  }

  /** Rows read for one booking that is made, changed, paid and cancelled, in a world of so many others. */
  function readIn(others: number): readonly number[] {
    const bookings = Array.from({ length: others }, (_, index) =>
      aBooking({
        id: index + 1,
        tag: String(index),
        arrival: addDays('2027-01-01', index),
        departure: addDays('2027-01-02', index),
      }),
    )
    const { sandbox } = new TestWorld({ rows: { bookings } })
    const read: number[] = []
    const own = new Set<number>()
    sandbox.commits.subscribe((commit) => {
      const { db, rows } = counting(sandbox.store.db)
      for (const { id } of commit.rowsOf('bookings')) own.add(Number(id))
      const facts = { db, choices: sandbox.choices }
      const found = [
        ...overbookings(commit, facts, () => undefined),
        ...lostBookings(commit, facts),
        ...brokenTotals(commit, facts, own),
      ]
      expect(found).toEqual([])
      read.push(rows())
    })
    for (const [word, values] of [
      ['guest_books', { property: 1, nights: 2 }],
      ['guest_modifies', { booking: 'latest', nights: 3 }],
      ['deposit_paid', { booking: 'latest' }],
      ['guest_cancels', { booking: 'latest' }],
      ['price_changes', { property: 1, by: '5%' }],
    ] as const)
      expect(performAct(sandbox.scenarioContextAt(sandbox.clock.now()), { do: word, with: values })).toBeTypeOf('object')
    return read
  }

  test('is as much in a world of 2,000 bookings as in one of 20', () => {
    const few = readIn(20)
    expect(few).toHaveLength(5)
    expect(Math.max(...few)).toBeGreaterThan(3)
    expect(readIn(2000)).toEqual(few)
  })
})
