/** Reads bookings, black bookings and invoices. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { readJson } from '../../replay/json-text.ts'
import type { Draft } from '../draft.ts'
import type { Call } from '../recording.ts'
import { amountOf, dayOf, defined, flagOf, idOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import { ROOM } from './lists.ts'
import {
  amount,
  amounts,
  day,
  days,
  flag,
  flags,
  id,
  instant,
  makes,
  ofProperty,
  type Reader,
  type ReaderInput,
  text,
  texts,
  valuesIn,
  view,
  writes,
} from './reader.ts'

const INVOICE_STATUS: readonly (string | undefined)[] = ['unpaid', 'paid', 'cancelled', 'pending']
const KINDS: Readonly<Record<string, string>> = { Reception: 'reception', Internet: 'internet', Black: 'black' }
const LINE_KINDS: Readonly<Record<string, string>> = {
  Accommodation: 'accommodation',
  Deposit: 'deposit',
  'Balance payment': 'balance_payment',
  'Single person supplement': 'supplement',
  'City tax value': 'city_tax',
  'Cleaning fee': 'cleaning_fee',
}

function approvalOf({ approved, cancelled }: JsonMap): string | undefined {
  const number = numberOf(approved)
  if (number === undefined) return undefined
  return number === 1 ? 'approved' : number === 2 || flagOf(cancelled) ? 'rejected' : 'waiting'
}

const BOOKING = {
  ...ofProperty,
  ...days('arrival', 'departure'),
  ...texts('tag'),
  ...flags('booked_in', 'deposit_paid', 'cancelled'),
  ...amounts('deposit_required'),
  total: amount('contract_total'),
  currency: text('currency_code'),
  booked_out: flag('bookedout'),
  special_requests: text('special_reqs'),
  created: instant('timestamp'),
  approval: approvalOf,
  changed: instant('last_changed'),
  invoice: id('invoice_uid'),
}
const CONTACT = {
  ...ofProperty,
  ...texts('firstname', 'surname', 'email'),
  landline: text('tel_landline'),
  mobile: text('tel_mobile'),
}
const GUEST_VIEW = {
  ...ofProperty,
  ...Object.fromEntries(
    ['firstname', 'surname', 'house', 'street', 'town', 'postcode'].map((name) => [name, text(`GUEST_${name.toUpperCase()}`)]),
  ),
  landline: text('GUEST_TEL_LANDLINE'),
  mobile: text('GUEST_TEL_MOBILE'),
  email: text('EMAIL_ADDRESS'),
}

const bookingKey = (booking: number): string => `bookings ${booking}`
const stayKey = ({ property, arrival, departure }: JsonMap): string => `stay ${property} ${arrival} ${departure}`

/** A booking that is new in a list after a recorded call made a stay of its dates is the one that the call made. */
function claimMade(draft: Draft, booking: number, stay: JsonMap): void {
  const maker = draft.made.get(stayKey(stay))
  if (maker === undefined || draft.rows('bookings').has(booking) || draft.made.has(bookingKey(booking))) return
  draft.makes('bookings', booking, maker)
  draft.made.delete(stayKey(stay))
}

/** A list of bookings. @param complete true for a list of all bookings of a property */
const bookings =
  (complete = false): Reader =>
  (input) => {
    const { call, draft, property } = input
    for (const [, item] of itemsOf(call.data)) {
      const booking = idOf(item['contract_uid'])
      if (booking === undefined) continue
      const row = valuesIn(BOOKING, item, input)
      claimMade(draft, booking, row)
      if (complete) draft.appears('bookings', booking, String(property), call)
      const maker = draft.made.get(bookingKey(booking))
      if (maker) draft.makes('invoices', idOf(row['invoice']), maker)
      draft.read('bookings', booking, row, call)
      if (!draft.contacts.has(booking) && item['firstname'] !== undefined)
        draft.contacts.set(booking, defined(valuesIn(CONTACT, item, input)))
    }
    if (complete) draft.listed('bookings', String(property))
  }

const guestView: Reader = (input) => {
  const { call, draft } = input
  const booking = idOf(call.path['contract_id'])
  view('bookings', 'contract_id', {})(input)
  const item = itemsOf(call.data)[0]?.[1]
  if (!item || booking === undefined || draft.made.has(bookingKey(booking))) return
  draft.contacts.set(booking, { ...defined(valuesIn(GUEST_VIEW, item, input)), ...draft.contacts.get(booking) })
}

/** The rooms of bookings, from the timeline. */
const timeline: Reader = ({ call, draft, property }) => {
  const read = readJson(textOf(call.data) ?? '')
  for (const [, item] of itemsOf('value' in read ? read.value : undefined)) {
    const booking = idOf(item['contract_uid'])
    const rooms = item['this_contract_room_uids']
    if (booking === undefined || !Array.isArray(rooms)) continue
    for (const room of rooms) draft.read('rooms', idOf(room), { property }, call)
    const stay = { property, arrival: dayOf(item['start']), departure: dayOf(item['end']) }
    claimMade(draft, booking, stay)
    const kind = item['title'] === 'Black booking' ? 'black' : undefined
    const row = { ...stay, rooms: rooms.flatMap((room) => idOf(room) ?? []), kind, ...notesIn(textOf(item['description'])) }
    draft.read('bookings', booking, row, call)
  }
}

/** The notes in the description of a timeline event. */
function notesIn(description = ''): JsonMap {
  const notes = [...description.matchAll(/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (.*?)<br\/>(?=<hr\/>|\d{4}-\d\d-\d\d \d\d:|$)/g)]
  return notes.length > 0 ? { notes: notes.map(([, at, note]) => ({ text: note, at: instantOf(at) })) } : {}
}

const roomViews: Reader = ({ call, draft, property }) => {
  const items = itemsOf(call.data).map(([, item]) => item)
  const rateless = items.length > 0 && items.every((item) => item['RINFO_TARIFF'] === '')
  const views = items.every((item) => item['RINFO_NAME'] !== null) ? items : undefined
  draft.read('bookings', idOf(call.path['contract_id']), { property, rateless, roomViews: views }, call)
}

/** The invoice of a list; fields of a detail view have other names. */
function invoice(item: JsonMap, input: ReaderInput): void {
  const { draft, call, property } = input
  const invoiceId = idOf(item['id'] ?? item['ID'])
  const booking = idOf(item['contract_id'])
  if (booking !== undefined && draft.made.has(bookingKey(booking))) draft.makes('invoices', invoiceId, call)
  const row = {
    ...valuesIn(ofProperty, item, input),
    status: INVOICE_STATUS[numberOf(item['status'] ?? item['STATUS']) ?? -1],
    raised: instantOf(item['raised_date'] ?? item['RAISED']) ?? undefined,
    due: instantOf(item['due_date'] ?? item['DUE']) ?? undefined,
    paid: instantOf(item['paid']),
    user: numberOf(item['cms_user_id']),
    currency: textOf(item['currencycode'] ?? item['CURRENCYCODE']),
    subscription: flagOf(item['subscription']),
    commission: flagOf(item['is_commission']),
    booking,
    shownTotal: amountOf(item['grand_total']),
    lines: Array.isArray(item['LINE_ITEMS']) ? itemsOf(item['LINE_ITEMS']).map(([, line]) => lineOf(line)) : undefined,
  }
  draft.read('invoices', invoiceId, row, call)
  const guest = idOf(item['guest_uid'])
  if (guest !== undefined) draft.read('bookings', booking, { property, guest, invoice: invoiceId }, call)
}

function lineOf(line: JsonMap): JsonMap {
  const name = textOf(line['LI_NAME']) ?? ''
  const rate = numberOf(line['LI_TAX_RATE']) ?? 0
  const code = textOf(line['LI_TAX_CODE']) ?? ''
  const kind = LINE_KINDS[name]
  return defined({
    id: idOf(line['ID']),
    ...(kind === undefined ? { kind: 'text', name } : { kind }),
    description: textOf(line['LI_DESCRIPTION']),
    price: amountOf(line['LI_INIT_PRICE']) ?? 0,
    quantity: numberOf(line['LI_INIT_QTY']),
    discount: amountOf(line['LI_INIT_DISCOUNT']),
    tax: rate === 0 && code === '' ? 'none' : { code, description: textOf(line['LI_TAX_DESCRIPTION']) ?? '', rate },
    total: amountOf(line['LI_INIT_TOTAL']),
    total_inclusive: amountOf(line['LI_INIT_TOTAL_INCLUSIVE']),
  })
}

const invoices: Reader = (input) => {
  for (const [, item] of itemsOf(input.call.data)) invoice(item, input)
}

/** The nights of black bookings. */
const blackBookings: Reader = (input) => {
  const { call, draft, property } = input
  const from = dayOf(call.path['date'])
  const earliest = draft.blackFrom.get(property)
  // A list from an earlier day showed all of them.
  const isKnown = earliest !== undefined && from !== undefined && from >= earliest
  for (const [, item] of itemsOf(call.data)) {
    const booking = idOf(item['contract_uid'])
    const room = idOf(item['room_uid'])
    draft.read('rooms', room, valuesIn(ROOM.fields, item, input), call)
    if (booking === undefined || room === undefined) continue
    if (isKnown) draft.makes('bookings', booking, call)
    draft.read('bookings', booking, { property, kind: 'black', rooms: [room], nightsSeen: [] }, call)
    const nights = draft.rows('bookings').get(booking)?.['nightsSeen']
    const night = dayOf(item['date'])
    if (Array.isArray(nights) && night !== undefined && !nights.includes(night)) nights.push(night)
  }
  if (from !== undefined && !isKnown) draft.blackFrom.set(property, from)
}

const CHECKED_IN = ['booked_in', 'booked_in_on', 'booked_out', 'booked_out_at', 'changed', 'notes']
const wroteCheckIn = writes('bookings', 'contract_id', ...CHECKED_IN)

/** The readers by operation. */
export const STAY_READERS: Readonly<Record<string, Reader>> = {
  listBookings: bookings(true),
  listBookingsBetween: bookings(),
  listArrivalsToday: bookings(),
  listDeparturesToday: bookings(),
  listResidents: bookings(),
  getBookingDates: view('bookings', 'contract_id', {
    arrival: day('BOOKING_ARRIVAL'),
    departure: day('BOOKING_DEPARTURE'),
    kind: ({ BOOKINGTYPE: kind }) => KINDS[String(kind)],
    booked_by: text('BOOKERSUSERNAME'),
    special_requests: text('SPECIALREQS'),
  }),
  getBookingGuest: guestView,
  getBookingRooms: roomViews,
  getBookingPayment: view('bookings', 'contract_id', {
    single_person_supplement: amount('SINGLE_PERSON_SUPPLIMENT'),
    room_total: amount('ROOM_TOTAL'),
    deposit_paid: flag('DEPOSITPAID'),
    deposit_required: amount('BOOKING_DEPOSIT_REQUIRED'),
    total: amount('BOOKING_CONTRACT_TOTAL'),
    deposit_reference: ({ BOOKING_DEPOSIT_REF: reference }) => (reference === null ? null : textOf(reference)),
    tax: amount('TAX'),
    extras_value: amount('EXTRASOPTIONSVALUE'),
  }),
  getBookingNotes: ({ call, draft, property }) => {
    const notes = itemsOf(call.data).map(([, { NOTE, DATETIME, EDITLINK }]) => ({
      id: idOf(/note_id=(\d+)/.exec(textOf(EDITLINK) ?? '')?.[1]),
      text: textOf(NOTE),
      at: instantOf(DATETIME) ?? undefined,
    }))
    draft.read('bookings', idOf(call.path['contract_id']), { property, notes: notes.map(defined) }, call)
  },
  getCheckInStatus: ({ call, draft, property }) => {
    const [inside, out] = [flagOf(valueAt(call.data, 'booked_in')), flagOf(valueAt(call.data, 'booked_out'))]
    const on = inside ? dayOf(valueAt(call.data, 'booked_in_date')) : undefined
    const at = out ? (instantOf(valueAt(call.data, 'booked_out_date')) ?? undefined) : undefined
    const row = { property, booked_in: inside, booked_out: out, booked_in_on: on, booked_out_at: at }
    draft.read('bookings', idOf(call.path['contract_id']), row, call)
  },
  checkInGuest: wroteCheckIn,
  undoCheckIn: wroteCheckIn,
  checkOutGuest: wroteCheckIn,
  undoCheckOut: wroteCheckIn,
  getTimeline: timeline,
  listInvoices: invoices,
  listInvoicesBetween: invoices,
  getInvoice: invoices,
  listBlackBookings: blackBookings,
  createBlackBooking: makes('bookings'),
}

/** The property, arrival and departure of each booking session, from the calls that set them. */
export class SessionStays {
  readonly #stays = new Map<string, JsonMap>()

  /** Follows a call; a booking that it makes is noted. */
  follow({ operation, session = '', form, path, data, ...rest }: Call, draft: Draft): void {
    const stay = this.#stays.get(session) ?? {}
    const dates = { arrival: dayOf(form.get('arrivalDate')), departure: dayOf(form.get('departureDate')) }
    if (operation?.id === 'initialiseSession') this.#stays.set(session, { property: idOf(path['property_id']) ?? 0 })
    if (operation?.id === 'setDates') this.#stays.set(session, { ...stay, ...defined(dates) })
    if (operation?.id === 'createBooking' && isJsonMap(data) && data['valid'] !== false)
      draft.made.set(stayKey(stay), { operation, session, form, path, data, ...rest })
  }

  propertyOf(session: string | undefined): number | undefined {
    return idOf(this.#stays.get(session ?? '')?.['property'])
  }
}
