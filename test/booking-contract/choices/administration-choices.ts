/**
 * Choices about guests, guest types, coupons, the overview, favourites, invoices and charts.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-contract/choices/choices.ts'
import { aCoupon, COUPON_VALUES } from '../../support/coupon-row.ts'
import { GUEST_TYPE_FORM } from '../../support/forms.ts'
import { aGuestType } from '../../support/guest-type-row.ts'
import { aBooking, aGuest, aLine, anInvoice, aProperty, dayFrom } from '../../support/small-world.ts'
import { type ChoiceCase, callAsDesk, dataOf, eventTasks, firstOf, statusOf } from './choice-case.ts'

const SPRING_COUPON = aCoupon({ guestId: 1 })
const COUPON = { coupon_id: 1, coupon_code: 'SUMMER', ...COUPON_VALUES }
const AS_NUMBERS = { maximum: 4, is_percentage: 1, posneg: 0, variance: 12.5, published: 0, order: 7, is_child: 0 }
/** What the line of the invoice comes to. */
const SUM = aLine().totalInclusive / 100
const billed = { bookings: [aBooking({ invoiceId: 1 })], invoices: [anInvoice()], lineItems: [aLine()] }
const paid = { ...billed, invoices: [anInvoice({ status: 'paid' })] }

export const ADMINISTRATION_CASES = {
  write_answer_types: {
    observe: async (world) => {
      const [type] = await dataOf<readonly object[]>(world, 'createGuestType', GUEST_TYPE_FORM)
      return type
    },
    expected: {
      as_listed: { message: 'Created customer type', id: 1, property_uid: 1, ...GUEST_TYPE_FORM, ...AS_NUMBERS },
      as_recorded: { message: 'Created customer type', id: 1, property_uid: '1', ...GUEST_TYPE_FORM },
    },
  },
  invoice_totals: {
    rows: { ...paid, lineItems: [aLine(), aLine({ id: 2, total: -1000, totalInclusive: -1000 })] },
    observe: async (world) => {
      const total = (await firstOf(world, 'listInvoices'))['grand_total']
      const years = await dataOf<Record<string, { readonly data: readonly number[] }>>(world, 'chartBookings')
      return [total, Object.values(years)[0]?.data.find((value) => value > 0)]
    },
    expected: { same: [SUM - 10, SUM - 10], as_recorded: [SUM, SUM] },
  },
  guest_type_echo_only: {
    observe: async (world) => {
      await callAsDesk(world, 'createGuestType', GUEST_TYPE_FORM)
      const { published, order } = await firstOf(world, 'listGuestTypes')
      return [published, order]
    },
    expected: { no: [0, 7], yes: [1, 0] },
  },
  guest_type_variance: {
    rows: { guestTypes: [aGuestType()] },
    observe: async (world) => (await firstOf(world, 'updateGuestType', { guest_type_id: 1, ...GUEST_TYPE_FORM }))['variance'],
    expected: { exact: 12.5, truncated: 12 },
  },
  guest_property_uid: {
    observe: async (world) => (await firstOf(world, 'listGuests'))['property_uid'],
    expected: { text: '1', number: 1 },
  },
  guest_deleted_coupons: {
    rows: { coupons: [SPRING_COUPON, aCoupon({ id: 2, code: 'ALL' })] },
    observe: async (world) => {
      await callAsDesk(world, 'deleteGuest', { guest_id: 1 })
      return (await dataOf<readonly { readonly coupon_id: number }[]>(world, 'listCoupons')).map(({ coupon_id }) => coupon_id)
    },
    expected: { removed: [2], kept: [1, 2] },
  },
  guest_deleted_invoices: {
    rows: billed,
    observe: async (world) => {
      await callAsDesk(world, 'deleteGuest', { guest_id: 1 })
      return (await firstOf(world, 'getInvoice', { invoice_id: 1 }))['STATUS_TXT']
    },
    expected: { cancelled: 'Cancelled', kept: 'Pending' },
  },
  guest_deleted_message: {
    observe: async (world) => (await firstOf(world, 'deleteGuest', { guest_id: 1 }))['message'],
    expected: { text: 'Deleted guest', key: '_SERVICE_MR_AUDIT_DELETE_GUEST' },
  },
  management_events: {
    rows: { ...billed, coupons: [SPRING_COUPON] },
    observe: async (world) => {
      await callAsDesk(world, 'deleteCoupon', { coupon_id: 1 })
      await callAsDesk(world, 'deleteGuest', { guest_id: 1 })
      return eventTasks(world)
    },
    expected: {
      recorded: ['coupon_deleted', 'invoice_updated', 'invoice_cancelled', 'booking_cancelled', 'guest_deleted'],
      silent: [],
    },
  },
  input_values: {
    observe: (world) => statusOf(world, 'createGuestType', { ...GUEST_TYPE_FORM, maximum: 'many' }),
    expected: { checked: 400, cast: 200 },
  },
  coupon_guest: {
    rows: { coupons: [SPRING_COUPON] },
    observe: async (world) => {
      await callAsDesk(world, 'updateCoupon', COUPON)
      return (await firstOf(world, 'listCoupons'))['guest_name']
    },
    expected: { kept: 'Ada Brook', reset: '' },
  },
  overview_lists: {
    rows: { bookings: [aBooking({ arrival: dayFrom(0), kind: 'black', guestId: 0 })] },
    observe: async (world) => (await dataOf<unknown[]>(world, 'listArrivalsToday')).length,
    expected: { guests: 0, contracts: 1 },
  },
  favourite_unknown_property: {
    observe: (world) => statusOf(world, 'addFavourite', { property_id: 4711 }, { as: 'fan' }),
    expected: { accept: 200, refuse: 404 },
  },
  money_symbol: {
    rows: { bookings: [aBooking({ currency: 'GBP' })], properties: [aProperty({ currency: 'GBP' })] },
    observe: async (world) => (await firstOf(world, 'getBookingPayment', { contract_id: 1 }))['GRAND_TOTAL'],
    expected: { suffix: '300.00£', by_currency: '£300.00' },
  },
  invoice_number_text: {
    rows: billed,
    observe: async (world) => {
      const { LINE_ITEMS } = await firstOf(world, 'getInvoice', { invoice_id: 1 })
      return (LINE_ITEMS as readonly { LI_INIT_QTY: string }[])[0]?.LI_INIT_QTY
    },
    expected: { short: '1', two_decimals: '1.00' },
  },
  invoice_without_booking: {
    rows: { invoices: [anInvoice({ bookingId: 0 })], lineItems: [aLine()] },
    observe: async (world) => {
      const { guest_uid, tag, currency_code, approved } = await firstOf(world, 'listInvoices')
      return [guest_uid, tag, currency_code, approved]
    },
    expected: { blank: [0, '', 'EUR', 0], nulls: [null, null, null, null] },
  },
  chart_values: {
    rows: { ...paid, guests: [aGuest(), aGuest({ id: 2 })] },
    observe: async (world) => {
      const years = await dataOf<Record<string, { data: readonly unknown[] }>>(world, 'chartBookings')
      return [years['2026']?.data[3], (await firstOf(world, 'chartGuestCountries'))['data']]
    },
    expected: { numbers: [300, [2]], as_recorded: ['300.00', [1, 1]] },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
