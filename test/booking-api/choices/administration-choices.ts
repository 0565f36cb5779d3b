/**
 * Choices about guests, guest types, coupons, the overview, favourites, invoices and charts.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-api/choices/choices.ts'
import { aCoupon } from '../../support/coupon-row.ts'
import { GUEST_TYPE_FORM } from '../../support/forms.ts'
import { aBooking, aGuest, aLine, anInvoice, aProperty, dayFrom } from '../../support/small-world.ts'
import { type ChoiceCase, data, first, got, status, tasks } from './choice-case.ts'

const aGuestType = {
  id: 1,
  propertyId: 1,
  type: 'Senior',
  notes: '',
  maximum: 4,
  isPercentage: true,
  adds: false,
  variance: 1250,
  published: true,
  order: 0,
  isChild: false,
}
const SPRING_COUPON = aCoupon({ guestId: 1 })
const COUPON = {
  coupon_id: 1,
  coupon_code: 'SUMMER',
  valid_from: '2026-05-01',
  valid_to: '2026-05-31',
  amount: '25.5',
  is_percentage: '0',
  booking_valid_from: '2026-06-01',
  booking_valid_to: '2026-06-30',
}
const AS_NUMBERS = { maximum: 4, is_percentage: 1, posneg: 0, variance: 12.5, published: 0, order: 7, is_child: 0 }
/** What the line of the invoice comes to. */
const SUM = aLine().totalInclusive / 100
const billed = { bookings: [aBooking({ invoiceId: 1 })], invoices: [anInvoice()], lineItems: [aLine()] }
const paid = { ...billed, invoices: [anInvoice({ status: 'paid' })] }

export const ADMINISTRATION_CASES = {
  write_answer_types: {
    ask: async (world) => {
      const [type] = await data<readonly object[]>(world, 'createGuestType', GUEST_TYPE_FORM)
      return type
    },
    says: {
      as_listed: { message: 'Created customer type', id: 1, property_uid: 1, ...GUEST_TYPE_FORM, ...AS_NUMBERS },
      as_recorded: { message: 'Created customer type', id: 1, property_uid: '1', ...GUEST_TYPE_FORM },
    },
  },
  invoice_totals: {
    rows: { ...paid, lineItems: [aLine(), aLine({ id: 2, total: -1000, totalInclusive: -1000 })] },
    ask: async (world) => {
      const total = (await first(world, 'listInvoices'))['grand_total']
      const years = await data<Record<string, { readonly data: readonly number[] }>>(world, 'chartBookings')
      return [total, Object.values(years)[0]?.data.find((value) => value > 0)]
    },
    says: { same: [SUM - 10, SUM - 10], as_recorded: [SUM, SUM] },
  },
  guest_type_echo_only: {
    ask: async (world) => {
      await got(world, 'createGuestType', GUEST_TYPE_FORM)
      const { published, order } = await first(world, 'listGuestTypes')
      return [published, order]
    },
    says: { no: [0, 7], yes: [1, 0] },
  },
  guest_type_variance: {
    rows: { guestTypes: [aGuestType] },
    ask: async (world) => (await first(world, 'updateGuestType', { guest_type_id: 1, ...GUEST_TYPE_FORM }))['variance'],
    says: { exact: 12.5, truncated: 12 },
  },
  guest_property_uid: {
    ask: async (world) => (await first(world, 'listGuests'))['property_uid'],
    says: { text: '1', number: 1 },
  },
  guest_deleted_invoices: {
    rows: billed,
    ask: async (world) => {
      await got(world, 'deleteGuest', { guest_id: 1 })
      return (await first(world, 'getInvoice', { invoice_id: 1 }))['STATUS_TXT']
    },
    says: { cancelled: 'Cancelled', kept: 'Pending' },
  },
  guest_deleted_message: {
    ask: async (world) => (await first(world, 'deleteGuest', { guest_id: 1 }))['message'],
    says: { text: 'Deleted guest', key: '_SERVICE_MR_AUDIT_DELETE_GUEST' },
  },
  management_events: {
    rows: { ...billed, coupons: [SPRING_COUPON] },
    ask: async (world) => {
      await got(world, 'deleteCoupon', { coupon_id: 1 })
      await got(world, 'deleteGuest', { guest_id: 1 })
      return tasks(world)
    },
    says: {
      recorded: ['coupon_deleted', 'invoice_updated', 'invoice_cancelled', 'booking_cancelled', 'guest_deleted'],
      silent: [],
    },
  },
  input_values: {
    ask: (world) => status(world, 'createGuestType', { ...GUEST_TYPE_FORM, maximum: 'many' }),
    says: { checked: 400, cast: 200 },
  },
  coupon_guest: {
    rows: { coupons: [SPRING_COUPON] },
    ask: async (world) => {
      await got(world, 'updateCoupon', COUPON)
      return (await first(world, 'listCoupons'))['guest_name']
    },
    says: { kept: 'Ada Brook', reset: '' },
  },
  overview_lists: {
    rows: { bookings: [aBooking({ arrival: dayFrom(0), kind: 'black', guestId: 0 })] },
    ask: async (world) => (await data<unknown[]>(world, 'listArrivalsToday')).length,
    says: { guests: 0, contracts: 1 },
  },
  favourite_unknown_property: {
    ask: (world) => status(world, 'addFavourite', { property_id: 4711 }, { as: 'fan' }),
    says: { accept: 200, refuse: 404 },
  },
  money_symbol: {
    rows: { bookings: [aBooking({ currency: 'GBP' })], properties: [aProperty({ currency: 'GBP' })] },
    ask: async (world) => (await first(world, 'getBookingPayment', { contract_id: 1 }))['GRAND_TOTAL'],
    says: { suffix: '300.00£', by_currency: '£300.00' },
  },
  invoice_number_text: {
    rows: billed,
    ask: async (world) => {
      const { LINE_ITEMS } = await first(world, 'getInvoice', { invoice_id: 1 })
      return (LINE_ITEMS as readonly { LI_INIT_QTY: string }[])[0]?.LI_INIT_QTY
    },
    says: { short: '1', two_decimals: '1.00' },
  },
  invoice_without_booking: {
    rows: { invoices: [anInvoice({ bookingId: 0 })], lineItems: [aLine()] },
    ask: async (world) => {
      const { guest_uid, tag, currency_code, approved } = await first(world, 'listInvoices')
      return [guest_uid, tag, currency_code, approved]
    },
    says: { blank: [0, '', 'EUR', 0], nulls: [null, null, null, null] },
  },
  chart_values: {
    rows: { ...paid, guests: [aGuest(), aGuest({ id: 2 })] },
    ask: async (world) => {
      const years = await data<Record<string, { data: readonly unknown[] }>>(world, 'chartBookings')
      return [years['2026']?.data[3], (await first(world, 'chartGuestCountries'))['data']]
    },
    says: { numbers: [300, [2]], as_recorded: ['300.00', [1, 1]] },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
