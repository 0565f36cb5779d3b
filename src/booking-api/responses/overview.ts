import type { Booking } from '../../domain/booking/bookings.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import type { Statistic } from '../../domain/overview/overview.ts'
import { slashDay, zeroOrOne } from './shared/text.ts'

/** One booking of the overview; the names are empty without a guest. */
export function overviewEntry(booking: Booking, guest: Guest | undefined) {
  return {
    contract_uid: booking.id,
    arrival: slashDay(booking.arrival),
    departure: slashDay(booking.departure),
    deposit_paid: zeroOrOne(booking.depositPaid),
    tag: booking.tag,
    booked_in: zeroOrOne(booking.bookedIn),
    bookedout: zeroOrOne(booking.bookedOut),
    cancelled: zeroOrOne(booking.cancelled),
    invoice_uid: booking.invoiceId,
    firstname: guest?.firstname ?? '',
    surname: guest?.surname ?? '',
    property_uid: booking.propertyId,
  }
}

/** The counts of the overview. */
export function statisticEntry({ arrivals, arrived, departures, departed, residents }: Statistic) {
  return {
    sts_checkin: arrivals,
    sts_checkin_bookin: arrived,
    sts_checkout: departures,
    sts_checkout_bookout: departed,
    sts_resident: residents,
  }
}
