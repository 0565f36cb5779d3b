/**
 * Choices about bookings and rooms.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-api/choices/choices.ts'
import { aBooking, aGuest, aProperty, dayFrom, NOW } from '../../support/small-world.ts'
import { type ChoiceCase, data, first, got, status, tasks } from './choice-case.ts'

const black = aBooking({ kind: 'black', guestId: 0, bookedBy: 'frontdesk', arrival: dayFrom(0), departure: dayFrom(2) })
const stay = { contract_id: 1 }
const night = { room_id: 1, date: '2026-05-02' }

export const BOOKING_CASES = {
  date_ranges: {
    ask: (world) => status(world, 'listBookingsBetween', { start_date: '2026-05-09', end_date: '2026-05-01' }),
    says: { refuse: 400, as_recorded: 200 },
  },
  booking_window: {
    rows: { bookings: [aBooking()] },
    ask: async (world) =>
      (await data<unknown[]>(world, 'listBookingsBetween', { start_date: '2026-05-11', end_date: '2026-05-12' })).length,
    says: { overlap: 1, edges: 0 },
  },
  deleted_guest_bookings: {
    rows: { bookings: [aBooking({ guestId: 99 })] },
    ask: async (world) => (await data<readonly { readonly email: string }[]>(world, 'listBookings')).map(({ email }) => email),
    says: { listed: [''], left_out: [] },
  },
  label_language: {
    rows: { bookings: [aBooking()] },
    ask: async (world) => {
      const asked = { ...stay, language: 'de-DE' }
      const rooms = await first(world, 'getBookingRooms', asked)
      return [(await first(world, 'getBookingDates', asked))['BOOKING_ARRIVAL'], rooms['_SERVICE_COM_MR_EB_ROOM_FLOOR']]
    },
    says: { translated: ['Sonntag, 10 Mai 2026', 'Etage'], as_recorded: ['Sunday, 10 May 2026', 'Floor'] },
  },
  guest_image: {
    rows: { bookings: [aBooking()] },
    ask: async (world) => (await first(world, 'getBookingGuest', stay))['GUEST_IMAGE'],
    says: { path: '/service/assets/images/noimage.svg', address: 'http://test.example/service/assets/images/noimage.svg' },
  },
  email_link: {
    rows: { bookings: [aBooking({ tag: '12345678' })], properties: [aProperty({ name: 'B&B' })] },
    ask: async (world) =>
      new URL(String((await first(world, 'getBookingGuest', stay))['EMAIL_LINK'])).searchParams.get('subject'),
    says: { encoded: 'Booking number 12345678 @ B&B', plain: 'Booking number 12345678 @ B' },
  },
  black_booking_tariff: {
    rows: { bookings: [{ ...black, rooms: [{ roomId: 1, rateId: 0 }] }] },
    ask: async (world) => (await first(world, 'getBookingRooms', stay))['RINFO_TARIFF'],
    says: { blank: '', null: null },
  },
  session_booker: {
    rows: { bookings: [aBooking({ kind: 'internet', bookedBy: '' })] },
    ask: async (world) => (await first(world, 'getBookingDates', stay))['BOOKERSUSERNAME'],
    says: { name: 'Ada Brook', email: 'ada@example.test' },
  },
  long_date: {
    rows: { bookings: [aBooking()] },
    ask: async (world) => (await first(world, 'getBookingDates', stay))['BOOKING_ARRIVAL'],
    says: { weekday: 'Sunday, 10 May 2026', month_first: 'May 10, 2026' },
  },
  cancelled_rooms: {
    rows: { bookings: [aBooking({ cancelled: true })] },
    ask: async (world) => (await data<unknown[]>(world, 'getBookingRooms', stay)).length,
    says: { empty: 0, nulls: 1 },
  },
  cancelled_type: {
    rows: { bookings: [aBooking({ cancelled: true })] },
    ask: async (world) => (await first(world, 'getBookingDates', stay))['BOOKINGTYPE'],
    says: { as_made: 'Reception', internet: 'Internet' },
  },
  black_booking_booker: {
    rows: { bookings: [black] },
    ask: async (world) => (await first(world, 'getBookingDates', stay))['BOOKERSUSERNAME'],
    says: { name: 'frontdesk', null: null },
  },
  guest_country_unknown: {
    rows: { bookings: [aBooking()], guests: [aGuest({ country: '' })] },
    ask: async (world) => (await first(world, 'getBookingGuest', stay))['GUEST_COUNTRY'],
    says: { blank: '', false: false },
  },
  rejected_enquiry: {
    rows: { bookings: [aBooking({ approval: 'rejected', cancelled: true })] },
    ask: async (world) => (await first(world, 'listBookings'))['approved'],
    says: { zero: 0, two: 2 },
  },
  deposit_required_type: {
    rows: { bookings: [aBooking()] },
    ask: async (world) => (await first(world, 'listBookings'))['deposit_required'],
    says: { text: '60', number: 60 },
  },
  check_in_order: {
    rows: { bookings: [aBooking()] },
    ask: (world) => status(world, 'checkOutGuest', stay),
    says: { lenient: 200, strict: 409 },
  },
  unknown_record: {
    ask: (world) => status(world, 'deleteGuestType', { guest_type_id: 99 }),
    says: { refuse: 404, echo: 200 },
  },
  today: {
    rows: { bookings: [aBooking({ arrival: dayFrom(-1) })], properties: [aProperty({ timezone: 'Pacific/Pago_Pago' })] },
    ask: async (world) => (await data<unknown[]>(world, 'listArrivalsToday')).length,
    says: { utc: 0, property: 1 },
  },
  black_booking_conflict: {
    rows: { bookings: [black] },
    ask: async (world) => {
      const { status, body } = await got(world, 'createBlackBooking', night)
      return [status, body]
    },
    says: {
      204: [204, null],
      '200-with-meta': [200, { meta: { code: 204, error_message: 'Room already booked this date' } }],
      refusal: [409, { meta: { code: 409, error_message: 'Room already booked this date' } }],
    },
  },
  black_booking_list: {
    rows: { bookings: [black] },
    ask: async (world) => (await data<unknown[]>(world, 'listBlackBookings', { date: '2026-05-01' })).length,
    says: { nights: 2, rooms: 1 },
  },
  black_booking_delete_event: {
    rows: { bookings: [black] },
    ask: async (world) => {
      await got(world, 'deleteBlackBooking', stay)
      return tasks(world)
    },
    says: { recorded: ['blackbooking_deleted'], silent: [] },
  },
  black_booking_currency: {
    ask: async (world) => world.sandbox.store.db.bookings.get(await data<number>(world, 'createBlackBooking', night))?.currency,
    says: { property: 'EUR', gbp: 'GBP' },
  },
  timeline_theme: {
    rows: { bookings: [aBooking()] },
    ask: async (world) => (await timeline(world))['className'],
    says: { label: 'label label-grey', badge: 'badge bg-info' },
  },
  timeline_without_bookings: {
    rows: { properties: [aProperty({ settings: { is_real_estate_listing: '1' } })] },
    ask: (world) => data(world, 'getTimeline', { start: '2026-05-01', end: '2026-05-31' }),
    says: { empty: '[]', null: null },
  },
  timeline_text: {
    rows: {
      bookings: [aBooking({ specialRequests: 'Quiet' })],
      notes: [{ id: 1, bookingId: 1, propertyId: 1, text: 'Late', at: NOW }],
    },
    ask: async (world) => /Quiet/.test(String((await timeline(world))['description'])),
    says: { full: true, short: false },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>

async function timeline(world: Parameters<typeof got>[0]): Promise<Readonly<Record<string, unknown>>> {
  const text = await data<string>(world, 'getTimeline', { start: '2026-05-01', end: '2026-05-31' })
  return (JSON.parse(text) as Readonly<Record<string, unknown>>[])[0] ?? {}
}
