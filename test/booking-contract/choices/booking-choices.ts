/**
 * Choices about bookings and rooms.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-contract/choices/choices.ts'
import { aBooking, aGuest, aProperty, dayFrom, NOW } from '../../support/small-world.ts'
import { type ChoiceCase, callAsDesk, dataOf, eventTasks, firstOf, statusOf } from './choice-case.ts'

const black = aBooking({ kind: 'black', guestId: 0, bookedBy: 'frontdesk', arrival: dayFrom(0), departure: dayFrom(2) })
const stay = { contract_id: 1 }
const night = { room_id: 1, date: '2026-05-02' }

export const BOOKING_CASES = {
  date_ranges: {
    observe: (world) => statusOf(world, 'listBookingsBetween', { start_date: '2026-05-09', end_date: '2026-05-01' }),
    expected: { refuse: 400, as_recorded: 200 },
  },
  booking_window: {
    rows: { bookings: [aBooking()] },
    observe: async (world) =>
      (await dataOf<unknown[]>(world, 'listBookingsBetween', { start_date: '2026-05-11', end_date: '2026-05-12' })).length,
    expected: { overlap: 1, edges: 0 },
  },
  deleted_guest_bookings: {
    rows: { bookings: [aBooking({ guestId: 99 })] },
    observe: async (world) =>
      (await dataOf<readonly { readonly email: string }[]>(world, 'listBookings')).map(({ email }) => email),
    expected: { listed: [''], left_out: [] },
  },
  label_language: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => {
      const asked = { ...stay, language: 'de-DE' }
      const rooms = await firstOf(world, 'getBookingRooms', asked)
      return [(await firstOf(world, 'getBookingDates', asked))['BOOKING_ARRIVAL'], rooms['_SERVICE_COM_MR_EB_ROOM_FLOOR']]
    },
    expected: { translated: ['Sonntag, 10 Mai 2026', 'Etage'], as_recorded: ['Sunday, 10 May 2026', 'Floor'] },
  },
  guest_image: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => (await firstOf(world, 'getBookingGuest', stay))['GUEST_IMAGE'],
    expected: { path: '/service/assets/images/noimage.svg', address: 'http://test.example/service/assets/images/noimage.svg' },
  },
  email_link: {
    rows: { bookings: [aBooking({ tag: '12345678' })], properties: [aProperty({ name: 'B&B' })] },
    observe: async (world) =>
      new URL(String((await firstOf(world, 'getBookingGuest', stay))['EMAIL_LINK'])).searchParams.get('subject'),
    expected: { encoded: 'Booking number 12345678 @ B&B', plain: 'Booking number 12345678 @ B' },
  },
  black_booking_tariff: {
    rows: { bookings: [{ ...black, rooms: [{ roomId: 1, rateId: 0 }] }] },
    observe: async (world) => (await firstOf(world, 'getBookingRooms', stay))['RINFO_TARIFF'],
    expected: { blank: '', null: null },
  },
  session_booker: {
    rows: { bookings: [aBooking({ kind: 'internet', bookedBy: '' })] },
    observe: async (world) => (await firstOf(world, 'getBookingDates', stay))['BOOKERSUSERNAME'],
    expected: { name: 'Ada Brook', email: 'ada@example.test' },
  },
  long_date: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => (await firstOf(world, 'getBookingDates', stay))['BOOKING_ARRIVAL'],
    expected: { weekday: 'Sunday, 10 May 2026', month_first: 'May 10, 2026' },
  },
  cancelled_rooms: {
    rows: { bookings: [aBooking({ cancelled: true })] },
    observe: async (world) => (await dataOf<unknown[]>(world, 'getBookingRooms', stay)).length,
    expected: { empty: 0, nulls: 1 },
  },
  cancelled_type: {
    rows: { bookings: [aBooking({ cancelled: true })] },
    observe: async (world) => (await firstOf(world, 'getBookingDates', stay))['BOOKINGTYPE'],
    expected: { as_made: 'Reception', internet: 'Internet' },
  },
  black_booking_booker: {
    rows: { bookings: [black] },
    observe: async (world) => (await firstOf(world, 'getBookingDates', stay))['BOOKERSUSERNAME'],
    expected: { name: 'frontdesk', null: null },
  },
  guest_country_unknown: {
    rows: { bookings: [aBooking()], guests: [aGuest({ country: '' })] },
    observe: async (world) => (await firstOf(world, 'getBookingGuest', stay))['GUEST_COUNTRY'],
    expected: { blank: '', false: false },
  },
  rejected_enquiry: {
    rows: { bookings: [aBooking({ approval: 'rejected', cancelled: true })] },
    observe: async (world) => (await firstOf(world, 'listBookings'))['approved'],
    expected: { zero: 0, two: 2 },
  },
  deposit_required_type: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => (await firstOf(world, 'listBookings'))['deposit_required'],
    expected: { text: '60', number: 60 },
  },
  check_in_order: {
    rows: { bookings: [aBooking()] },
    observe: (world) => statusOf(world, 'checkOutGuest', stay),
    expected: { lenient: 200, strict: 409 },
  },
  unknown_record: {
    observe: (world) => statusOf(world, 'deleteGuestType', { guest_type_id: 99 }),
    expected: { refuse: 404, echo: 200 },
  },
  today: {
    rows: { bookings: [aBooking({ arrival: dayFrom(-1) })], properties: [aProperty({ timezone: 'Pacific/Pago_Pago' })] },
    observe: async (world) => (await dataOf<unknown[]>(world, 'listArrivalsToday')).length,
    expected: { utc: 0, property: 1 },
  },
  black_booking_conflict: {
    rows: { bookings: [black] },
    observe: async (world) => {
      const { status, body } = await callAsDesk(world, 'createBlackBooking', night)
      return [status, body]
    },
    expected: {
      204: [204, null],
      '200-with-meta': [200, { meta: { code: 204, error_message: 'Room already booked this date' } }],
      refusal: [409, { meta: { code: 409, error_message: 'Room already booked this date' } }],
    },
  },
  black_booking_list: {
    rows: { bookings: [black] },
    observe: async (world) => (await dataOf<unknown[]>(world, 'listBlackBookings', { date: '2026-05-01' })).length,
    expected: { nights: 2, rooms: 1 },
  },
  black_booking_delete_event: {
    rows: { bookings: [black] },
    observe: async (world) => {
      await callAsDesk(world, 'deleteBlackBooking', stay)
      return eventTasks(world)
    },
    expected: { recorded: ['blackbooking_deleted'], silent: [] },
  },
  black_booking_currency: {
    observe: async (world) =>
      world.sandbox.store.db.bookings.get(await dataOf<number>(world, 'createBlackBooking', night))?.currency,
    expected: { property: 'EUR', gbp: 'GBP' },
  },
  timeline_theme: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => (await timeline(world))['className'],
    expected: { label: 'label label-grey', badge: 'badge bg-info' },
  },
  timeline_without_bookings: {
    rows: { properties: [aProperty({ settings: { is_real_estate_listing: '1' } })] },
    observe: (world) => dataOf(world, 'getTimeline', { start: '2026-05-01', end: '2026-05-31' }),
    expected: { empty: '[]', null: null },
  },
  timeline_text: {
    rows: {
      bookings: [aBooking({ specialRequests: 'Quiet' })],
      notes: [{ id: 1, bookingId: 1, propertyId: 1, text: 'Late', at: NOW }],
    },
    observe: async (world) => /^(Booking \S+:).*?(Quiet|$)/.exec(String((await timeline(world))['description']))?.slice(1),
    expected: { full: ['Booking no.:', 'Quiet'], recorded: ['Booking number:', 'Quiet'], short: ['Booking number:', ''] },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>

async function timeline(world: Parameters<typeof callAsDesk>[0]): Promise<Readonly<Record<string, unknown>>> {
  const text = await dataOf<string>(world, 'getTimeline', { start: '2026-05-01', end: '2026-05-31' })
  return (JSON.parse(text) as Readonly<Record<string, unknown>>[])[0] ?? {}
}
