import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { checkInGuest, checkInGuests, checkOutGuest, checkOutGuests, walkIn } from '../../../src/scenario/acts/front-desk.ts'
import { aBooking, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, nightsOf, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const worldWith = (booking: Partial<Booking>): TestWorld =>
  new TestWorld({ rows: { bookings: [aBooking({ id: 5, arrival: TODAY, departure: '2026-05-04', ...booking })] } })

describe('the front desk', () => {
  test('checks a guest in, with the note and the event of the operation', async () => {
    const world = worldWith({})
    expect(runAct(world, checkInGuest, { booking: 5 })).toMatchObject({ bookedIn: true, bookedInOn: TODAY, changedAt: NOW })
    const other = worldWith({})
    await other.call('checkInGuest', { path: { property_id: 1, contract_id: 5 }, as: 'desk' })
    expect(eventTexts(world)).toEqual(eventTexts(other))
    expect(notesOf(world, 5)).toEqual(notesOf(other, 5))
  })

  test('checks a guest out, with the note and the event of the operation', async () => {
    const world = worldWith({ bookedIn: true })
    expect(runAct(world, checkOutGuest, { booking: 5 })).toMatchObject({ bookedOut: true, bookedOutAt: NOW })
    const other = worldWith({ bookedIn: true })
    await other.call('checkOutGuest', { path: { property_id: 1, contract_id: 5 }, as: 'desk' })
    expect(eventTexts(world)).toEqual(eventTexts(other))
    expect(notesOf(world, 5)).toEqual(notesOf(other, 5))
  })

  test.each([
    [checkInGuest, { arrival: '2026-05-03' }, 'The guest is not due before 2026-05-03'],
    [checkInGuest, { cancelled: true }, 'The booking is cancelled'],
    [checkInGuest, { bookedIn: true }, 'The guest has checked in already'],
    [checkOutGuest, {}, 'The guest has not checked in'],
    [checkOutGuest, { bookedIn: true, bookedOut: true }, 'The guest has checked out already'],
  ] as const)('refuses the wrong order of steps: %o %o', (act, with_, why) => {
    const world = worldWith(with_)
    const before = stateOf(world)
    expect(tryAct(world, act, { booking: 5 })).toBe(`booking: booking 5: ${why}`)
    expect(stateOf(world)).toEqual(before)
  })

  test('books a room for a guest who walks in, and checks the guest in', () => {
    const world = new TestWorld()
    const booking = runAct(world, walkIn, { property: 1, nights: 2, adults: 1 })
    expect(booking).toMatchObject({ kind: 'reception', arrival: TODAY, departure: '2026-05-04', bookedIn: true, adults: 1 })
    expect(booking.bookedBy).not.toBe('')
    expect(nightsOf(world, booking.id)).toEqual(['1 2026-05-02', '1 2026-05-03'])
  })

  test('refuses a walk-in guest when all rooms are taken', () => {
    const bookings = [1, 2, 3, 4].map((room) =>
      aBooking({ id: room, arrival: TODAY, departure: '2026-05-03', rooms: [{ roomId: room, rateId: 1 }] }),
    )
    const world = new TestWorld({ rows: { bookings } })
    const before = stateOf(world)
    expect(tryAct(world, walkIn, { property: 1 })).toMatch(/^room: property 1 is full/)
    expect(stateOf(world)).toEqual(before)
  })
})

describe('the front desk, for all guests of a property', () => {
  const YESTERDAY = '2026-05-01'
  const TOMORROW = '2026-05-03'
  const worldOf = (bookings: readonly Partial<Booking>[]) =>
    new TestWorld({
      rows: {
        bookings: bookings.map((one, index) =>
          aBooking({ id: index + 1, rooms: [{ roomId: index + 1, rateId: 1 }], arrival: TODAY, departure: TOMORROW, ...one }),
        ),
      },
    })
  const idsOf = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)

  test('checks in guests whose stay has begun', () => {
    const world = worldOf([
      {},
      { arrival: YESTERDAY },
      { arrival: TOMORROW, departure: '2026-05-04' },
      { arrival: YESTERDAY, departure: TODAY },
      { bookedIn: true },
      { cancelled: true },
      { approval: 'waiting' },
      { kind: 'black' },
      { propertyId: 2 },
    ])
    expect(idsOf(runAct(world, checkInGuests, { property: 1 }))).toEqual([1, 2])
    expect(eventTexts(world)).toContain('guest_checkedin {"contract_uid":2,"property_uid":1}')
    expect(tryAct(world, checkInGuests, { property: 1 })).toBe('property 1: no guest is due to check in on 2026-05-02')
  })

  test('checks out guests whose stay is over', () => {
    const stayed = { arrival: YESTERDAY, bookedIn: true } as const
    const world = worldOf([
      { ...stayed, departure: TODAY },
      { ...stayed, arrival: '2026-04-20', departure: YESTERDAY },
      { ...stayed, departure: TOMORROW },
      { ...stayed, departure: TODAY, bookedOut: true },
      { arrival: YESTERDAY, departure: TODAY },
      { ...stayed, departure: TODAY, propertyId: 2 },
    ])
    expect(idsOf(runAct(world, checkOutGuests, { property: 1 }))).toEqual([1, 2])
    expect(eventTexts(world)).toContain('guest_checkedout {"contract_uid":2,"property_uid":1}')
    expect(tryAct(world, checkOutGuests, { property: 1 })).toBe('property 1: no guest is due to check out on 2026-05-02')
    expect(tryAct(world, checkOutGuests, { property: 99 })).toMatch(/^property/)
  })
})
