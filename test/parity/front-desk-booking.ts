/**
 * The booking of Eve Late, which the recorded front desk took through a path outside the interface.
 *
 * @module
 */
import { type Day, daysUntil } from '../../src/base/day.ts'
import { type Booking, NEW_BOOKING_STATUS, ZERO_AMOUNTS } from '../../src/domain/booking/bookings.ts'
import { nightKey } from '../../src/domain/booking/room-nights.ts'
import { newInvoice } from '../../src/domain/invoice/booking-invoice.ts'
import type { Sandbox } from '../../src/world/world.ts'

const HOTEL = 1
const ROOM = 2
const ARRIVAL: Day = '2027-02-01'
const DEPARTURE: Day = '2027-02-03'

/** Creates what the recorded form sent: guest, booking, nights and invoice. */
export function bookEveLate({ store, clock }: Sandbox): void {
  const now = clock.now()
  store.change((db) => {
    const guest = db.guests.put({
      id: db.nextId('guests'),
      propertyId: HOTEL,
      firstname: 'Eve',
      surname: 'Late',
      house: '16',
      street: 'Elwood Avenue',
      town: 'Torquay',
      region: '1113',
      country: 'GB',
      postcode: 'TQ1 1AA',
      landline: '01',
      mobile: '02',
      email: 'eve@example.com',
      discount: 0,
      userId: 0,
    })
    const booking: Booking = {
      ...NEW_BOOKING_STATUS,
      ...ZERO_AMOUNTS,
      id: db.nextId('bookings'),
      propertyId: HOTEL,
      guestId: guest.id,
      kind: 'reception',
      tag: '90327634',
      arrival: ARRIVAL,
      departure: DEPARTURE,
      rooms: [{ roomId: ROOM, rateId: 0 }],
      adults: 0,
      children: 0,
      total: 11_050,
      currency: 'EUR',
      depositRequired: 2500,
      specialRequests: '',
      approval: 'approved',
      invoiceId: db.nextId('invoices'),
      couponId: 0,
      bookedBy: 'manager1',
      createdAt: now,
      changedAt: now,
    }
    db.bookings.put(booking)
    for (const day of daysUntil(ARRIVAL, DEPARTURE))
      db.roomNights.put({ id: nightKey(ROOM, day), roomId: ROOM, propertyId: HOTEL, bookingId: booking.id, day })
    db.invoices.put(newInvoice(booking, guest.userId, now))
  })
}
