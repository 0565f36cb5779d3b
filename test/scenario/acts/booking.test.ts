import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { bookRooms, type GeneratedBooking } from '../../../src/scenario/acts/booking.ts'
import { aCoupon } from '../../support/coupon-row.ts'
import { AN_ADDRESS, aCompleteSession, IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aGuest, dayFrom, NOW, smallRows } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, nightsOf, runAct, stateOf, tryAct } from './run-act.ts'

const STAY = { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' } as const satisfies GeneratedBooking

const guestOf = (world: TestWorld, booking: Booking) => world.sandbox.store.db.guests.get(booking.guestId)

const linesOf = (world: TestWorld, booking: Booking) => world.sandbox.store.db.lineItems.by('invoice', booking.invoiceId)

describe('a generated guest who books', () => {
  test('has a booking, with the price and the deposit of a session', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, STAY)
    expect(booking).toMatchObject({
      id: 1,
      propertyId: 1,
      kind: 'internet',
      arrival: '2026-06-01',
      departure: '2026-06-03',
      rooms: [{ roomId: 1, rateId: 1 }],
      adults: 2,
      children: 0,
      roomTotal: 33_333,
      tax: 6667,
      total: 40_000,
      currency: 'EUR',
      depositRequired: 8000,
      depositPaid: false,
      approval: 'approved',
      cancelled: false,
      createdAt: NOW,
      changedAt: NOW,
    })
    expect(booking.tag).toMatch(/^\d{8}$/)
    expect(world.sandbox.store.db.bookings.get(booking.id)).toEqual(booking)
  })

  test('leaves the same rows and events as a guest who books the same in a session', async () => {
    const session = aCompleteSession({ address: { ...aCompleteSession().address, email: 'new@example.test' } as never })
    const there = new TestWorld({ rows: { sessions: [session] } })
    await there.call('getPrices', { headers: IN_SESSION })
    await there.call('validateBooking', { headers: IN_SESSION })
    expect((await there.call('createBooking', { headers: IN_SESSION })).data).toEqual({ valid: true })
    const here = new TestWorld()
    const booking = runAct(here, bookRooms, STAY)
    const [one, other] = [here, there].map(({ sandbox }) => sandbox.store.db)
    expect(booking).toEqual(other?.bookings.get(1))
    for (const name of ['roomNights', 'invoices', 'lineItems', 'notes', 'events'] as const) {
      expect(one?.[name].all(), name).toEqual(other?.[name].all())
    }
  })

  test('is a guest of the property, with an address, made up', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, STAY)
    const guest = guestOf(world, booking)
    expect(guest).toMatchObject({ id: 3, propertyId: 1, discount: 0, userId: 0 })
    expect(guest?.email).toMatch(/^[a-z]+\.[a-z]+\.1@strangers\.example$/)
    for (const field of ['firstname', 'surname', 'house', 'street', 'town', 'postcode', 'country', 'mobile'] as const) {
      expect(guest?.[field], field).not.toBe('')
    }
  })

  test('can be a given person, and is recognized by the e-mail address', () => {
    const guests = [aGuest({ discount: 500 })]
    const world = new TestWorld({ rows: { guests } })
    const told = { firstname: 'Vera', surname: 'Lund', email: 'ADA@example.test' }
    const booking = runAct(world, bookRooms, { ...STAY, guest: told })
    expect(guestOf(world, booking)).toMatchObject({ id: 1, ...told, discount: 500 })
    expect(world.sandbox.store.db.guests.size).toBe(1)
  })

  test('has the discount of the guest who is recognized, as in a session, unless a total is agreed', async () => {
    const address = { ...AN_ADDRESS, email: aGuest().email }
    const rows = { guests: [aGuest({ discount: 1000 })], sessions: [aCompleteSession({ address })] }
    const there = new TestWorld({ rows })
    for (const step of ['getPrices', 'validateBooking', 'createBooking']) await there.call(step, { headers: IN_SESSION })
    const books = (more: Partial<GeneratedBooking> = {}) =>
      runAct(new TestWorld({ rows }), bookRooms, { ...STAY, guest: { email: aGuest().email }, ...more }).total
    expect(books()).toBe(36_000)
    expect(there.sandbox.store.db.bookings.get(1)?.total).toBe(36_000)
    expect(books({ guest: {} })).toBe(40_000)
    expect(books({ total: 30_000 })).toBe(30_000)
  })

  test('holds the rooms each night, and shows in lists, availability, overview and invoices', async () => {
    const world = new TestWorld()
    const today = { ...STAY, arrival: dayFrom(0), departure: dayFrom(2) }
    const booking = runAct(world, bookRooms, today)
    expect(nightsOf(world, booking.id)).toEqual(['1 2026-05-02', '1 2026-05-03'])
    const as = 'desk'
    const listed = await world.call('listBookings', { path: { property_id: 1 }, as })
    expect(listed.data).toMatchObject([{ contract_uid: booking.id, tag: booking.tag, surname: guestOf(world, booking)?.surname }])
    const path = { property_id: 1, start: today.arrival, end: today.departure }
    const free = (await world.call('listAvailableRooms', { path, as })).data as object
    expect(Object.keys(free)).toEqual(['2', '3', '4'])
    const arrivals = await world.call('listArrivalsToday', { path: { property_id: 1 }, as })
    expect(arrivals.data).toMatchObject([{ contract_uid: booking.id, invoice_uid: booking.invoiceId }])
    const invoices = await world.call('listInvoices', { path: { property_id: 1 }, as })
    expect(invoices.data).toMatchObject([{ id: booking.invoiceId, contract_id: booking.id, status: 3, init_total: 400 }])
  })

  test('has a pending invoice of accommodation that comes to the total', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, STAY)
    expect(world.sandbox.store.db.invoices.get(booking.invoiceId)).toMatchObject({
      status: 'pending',
      raisedAt: NOW,
      paidAt: null,
    })
    const description = '(Monday, 01 June 2026 - Wednesday, 03 June 2026)'
    expect(linesOf(world, booking)).toMatchObject([{ kind: 'accommodation', description, totalInclusive: 40_000 }])
  })

  test('is recorded in events', () => {
    const world = new TestWorld()
    runAct(world, bookRooms, STAY)
    expect(eventTexts(world)).toEqual([
      'guest_saved {"property_uid":1,"guest_uid":3}',
      'invoice_created {"property_uid":1,"invoice_uid":1}',
      'booking_added {"property_uid":1,"contract_uid":1}',
      'property_state_change {"property_uid":1}',
    ])
  })
})

describe('no booking is made and nothing changes', () => {
  const bookings = [aBooking({ id: 7, arrival: '2026-06-02', departure: '2026-06-04' })]
  const rows = { bookings, guests: smallRows().collections.guests }

  test.each<[string, Partial<GeneratedBooking>, string]>([
    ['in a property that is not there', { property: 99 }, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
    ['in a room that is not there', { rooms: [99] }, 'room: there is no room 99; property 1 has 1, 2, 3, 4'],
    ['in a room of another property', { rooms: [6] }, 'room: room 6 belongs to property 3; property 1 has 1, 2, 3, 4'],
    ['in no room', { rooms: [] }, 'room: no room of property 1 is named'],
    ['in a room that is taken', { rooms: [2, 1] }, 'room 1 (Gull) is taken on the night of 2026-06-02, by booking 7'],
    ['for no night', { departure: '2026-06-01' }, 'departure: 2026-06-01 is not after the arrival, 2026-06-01'],
    ['for ever', { rooms: [2], departure: '9999-01-01' }, 'where 1000 are the most'],
    ['with more people than the room takes', { rooms: [2], adults: 3 }, 'adults: the rooms take 2 people, not 3 adults'],
    ['in more rooms than guests', { rooms: [2, 3], adults: 1 }, 'adults: there are more rooms (2) than guests (1)'],
    [
      'any room, with too many people',
      { rooms: 'any', adults: 9 },
      'that is free every night from 2026-06-01 to 2026-06-03 takes 9',
    ],
    [
      'any room of a full property',
      { property: 3, rooms: 'any' },
      'room: property 3 is full: none of its rooms is free every night',
    ],
  ])('%s', (_, wrong, words) => {
    const full = aBooking({
      id: 8,
      propertyId: 3,
      rooms: [{ roomId: 6, rateId: 3 }],
      arrival: '2026-06-01',
      departure: '2026-06-02',
    })
    const world = new TestWorld({ rows: { ...rows, bookings: [...bookings, full] } })
    const before = stateOf(world)
    expect(tryAct(world, bookRooms, { ...STAY, ...wrong })).toContain(words)
    expect(stateOf(world)).toEqual(before)
  })
})

describe('a coupon', () => {
  const coupons = [
    aCoupon(),
    aCoupon({ id: 2, code: 'OURS', guestId: 1 }),
    aCoupon({ id: 3, code: 'OLD', validTo: '2026-04-01' }),
    aCoupon({ id: 4, code: 'LATE', bookingValidFrom: '2026-07-01', bookingValidTo: '2026-07-31' }),
  ]

  test.each<[string, string, Partial<GeneratedBooking>]>([
    ['that is valid', 'spring', {}],
    ['of a guest, by that guest', 'OURS', { guest: { email: aGuest().email } }],
    ['of any code', 'any', {}],
  ])('%s lowers the price', (_, coupon, wanted) => {
    const world = new TestWorld({ rows: { coupons } })
    expect(runAct(world, bookRooms, { ...STAY, ...wanted, coupon }).total).toBe(36_000)
  })

  test.each([
    ['NO-SUCH', 'coupon: property 1 has no coupon NO-SUCH; there are SPRING, OURS, OLD, LATE'],
    ['OLD', 'coupon: OLD of property 1 is not valid today'],
    ['LATE', 'coupon: LATE of property 1 is for none of the nights'],
    ['OURS', 'coupon: OURS of property 1 is for one guest, known by the e-mail of the address'],
  ])('%s has no effect, so nobody books', (coupon, words) => {
    const world = new TestWorld({ rows: { coupons } })
    const before = stateOf(world)
    expect(tryAct(world, bookRooms, { ...STAY, coupon })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })
})

describe('chance', () => {
  test('generates the same guest and the same number for the same seed', () => {
    const [one, other] = [new TestWorld(), new TestWorld()].map((world) => {
      const booking = runAct(world, bookRooms, STAY)
      return { booking, guest: guestOf(world, booking) }
    })
    expect(one).toEqual(other)
  })

  test('generates guests with different names for different bookings', () => {
    const world = new TestWorld()
    const names = Array.from({ length: 12 }, (_, day) => {
      const booking = runAct(world, bookRooms, { ...STAY, arrival: dayFrom(day), departure: dayFrom(day + 1) })
      const guest = guestOf(world, booking)
      return `${guest?.firstname} ${guest?.surname}`
    })
    expect(new Set(names).size).toBeGreaterThan(8)
    expect(world.sandbox.store.db.guests.size).toBe(2 + 12)
  })
})

test('no room is ever sold twice, however many guests book', () => {
  const wanted = fc.record({
    rooms: fc.oneof(fc.constant('any' as const), fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })),
    from: fc.integer({ min: 0, max: 6 }),
    nights: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 12 }), (attempts) => {
      const world = new TestWorld()
      const { db } = world.sandbox.store
      let sold = 0
      for (const { rooms, from, nights } of attempts) {
        const stay = { property: 1, rooms, arrival: dayFrom(from), departure: dayFrom(from + nights) }
        const booking = tryAct(world, bookRooms, stay)
        if (typeof booking !== 'string') sold += booking.rooms.length * nights
      }
      expect(db.roomNights.size).toBe(sold)
    }),
    { numRuns: 60 },
  )
})
