import { aBooking, aGuest, NOW } from '../../support/small-world.ts'
import type { TestWorld } from '../../support/test-world.ts'

export const GUESTS = [aGuest(), aGuest({ id: 2, firstname: 'Ilse', surname: 'Marant', landline: '', mobile: '' })]

/** One booking in each of the eight states, and some that no list shows. */
export const STATES = [
  aBooking({ id: 1, arrival: '2026-05-10', departure: '2026-05-13', depositRequired: 6250, specialRequests: 'Quiet <room>' }),
  aBooking({ id: 2, arrival: '2026-05-02', departure: '2026-05-04', guestId: 2, rooms: [{ roomId: 2, rateId: 1 }] }),
  aBooking({ id: 3, arrival: '2026-04-29', departure: '2026-05-02', bookedIn: true, bookedInOn: '2026-04-29' }),
  aBooking({ id: 4, arrival: '2026-05-01', departure: '2026-05-03', rooms: [{ roomId: 2, rateId: 1 }] }),
  aBooking({ id: 5, arrival: '2026-05-01', departure: '2026-05-05', bookedIn: true, rooms: [{ roomId: 3, rateId: 2 }] }),
  aBooking({ id: 6, arrival: '2026-04-20', departure: '2026-04-30', bookedIn: true, rooms: [{ roomId: 4, rateId: 2 }] }),
  aBooking({ id: 7, arrival: '2026-04-20', departure: '2026-04-25', bookedIn: true, bookedOut: true, bookedOutAt: NOW }),
  aBooking({ id: 8, arrival: '2026-06-01', departure: '2026-06-03', cancelled: true, cancelledAt: NOW }),
  aBooking({ id: 9, arrival: '2026-07-01', departure: '2026-07-02', guestId: 0, kind: 'black', currency: 'GBP', bookedBy: '' }),
  aBooking({ id: 10, arrival: '2026-05-10', departure: '2026-05-11', propertyId: 3, guestId: 3 }),
  aBooking({ id: 11, arrival: '2026-08-01', departure: '2026-08-02', guestId: 99 }),
]
export const rows = { bookings: STATES, guests: GUESTS }

export const VIEWS = ['getBookingDates', 'getBookingGuest', 'getBookingRooms', 'getBookingPayment', 'getBookingNotes'] as const
export const view = (world: TestWorld, id: (typeof VIEWS)[number], contract_id: string | number, language?: string) =>
  world.call(id, { path: { property_id: 1, contract_id, ...(language && { language }) }, as: 'desk' })
