import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { EVENT_WORDS } from '../../../src/scenario/events/event-schema.ts'
import type { Act } from '../../../src/scenario/events/events.ts'
import type { Commit } from '../../../src/store/commit.ts'
import { aBooking, aLine, anInvoice, aProperty, NOW, smallRows, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTasks, nightsOf, scenarioContextOf, stateOf, triggerEvent } from '../acts/run-act.ts'

const happened = (world: TestWorld, word: Act['do'], with_: unknown = {}): string | undefined =>
  triggerEvent(scenarioContextOf(world), { do: word, with: with_ })

const latest = ({ sandbox }: TestWorld): Booking | undefined => sandbox.store.db.bookings.all().at(-1)

/** A world with a booking that waits, one that is approved, and one that is black. */
function busyWorld(): TestWorld {
  const bookings = [
    aBooking({ id: 3, arrival: '2026-04-30', departure: TODAY, rooms: [{ roomId: 4, rateId: 2 }], bookedIn: true }),
    aBooking({ id: 4, invoiceId: 0, arrival: TODAY, departure: '2026-05-04', rooms: [{ roomId: 2, rateId: 1 }] }),
    aBooking({ id: 5, invoiceId: 5 }),
    aBooking({ id: 6, invoiceId: 6, approval: 'waiting', rooms: [{ roomId: 2, rateId: 1 }] }),
    aBooking({ id: 9, kind: 'black', guestId: 0, rooms: [{ roomId: 3, rateId: 0 }] }),
  ]
  const invoices = [anInvoice({ id: 5, bookingId: 5 }), anInvoice({ id: 6, bookingId: 6 })]
  const lineItems = [aLine({ id: 5, invoiceId: 5 }), aLine({ id: 6, invoiceId: 6 })]
  return new TestWorld({ rows: { bookings, invoices, lineItems } })
}

describe('every event of the closed list', () => {
  const CASES = {
    guest_books: [{ property: 1 }, 'booking_added'],
    guest_cancels: [{ booking: 5 }, 'booking_cancelled'],
    guest_modifies: [{ booking: 5, nights: 2 }, 'booking_modified'],
    guest_checks_in: [{ booking: 4 }, 'guest_checkedin'],
    guest_checks_out: [{ booking: 3 }, 'guest_checkedout'],
    guests_check_in: [{ property: 1 }, 'guest_checkedin'],
    guests_check_out: [{ property: 1 }, 'guest_checkedout'],
    guest_walks_in: [{ property: 1, nights: 2 }, 'guest_checkedin'],
    manager_approves: [{ booking: 'latest' }, 'booking_added'],
    manager_rejects: [{ booking: 6 }, 'booking_cancelled'],
    deposit_paid: [{ booking: 5 }, 'deposit_saved'],
    invoice_paid: [{ booking: 5 }, 'invoice_updated'],
    invoice_pending: [{ invoice: 7 }, 'invoice_updated'],
    no_show: [{ booking: 5 }, 'booking_marked_noshow'],
    room_blocked: [{ property: 1, room: 4 }, 'blackbooking_added'],
    price_changes: [{ property: 1, by: '-5%' }, 'tariffs_updated'],
    property_unpublished: [{ property: 1 }, 'property_unpublished'],
  } as const satisfies Readonly<Record<Exclude<Act['do'], 'channel_sells'>, readonly [object, string]>>
  const TOLD = EVENT_WORDS.filter((word) => word !== 'channel_sells')

  test.each(TOLD)('%s happens, and is notified under the name of the service', (word) => {
    const world = busyWorld()
    const { store } = world.sandbox
    store.change((db) => db.invoices.put(anInvoice({ id: 7, bookingId: 5, status: 'paid', paidAt: NOW })))
    expect(happened(world, word, CASES[word][0])).toBeUndefined()
    expect(eventTasks(world)).toContain(CASES[word][1])
    expect(store.db.events.all().every(({ at }) => at === NOW)).toBe(true)
  })

  test.each(TOLD)('%s that cannot happen says why, and changes nothing', (word) => {
    const world = busyWorld()
    const before = stateOf(world)
    const wrong = 'property' in CASES[word][0] ? { ...CASES[word][0], property: 77 } : { booking: 77 }
    expect(happened(world, word, wrong)).toMatch(
      /^(property: there is no property 77; there are 1, 2|booking: there is no booking 77; the latest are 6, 5, 4, 3$)/,
    )
    expect(stateOf(world)).toEqual(before)
  })

  test.each(EVENT_WORDS)('%s reports missing and unknown fields', (word) => {
    const world = busyWorld()
    expect(happened(world, word, { nonsense: 1 })).toContain('nonsense: unknown key "nonsense"')
    expect(happened(world, word)).toMatch(/^(property|booking|invoice): /)
  })
})

describe('the days of an event', () => {
  test.each([
    [{}, '2026-05-03', '2026-05-04'],
    [{ arrival: 'today' }, '2026-05-02', '2026-05-03'],
    [{ arrival: 'today-2', departure: 'today+3', by: 'desk' }, '2026-04-30', '2026-05-05'],
    [{ departure: '2026-05-06' }, '2026-05-03', '2026-05-06'],
    [{ nights: 4 }, '2026-05-03', '2026-05-07'],
    [{ arrival: 'today+2', nights: 1 }, '2026-05-04', '2026-05-05'],
    [{ arrival: '2026-12-31' }, '2026-12-31', '2027-01-01'],
  ])('%o are %s to %s', (days, arrival, departure) => {
    const world = new TestWorld()
    expect(happened(world, 'guest_books', { property: 1, ...days })).toBeUndefined()
    expect(latest(world)).toMatchObject({ arrival, departure })
  })

  test('are those of the property by choice', () => {
    const properties = [aProperty({ timezone: 'Pacific/Auckland' })]
    const at = NOW + 6 * 3_600_000
    const arrivalUnder = (today: string): string | undefined => {
      const world = new TestWorld({ rows: { properties }, choices: { today }, at })
      happened(world, 'room_blocked', { property: 1, arrival: 'today' })
      return latest(world)?.arrival
    }
    expect(arrivalUnder('utc')).toBe('2026-05-02')
    expect(arrivalUnder('property')).toBe('2026-05-03')
  })

  test.each([
    [{ arrival: '2026-02-31' }, 'arrival: there is no day 2026-02-31'],
    [{ departure: '2026-02-31' }, 'departure: there is no day 2026-02-31'],
    [{ departure: 'today' }, 'departure: 2026-05-02 is not after the arrival, 2026-05-03'],
    [{ arrival: '9999-12-31' }, 'departure: '],
    [{ departure: '2026-05-06', nights: 2 }, 'nights: goes without departure'],
    [{ arrival: 'next week' }, 'arrival: expected a day (YYYY-MM-DD, today, today+3 or today-12), got "next week"'],
  ])('%o are none', (days, words) => {
    const world = new TestWorld()
    const before = stateOf(world)
    expect(happened(world, 'guest_books', { property: 1, ...days })).toContain(words)
    expect(happened(world, 'room_blocked', { property: 1, ...days })).toContain(words)
    expect(stateOf(world)).toEqual(before)
  })
})

describe('a guest who books in an event', () => {
  test('takes the given room, party, price and name', () => {
    const world = new TestWorld()
    const guest = { firstname: 'Vera', surname: 'Lund', email: 'vera@example.test' }
    expect(happened(world, 'guest_books', { property: 1, room: 3, guest, adults: 3, total: 120.5 })).toBeUndefined()
    expect(latest(world)).toMatchObject({ rooms: [{ roomId: 3 }], adults: 3, total: 12_050 })
    expect(world.sandbox.store.db.guests.all().at(-1)).toMatchObject(guest)
  })

  test('waits for approval if the property requires it, or on request', () => {
    const properties = smallRows().collections.properties.map((one) => ({ ...one, settings: { requireApproval: '1' } }))
    const world = new TestWorld({ rows: { properties } })
    happened(world, 'guest_books', { property: 1 })
    expect(latest(world)?.approval).toBe('waiting')
    happened(world, 'guest_books', { property: 1, approval: 'approved' })
    expect(latest(world)?.approval).toBe('approved')
    const open = new TestWorld()
    happened(open, 'guest_books', { property: 1, approval: 'waiting' })
    expect(latest(open)?.approval).toBe('waiting')
  })

  test('cannot pay more than the maximum', () => {
    expect(happened(new TestWorld(), 'guest_books', { property: 1, total: 1e12 })).toContain('total: 1000000000000 is more than')
  })
})

describe('the latest booking', () => {
  test('is the newest that is not black, here the one that has just been made', () => {
    const world = busyWorld()
    happened(world, 'guest_books', { property: 1 })
    happened(world, 'room_blocked', { property: 1 })
    expect(happened(world, 'guest_cancels', { booking: 'latest' })).toBeUndefined()
    const cancelled = world.sandbox.store.db.bookings.all().filter((one) => one.cancelled)
    expect(cancelled.map(({ id }) => id)).toEqual([10])
    expect(nightsOf(world, 10)).toEqual([])
  })

  test('is undefined without bookings', () => {
    expect(happened(new TestWorld(), 'guest_cancels', { booking: 'latest' })).toBe(
      'booking: there is no booking yet that could be the latest',
    )
  })
})

test('an event does not belong to the changes of the next request', async () => {
  const world = busyWorld()
  const heard: Commit[] = []
  const end = world.sandbox.commits.subscribe((commit) => heard.push(commit))
  happened(world, 'guest_books', { property: 1 })
  await world.send('GET', '/core/report')
  expect(heard.map((commit) => commit.rowsOf('bookings').length)).toEqual([1])
  expect(world.sandbox.journal.entries().map(({ changed }) => changed)).toEqual([undefined])
  world.sandbox.reset()
  happened(world, 'guest_books', { property: 1 })
  expect(heard).toHaveLength(2)
  end()
  happened(world, 'guest_books', { property: 1 })
  expect(heard).toHaveLength(2)
})

test('the same events leave the same world for the same seed', () => {
  const played = (): unknown => {
    const world = busyWorld()
    happened(world, 'guest_books', { property: 1 })
    happened(world, 'deposit_paid', { booking: 'latest' })
    happened(world, 'room_blocked', { property: 1 })
    happened(world, 'invoice_paid', { booking: 5 })
    return stateOf(world)
  }
  expect(played()).toEqual(played())
})
