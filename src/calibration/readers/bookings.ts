/** Reads bookings, black bookings and invoices. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { readJson } from '../../replay/json-text.ts'
import type { Draft } from '../draft.ts'
import type { Call } from '../recording.ts'
import { amountOf, dayOf, defined, flagOf, idOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import type { Reader, ReaderInput } from './reader.ts'

const INVOICE_STATUS: readonly (string | undefined)[] = ['unpaid', 'paid', 'cancelled', 'pending']
const LINE_KINDS: Readonly<Record<string, string>> = {
  Accommodation: 'accommodation',
  Deposit: 'deposit',
  'Balance payment': 'balance_payment',
  'Single person supplement': 'supplement',
  'City tax value': 'city_tax',
  'Cleaning fee': 'cleaning_fee',
}

function approvalOf(approved: unknown, cancelled: boolean | undefined): string | undefined {
  const number = numberOf(approved)
  if (number === undefined) return undefined
  return number === 1 ? 'approved' : number === 2 || cancelled ? 'rejected' : 'waiting'
}

/** A booking of any list. */
function readBooking(draft: Draft, call: Call, item: JsonMap, property: number | undefined): void {
  const id = idOf(item['contract_uid'])
  if (id === undefined) return
  const arrival = dayOf(item['arrival'])
  const departure = dayOf(item['departure'])
  claimMade(draft, { id, property, arrival, departure })
  const cancelled = flagOf(item['cancelled'])
  const invoice = idOf(item['invoice_uid'])
  const maker = draft.made.get(bookingKey(id))
  if (maker) draft.makes('invoices', invoice, maker)
  draft.read(
    'bookings',
    id,
    {
      property,
      arrival,
      departure,
      total: amountOf(item['contract_total']),
      tag: textOf(item['tag']),
      currency: textOf(item['currency_code']),
      booked_in: flagOf(item['booked_in']),
      booked_out: flagOf(item['bookedout']),
      deposit_required: amountOf(item['deposit_required']),
      deposit_paid: flagOf(item['deposit_paid']),
      special_requests: textOf(item['special_reqs']),
      created: instantOf(item['timestamp']),
      cancelled,
      approval: approvalOf(item['approved'], cancelled),
      changed: instantOf(item['last_changed']) ?? undefined,
      invoice,
    },
    call,
  )
  if (draft.contacts.has(id) || item['firstname'] === undefined) return
  draft.contacts.set(
    id,
    defined({
      property,
      firstname: textOf(item['firstname']),
      surname: textOf(item['surname']),
      landline: textOf(item['tel_landline']),
      mobile: textOf(item['tel_mobile']),
      email: textOf(item['email']),
    }),
  )
}

interface Stay {
  readonly id: number
  readonly property: number | undefined
  readonly arrival: string | undefined
  readonly departure: string | undefined
}

const stayKey = ({ property, arrival, departure }: Omit<Stay, 'id'>): string => `stay ${property} ${arrival} ${departure}`

/** A booking that is new in a list after a recorded call made a stay of its dates is the one that the call made. */
function claimMade(draft: Draft, stay: Stay): void {
  const maker = draft.made.get(stayKey(stay))
  if (maker === undefined || draft.rows('bookings').has(stay.id) || draft.made.has(bookingKey(stay.id))) return
  draft.makes('bookings', stay.id, maker)
  draft.made.delete(stayKey(stay))
}

const bookingKey = (id: number): string => `bookings ${id}`

const bookingList: Reader = ({ call, draft, property }) => {
  for (const [, item] of itemsOf(call.data)) readBooking(draft, call, item, idOf(item['property_uid']) ?? property)
}

/** A detail view of one booking. */
const view =
  (fields: (item: JsonMap, input: ReaderInput) => JsonMap): Reader =>
  (input) => {
    const { call, draft, property } = input
    const item = itemsOf(call.data)[0]?.[1]
    const id = idOf(call.path['contract_id'])
    if (item && id !== undefined) draft.read('bookings', id, { property, ...fields(item, input) }, call)
  }

const KINDS: Readonly<Record<string, string>> = { Reception: 'reception', Internet: 'internet', Black: 'black' }

const guestView: Reader = (input) => {
  const { call, draft, property } = input
  const item = itemsOf(call.data)[0]?.[1]
  const id = idOf(call.path['contract_id'])
  if (!item || id === undefined || draft.made.has(bookingKey(id))) return
  draft.read('bookings', id, { property }, call)
  const seen = {
    property,
    firstname: textOf(item['GUEST_FIRSTNAME']),
    surname: textOf(item['GUEST_SURNAME']),
    house: textOf(item['GUEST_HOUSE']),
    street: textOf(item['GUEST_STREET']),
    town: textOf(item['GUEST_TOWN']),
    regionName: textOf(item['GUEST_REGION']),
    countryName: textOf(item['GUEST_COUNTRY']),
    postcode: textOf(item['GUEST_POSTCODE']),
    landline: textOf(item['GUEST_TEL_LANDLINE']),
    mobile: textOf(item['GUEST_TEL_MOBILE']),
    email: textOf(item['EMAIL_ADDRESS']),
  }
  draft.contacts.set(id, { ...defined(seen), ...draft.contacts.get(id) })
}

/** The rooms of bookings, from the timeline. */
const timeline: Reader = ({ call, draft, property }) => {
  const read = readJson(textOf(call.data) ?? '')
  for (const [, item] of itemsOf('value' in read ? read.value : undefined)) {
    const id = idOf(item['contract_uid'])
    const rooms = item['this_contract_room_uids']
    if (id === undefined || !Array.isArray(rooms)) continue
    for (const room of rooms) draft.read('rooms', idOf(room), { property }, call)
    const start = dayOf(item['start'])
    claimMade(draft, { id, property, arrival: start, departure: dayOf(item['end']) })
    const booking = { property, arrival: start, departure: dayOf(item['end']), rooms: rooms.flatMap((room) => idOf(room) ?? []) }
    const black = item['title'] === 'Black booking'
    draft.read('bookings', id, { ...booking, ...(black && { kind: 'black' }), ...notesIn(textOf(item['description'])) }, call)
  }
}

/** The notes in the description of a timeline event. */
function notesIn(description = ''): JsonMap {
  const notes = [...description.matchAll(/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (.*?)<br\/>(?=<hr\/>|\d{4}-\d\d-\d\d \d\d:|$)/g)]
  return notes.length > 0 ? { notes: notes.map(([, at, text]) => ({ text, at: instantOf(at) })) } : {}
}

const rooms: Reader = ({ call, draft, property }) => {
  const id = idOf(call.path['contract_id'])
  const items = itemsOf(call.data).map(([, item]) => item)
  if (id === undefined || draft.made.has(bookingKey(id)) || items.some((item) => item['RINFO_NAME'] === null)) return
  draft.read('bookings', id, { property, roomViews: items }, call)
}

function readInvoice(draft: Draft, call: Call, item: JsonMap, property: number | undefined): void {
  const id = idOf(item['id'] ?? item['ID'])
  const booking = idOf(item['contract_id'])
  if (id === undefined) return
  if (booking !== undefined && draft.made.has(bookingKey(booking))) draft.makes('invoices', id, call)
  draft.read(
    'invoices',
    id,
    {
      property: idOf(item['property_uid']) ?? property,
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
    },
    call,
  )
  const guest = idOf(item['guest_uid'])
  if (booking !== undefined && guest !== undefined) draft.read('bookings', booking, { property, guest, invoice: id }, call)
}

function lineOf(line: JsonMap): JsonMap {
  const name = textOf(line['LI_NAME']) ?? ''
  const rate = numberOf(line['LI_TAX_RATE']) ?? 0
  const code = textOf(line['LI_TAX_CODE']) ?? ''
  const tax = rate === 0 && code === '' ? 'none' : { code, description: textOf(line['LI_TAX_DESCRIPTION']) ?? '', rate }
  const kind = LINE_KINDS[name]
  return defined({
    id: idOf(line['ID']),
    ...(kind === undefined ? { kind: 'text', name } : { kind }),
    description: textOf(line['LI_DESCRIPTION']),
    price: amountOf(line['LI_INIT_PRICE']) ?? 0,
    quantity: numberOf(line['LI_INIT_QTY']),
    discount: amountOf(line['LI_INIT_DISCOUNT']),
    tax,
    total: amountOf(line['LI_INIT_TOTAL']),
    total_inclusive: amountOf(line['LI_INIT_TOTAL_INCLUSIVE']),
  })
}

const invoiceList: Reader = ({ call, draft, property }) => {
  for (const [, item] of itemsOf(call.data)) readInvoice(draft, call, item, property)
}

const wroteCheckIn: Reader = ({ call, draft }) =>
  draft.wrote(
    'bookings',
    idOf(call.path['contract_id']),
    ['booked_in', 'booked_in_on', 'booked_out', 'booked_out_at', 'changed', 'notes'],
    call,
  )

/** The readers of bookings, by operation. */
export const BOOKING_READERS: Readonly<Record<string, Reader>> = {
  listBookings: bookingList,
  listBookingsBetween: bookingList,
  listArrivalsToday: bookingList,
  listDeparturesToday: bookingList,
  listResidents: bookingList,
  getBookingDates: view((item) => ({
    arrival: dayOf(item['BOOKING_ARRIVAL']),
    departure: dayOf(item['BOOKING_DEPARTURE']),
    kind: KINDS[textOf(item['BOOKINGTYPE']) ?? ''],
    booked_by: textOf(item['BOOKERSUSERNAME']),
    special_requests: textOf(item['SPECIALREQS']),
  })),
  getBookingGuest: guestView,
  getBookingRooms: rooms,
  getBookingPayment: view((item) => ({
    single_person_supplement: amountOf(item['SINGLE_PERSON_SUPPLIMENT']),
    room_total: amountOf(item['ROOM_TOTAL']),
    deposit_paid: flagOf(item['DEPOSITPAID']),
    deposit_required: amountOf(item['BOOKING_DEPOSIT_REQUIRED']),
    total: amountOf(item['BOOKING_CONTRACT_TOTAL']),
    deposit_reference: item['BOOKING_DEPOSIT_REF'] === null ? null : textOf(item['BOOKING_DEPOSIT_REF']),
    tax: amountOf(item['TAX']),
    extras_value: amountOf(item['EXTRASOPTIONSVALUE']),
  })),
  getBookingNotes: ({ call, draft, property }) => {
    const id = idOf(call.path['contract_id'])
    const notes = itemsOf(call.data).map(([, { NOTE, DATETIME, EDITLINK }]) => ({
      id: idOf(/note_id=(\d+)/.exec(textOf(EDITLINK) ?? '')?.[1]),
      text: textOf(NOTE),
      at: instantOf(DATETIME) ?? undefined,
    }))
    if (id !== undefined) draft.read('bookings', id, { property, notes: notes.map(defined) }, call)
  },
  getCheckInStatus: ({ call, draft, property }) => {
    const [inside, out] = [flagOf(valueAt(call.data, 'booked_in')), flagOf(valueAt(call.data, 'booked_out'))]
    const fields = { property, booked_in: inside, booked_out: out }
    const on = inside ? dayOf(valueAt(call.data, 'booked_in_date')) : undefined
    const at = out ? (instantOf(valueAt(call.data, 'booked_out_date')) ?? undefined) : undefined
    draft.read('bookings', idOf(call.path['contract_id']), { ...fields, booked_in_on: on, booked_out_at: at }, call)
  },
  checkInGuest: wroteCheckIn,
  undoCheckIn: wroteCheckIn,
  checkOutGuest: wroteCheckIn,
  undoCheckOut: wroteCheckIn,
  getTimeline: timeline,
  listInvoices: invoiceList,
  listInvoicesBetween: invoiceList,
  getInvoice: invoiceList,
  listBlackBookings: ({ call, draft, property }) => {
    for (const [, item] of itemsOf(call.data)) {
      const id = idOf(item['contract_uid'])
      const room = idOf(item['room_uid'])
      const seen = {
        property,
        name: textOf(item['room_name']),
        number: textOf(item['room_number']),
        floor: textOf(item['room_floor']),
      }
      draft.read('rooms', room, seen, call)
      if (id === undefined || room === undefined || draft.made.has(bookingKey(id))) continue
      const day = dayOf(item['date'])
      const before = draft.rows('bookings').get(id)
      const nights = Array.isArray(before?.['nightsSeen']) ? before['nightsSeen'] : []
      draft.read('bookings', id, { property, kind: 'black', rooms: [room] }, call)
      const row = draft.rows('bookings').get(id)
      if (row && day !== undefined && !nights.includes(day)) row['nightsSeen'] = [...nights, day]
    }
  },
  createBlackBooking: ({ call, draft }) => draft.makes('bookings', idOf(call.data), call),
}

/** The property, arrival and departure of each booking session, from the calls that set them. */
export class SessionStays {
  readonly #stays = new Map<string, { property?: number; arrival?: string; departure?: string }>()

  /** Follows a call; a booking that it makes is noted. */
  follow(call: Call, draft: Draft): void {
    const { operation, session = '', form, path } = call
    if (operation === undefined || !call.ok) return
    const stay = this.#stays.get(session) ?? {}
    if (operation.id === 'initialiseSession') this.#stays.set(session, { property: idOf(path['property_id']) ?? 0 })
    if (operation.id === 'setDates')
      this.#stays.set(session, {
        ...stay,
        ...defined({ arrival: dayOf(form.get('arrivalDate')), departure: dayOf(form.get('departureDate')) }),
      })
    if (operation.id !== 'createBooking' || !isJsonMap(call.data) || call.data['valid'] === false) return
    const { property, arrival, departure } = stay
    draft.made.set(stayKey({ property, arrival, departure }), call)
  }

  propertyOf(session: string | undefined): number | undefined {
    return this.#stays.get(session ?? '')?.property
  }
}
