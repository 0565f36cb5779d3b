import { describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import {
  checkIn,
  checkOut,
  type FrontDeskAction,
  isUnknownNumber,
  requireFrontDeskBooking,
  undoCheckIn,
  undoCheckOut,
} from '../../../src/domain/booking/check-in.ts'
import { aBooking, NOW, TODAY } from '../../support/small-world.ts'

const stay = (with_: Partial<Booking> = {}): Booking => aBooking({ arrival: '2026-05-01', departure: '2026-05-04', ...with_ })
const inside = (with_: Partial<Booking> = {}): Booking => stay({ bookedIn: true, bookedInOn: '2026-05-01', ...with_ })
const gone = (): Booking => inside({ bookedOut: true, bookedOutAt: NOW - 1000 })
const at = (order: 'lenient' | 'strict', today: Day = TODAY) => ({ today, now: NOW, order })

describe('a front desk action', () => {
  test('check-in sets flag, day and time of change', () => {
    expect(checkIn(stay(), at('strict'))).toEqual(stay({ bookedIn: true, bookedInOn: TODAY, changedAt: NOW }))
  })
  test('undoing a check-in clears flag and day', () => {
    expect(undoCheckIn(inside(), at('strict'))).toEqual(stay({ changedAt: NOW }))
  })
  test('check-out sets flag and time', () => {
    expect(checkOut(inside(), at('strict'))).toEqual(inside({ bookedOut: true, bookedOutAt: NOW, changedAt: NOW }))
  })
  test('undoing a check-out clears flag and time', () => {
    expect(undoCheckOut(gone(), at('strict'))).toEqual(inside({ changedAt: NOW }))
  })
})

describe('strict order', () => {
  test.each<[string, FrontDeskAction, Booking, Day]>([
    ['check-in of a cancelled booking', checkIn, stay({ cancelled: true }), TODAY],
    ['check-in of a black booking', checkIn, stay({ kind: 'black', guestId: 0 }), TODAY],
    ['check-in of a booking that waits for approval', checkIn, stay({ approval: 'waiting' }), TODAY],
    ['check-in of a rejected booking', checkIn, stay({ approval: 'rejected' }), TODAY],
    ['check-in before the day of arrival', checkIn, stay(), '2026-04-30'],
    ['check-in after the day of departure', checkIn, stay(), '2026-05-05'],
    ['check-in of a guest who is in', checkIn, inside(), TODAY],
    ['check-in of a guest who has left', checkIn, gone(), TODAY],
    ['undoing a check-in that never was', undoCheckIn, stay(), TODAY],
    ['undoing the check-in of a guest who has left', undoCheckIn, gone(), TODAY],
    ['check-out of a guest who is not in', checkOut, stay(), TODAY],
    ['check-out of a cancelled booking', checkOut, inside({ cancelled: true }), TODAY],
    ['check-out of a guest who has left', checkOut, gone(), TODAY],
    ['undoing a check-out that never was', undoCheckOut, inside(), TODAY],
  ])('refuses %s; lenient order does not', (_, act, booking, today) => {
    expect(() => act(booking, at('strict', today))).toThrow(expect.objectContaining({ code: 'front_desk_objects' }))
    expect(() => act(booking, at('lenient', today))).not.toThrow()
  })

  test.each<[string, FrontDeskAction, Booking, Day]>([
    ['check-in on the day of arrival', checkIn, stay(), '2026-05-01'],
    ['check-in on the day of departure', checkIn, stay(), '2026-05-04'],
    ['check-out before the day of departure', checkOut, inside(), '2026-05-02'],
    ['check-out of a guest who overstayed', checkOut, inside(), '2026-05-09'],
  ])('allows %s', (_, act, booking, today) => {
    expect(() => act(booking, at('strict', today))).not.toThrow()
  })
})

describe('lenient order', () => {
  test('replaces the day of an earlier check-in', () => {
    expect(checkIn(inside(), at('lenient')).bookedInOn).toBe(TODAY)
  })
  test('keeps the flags of check-in and check-out independent', () => {
    const left = checkOut(stay(), at('lenient'))
    expect(left).toMatchObject({ bookedIn: false, bookedOut: true, bookedOutAt: NOW })
    expect(undoCheckIn(left, at('lenient'))).toMatchObject({ bookedIn: false, bookedOut: true })
  })
})

describe('the booking of a front desk request', () => {
  test.each([
    ['0', undefined, 'contract_not_sent'],
    ['000', undefined, 'contract_not_sent'],
    ['999', undefined, 'contract_not_found'],
    ['abc', undefined, 'contract_not_found'],
    ['-1', undefined, 'contract_not_found'],
    ['1', aBooking({ propertyId: 3 }), 'contract_not_found'],
  ])('is refused for %s', (sent, booking, code) => {
    expect(() => requireFrontDeskBooking({ sent, booking, propertyId: 1 })).toThrow(expect.objectContaining({ code }))
  })

  test.each([
    ['999', undefined, true],
    ['1', aBooking({ propertyId: 3 }), true],
    ['1', aBooking(), false],
    ['0', undefined, false],
    ['abc', undefined, false],
    ['1.5', undefined, false],
  ])('%s is an unknown number or not', (sent, booking, stray) => {
    expect(isUnknownNumber({ sent, booking, propertyId: 1 })).toBe(stray)
  })
})
