import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { modifyBooking } from '../../../src/scenario/acts/amendment.ts'
import { bookRooms } from '../../../src/scenario/acts/booking.ts'
import { payInvoice } from '../../../src/scenario/acts/invoice.ts'
import { aBooking, aGuest, aLine, anInvoice, aRate, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTasks, eventTexts, nightsOf, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const STAY = { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' } as const

function booked(): { world: TestWorld; booking: Booking } {
  const world = new TestWorld()
  return { world, booking: runAct(world, bookRooms, STAY) }
}

const linesOf = ({ sandbox }: TestWorld, { invoiceId }: Booking) => sandbox.store.db.lineItems.by('invoice', invoiceId)

describe('a guest who changes a booking', () => {
  test('has the new nights at the price of the tariffs, and the invoice follows', () => {
    const { world, booking } = booked()
    const after = runAct(world, modifyBooking, { booking: booking.id, nights: { by: 1 } })
    const fresh = runAct(new TestWorld(), bookRooms, { ...STAY, departure: '2026-06-04' })
    expect(after).toEqual({ ...fresh, changedAt: NOW, createdAt: NOW })
    expect(nightsOf(world, booking.id)).toEqual(['1 2026-06-01', '1 2026-06-02', '1 2026-06-03'])
    expect(linesOf(world, after).reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)).toBe(after.total)
    expect(notesOf(world, booking.id)).toContain('Booking amended')
  })

  test('keeps the discount that the guest has', () => {
    const { email } = aGuest()
    const world = new TestWorld({ rows: { guests: [aGuest({ discount: 1000 })] } })
    const { id, total } = runAct(world, bookRooms, { ...STAY, guest: { email } })
    expect([total, runAct(world, modifyBooking, { booking: id, nights: { by: 1 } }).total]).toEqual([36_000, 54_000])
  })

  test('is reported after the note and the invoice', () => {
    const { world, booking } = booked()
    const before = eventTasks(world).length
    runAct(world, modifyBooking, { booking: booking.id, arrival: '2026-06-02' })
    expect(eventTexts(world).slice(before)).toEqual([
      'invoice_updated {"property_uid":1,"invoice_uid":1}',
      'booking_note_saved {"contract_uid":1,"property_uid":1,"note_id":1}',
      'booking_modified {"property_uid":1,"contract_uid":1}',
    ])
  })

  test('keeps payments, and owes the difference on a paid invoice', () => {
    const { world, booking } = booked()
    runAct(world, payInvoice, { booking: booking.id })
    const after = runAct(world, modifyBooking, { booking: booking.id, nights: 4 })
    const open = linesOf(world, after).reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
    expect(open).toBe(after.total - booking.total)
    expect(world.sandbox.store.db.invoices.get(after.invoiceId)).toMatchObject({ status: 'pending', paidAt: null })
  })

  test('pays the agreed price per night if no tariff set the price', () => {
    const bookings = [aBooking({ id: 5, invoiceId: 3, rooms: [{ roomId: 1, rateId: 0 }], total: 30_000 })]
    const rows = { bookings, invoices: [anInvoice({ id: 3, bookingId: 5 })], lineItems: [aLine({ invoiceId: 3 })] }
    const after = runAct(new TestWorld({ rows }), modifyBooking, { booking: 5, nights: 2 })
    expect(after).toMatchObject({ total: 20_000, departure: '2026-05-12' })
  })

  test('moves to other rooms only where the same are taken, with rooms: any', () => {
    const { world, booking } = booked()
    const roomsAfter = (nights: number) => runAct(world, modifyBooking, { booking: booking.id, nights, rooms: 'any' }).rooms
    expect(roomsAfter(3)).toMatchObject([{ roomId: 1 }])
    runAct(world, bookRooms, { ...STAY, arrival: '2026-06-04', departure: '2026-06-05' })
    expect(roomsAfter(4)).toMatchObject([{ roomId: 2 }])
    expect(nightsOf(world, booking.id)).toHaveLength(4)
    for (const room of [1, 3, 4])
      runAct(world, bookRooms, { ...STAY, rooms: [room], arrival: '2026-06-05', departure: '2026-06-06' })
    runAct(world, bookRooms, { ...STAY, rooms: [2], arrival: '2026-06-05', departure: '2026-06-06' })
    expect(tryAct(world, modifyBooking, { booking: booking.id, nights: 5, rooms: 'any' })).toContain('property 1 is full')
  })

  test('comes with the children that are named, else with as many as before', () => {
    const bookings = [aBooking({ id: 5, children: 2 })]
    const world = new TestWorld({ rows: { bookings } })
    expect(runAct(world, modifyBooking, { booking: 5, nights: 1 }).children).toBe(2)
    expect(runAct(world, modifyBooking, { booking: 5, children: [4] }).children).toBe(1)
    expect(runAct(world, modifyBooking, { booking: 5, children: [] }).children).toBe(0)
  })

  describe('of the site', () => {
    // 1 June 2026 is a Monday
    const rates = [
      aRate({ id: 1, minDays: 2, dayOfWeek: 1, price: 5000 }),
      aRate({ id: 5, tariffTypeId: 2, minDays: 4, price: 4000 }),
    ]

    test.each([
      [{ nights: 1 }, 'room 1 (Gull): nights: at least 2'],
      [{ arrival: '2026-06-02' }, 'room 1 (Gull): begins on another weekday'],
      [{ arrival: '2026-06-02', rooms: 'other' }, 'room 2 (Tern): begins on another weekday'],
      [{ arrival: 'today-1' }, 'arrival: 2026-05-01 is before today, 2026-05-02'],
    ] as const)('cannot change to what the site does not sell: %o', (wanted, why) => {
      const world = new TestWorld({ rows: { rates } })
      const { id } = runAct(world, bookRooms, STAY)
      const before = stateOf(world)
      expect(tryAct(world, modifyBooking, { booking: id, ...wanted })).toBe(why)
      expect(stateOf(world)).toEqual(before)
    })

    test('pays the tariff whose rules allow the stay', () => {
      const world = new TestWorld({ rows: { rates } })
      const { id } = runAct(world, bookRooms, STAY)
      const after = runAct(world, modifyBooking, { booking: id, arrival: '2026-06-02', nights: 4 })
      expect(after).toMatchObject({ arrival: '2026-06-02', rooms: [{ roomId: 1, rateId: 5 }] })
    })

    test('may change to any stay that the desk booked, or where sessions apply no rules', () => {
      const desk = new TestWorld({ rows: { rates } })
      const { id } = runAct(desk, bookRooms, { ...STAY, by: 'desk' })
      expect(runAct(desk, modifyBooking, { booking: id, nights: 1 }).departure).toBe('2026-06-02')
      const lenient = new TestWorld({ rows: { rates }, choices: { offer_restrictions: 'none' } })
      runAct(lenient, bookRooms, STAY)
      expect(runAct(lenient, modifyBooking, { booking: 1, nights: 1 }).departure).toBe('2026-06-02')
    })
  })

  test('may stay for 1000 nights, and no longer', () => {
    const bookings = [aBooking({ id: 5, invoiceId: 3, rooms: [{ roomId: 1, rateId: 0 }] })]
    const rows = { bookings, invoices: [anInvoice({ id: 3, bookingId: 5 })], lineItems: [aLine({ invoiceId: 3 })] }
    const world = new TestWorld({ rows })
    expect(tryAct(world, modifyBooking, { booking: 5, nights: 1001 })).toContain('would have 1001 nights; 1 to 1000 are possible')
    expect(runAct(world, modifyBooking, { booking: 5, nights: 1000 }).departure).toBe('2029-02-03')
  })

  test.each([
    [{ nights: { by: -2 } }, {}, 'nights: booking 5 would have 0 nights; 1 to 1000 are possible'],
    [{ nights: 4 }, {}, 'room 1 (Gull) is taken on the night of 2026-05-05, by booking 6'],
    [{ adults: 3 }, {}, 'adults: the rooms take 2 people, not 3 adults'],
    [{ adults: 3 }, { adults: 1, children: 1 }, 'adults: the rooms take 2 people, not 3 adults'],
    [{ nights: 3 }, { cancelled: true }, 'booking: booking 5 is cancelled already'],
    [{ nights: 3 }, { bookedIn: true, bookedOut: true }, 'booking: booking 5 has ended: the guest has checked out'],
    [{ nights: 3 }, { approval: 'waiting' }, 'booking: booking 5 is not approved: it is waiting'],
    [{ arrival: 'today+1' }, { bookedIn: true }, 'arrival: booking 5 has begun: the guest has checked in'],
  ] as const)('%o of %o cannot change: %s', (wanted, with_, why) => {
    const bookings = [
      aBooking({ id: 5, arrival: TODAY, departure: '2026-05-04', ...with_ }),
      aBooking({ id: 6, arrival: '2026-05-05', departure: '2026-05-07' }),
    ]
    const world = new TestWorld({ rows: { bookings } })
    const before = stateOf(world)
    expect(tryAct(world, modifyBooking, { booking: 5, ...wanted })).toBe(why)
    expect(stateOf(world)).toEqual(before)
  })

  test('always holds exactly its nights, and its invoice comes to its total', () => {
    const change = fc.record(
      { arrival: fc.constantFrom('2026-05-28', '2026-06-01', '2026-06-05'), nights: fc.integer({ min: 1, max: 9 }) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
        const { world, booking } = booked()
        for (const one of changes) tryAct(world, modifyBooking, { booking: booking.id, ...one })
        const after = world.sandbox.store.db.bookings.get(booking.id)
        if (!after) throw new Error('the booking is gone')
        const nights = (Date.parse(after.departure) - Date.parse(after.arrival)) / 86_400_000
        expect(nightsOf(world, booking.id)).toHaveLength(nights)
        expect(linesOf(world, after).reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)).toBe(after.total)
      }),
      { numRuns: 30 },
    )
  })
})
