import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { checkInGuest, checkOutGuest, walkIn } from '../../../src/scenario/acts/front-desk.ts'
import { aBooking, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { acted, attempted, everything, nightsHeld, notesOf, told } from './acting.ts'

const worldWith = (booking: Partial<Booking>): TestWorld =>
  new TestWorld({ rows: { bookings: [aBooking({ id: 5, arrival: TODAY, departure: '2026-05-04', ...booking })] } })

describe('the front desk', () => {
  test('checks a guest in, with the note and the event of the operation', async () => {
    const world = worldWith({})
    expect(acted(world, checkInGuest, { booking: 5 })).toMatchObject({ bookedIn: true, bookedInOn: TODAY, changedAt: NOW })
    const other = worldWith({})
    await other.call('checkInGuest', { path: { property_id: 1, contract_id: 5 }, as: 'desk' })
    expect(told(world)).toEqual(told(other))
    expect(notesOf(world, 5)).toEqual(notesOf(other, 5))
  })

  test('checks a guest out, with the note and the event of the operation', async () => {
    const world = worldWith({ bookedIn: true })
    expect(acted(world, checkOutGuest, { booking: 5 })).toMatchObject({ bookedOut: true, bookedOutAt: NOW })
    const other = worldWith({ bookedIn: true })
    await other.call('checkOutGuest', { path: { property_id: 1, contract_id: 5 }, as: 'desk' })
    expect(told(world)).toEqual(told(other))
    expect(notesOf(world, 5)).toEqual(notesOf(other, 5))
  })

  test.each([
    [checkInGuest, { arrival: '2026-05-03' }, 'The guest is not due before 2026-05-03'],
    [checkInGuest, { cancelled: true }, 'The booking is cancelled'],
    [checkInGuest, { bookedIn: true }, 'The guest has checked in already'],
    [checkOutGuest, {}, 'The guest has not checked in'],
    [checkOutGuest, { bookedIn: true, bookedOut: true }, 'The guest has checked out already'],
  ] as const)('keeps the order of things: %o %o', (act, with_, why) => {
    const world = worldWith(with_)
    const before = everything(world)
    expect(attempted(world, act, { booking: 5 })).toBe(`booking: booking 5: ${why}`)
    expect(everything(world)).toEqual(before)
  })

  test('books a room for a guest who walks in, and checks the guest in', () => {
    const world = new TestWorld()
    const booking = acted(world, walkIn, { property: 1, nights: 2, adults: 1 })
    expect(booking).toMatchObject({ kind: 'reception', arrival: TODAY, departure: '2026-05-04', bookedIn: true, adults: 1 })
    expect(booking.bookedBy).not.toBe('')
    expect(nightsHeld(world, booking.id)).toEqual(['1 2026-05-02', '1 2026-05-03'])
  })

  test('turns a guest away when the house is full', () => {
    const bookings = [1, 2, 3, 4].map((room) =>
      aBooking({ id: room, arrival: TODAY, departure: '2026-05-03', rooms: [{ roomId: room, rateId: 1 }] }),
    )
    const world = new TestWorld({ rows: { bookings } })
    const before = everything(world)
    expect(attempted(world, walkIn, { property: 1 })).toMatch(/^room: property 1 is full/)
    expect(everything(world)).toEqual(before)
  })
})
