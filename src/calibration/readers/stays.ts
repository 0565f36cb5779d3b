/** Reads bookings, black bookings and invoices. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { decodedOrSame } from '../../base/percent-encoding.ts'
import { INVOICE_STATUSES } from '../../domain/invoice/invoices.ts'
import type { Draft } from '../draft.ts'
import { lineKind } from '../stays.ts'
import { dayOf, defined, flagOf, idOf, idsOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import { makes, type Reader, type ReaderInput, readRows, valuesIn, writes } from './reader.ts'

const KINDS: Readonly<Record<string, string>> = { Reception: 'reception', Internet: 'internet', Black: 'black' }
function approvalOf({ approved, cancelled }: JsonMap): string | undefined {
  const number = numberOf(approved)
  if (number === undefined) return undefined
  return number === 1 ? 'approved' : number === 2 || flagOf(cancelled) ? 'rejected' : 'waiting'
}

/** The fields of a booking in a list or a view. */
const bookingIn = (item: JsonMap, { property }: ReaderInput): JsonMap => ({
  ...valuesIn('bookings', item, property),
  approval: approvalOf(item),
  invoice: numberOf(item['invoice_uid']) === 0 ? false : idOf(item['invoice_uid']),
  kind: KINDS[String(item['BOOKINGTYPE'])],
})

const bookingKey = (booking: number): string => `bookings ${booking}`
const stayKey = ({ property, arrival, departure }: JsonMap): string => `stay ${property} ${arrival} ${departure}`

/** A booking that is new in a list after a recorded call made a stay of its dates is the one that the call made. */
function claimMade(draft: Draft, booking: number, stay: JsonMap): void {
  const maker = draft.made.get(stayKey(stay))
  if (maker === undefined || draft.rows('bookings').has(booking) || draft.made.has(bookingKey(booking))) return
  draft.makes('bookings', booking, maker)
  draft.made.delete(stayKey(stay))
}

/** Adds what an item shows of the guest of a booking: the first reading of each field counts. */
function readContact({ draft, property }: ReaderInput, booking: number, item: JsonMap): void {
  draft.contacts.set(booking, { ...defined(valuesIn('guests', item, property)), ...draft.contacts.get(booking) })
}

/** A list of bookings. @param complete true for a list of all bookings of a property */
const bookings =
  (complete = false): Reader =>
  (input) => {
    const { call, draft, property } = input
    for (const [, item] of itemsOf(call.data)) {
      const booking = idOf(item['contract_uid'])
      if (booking === undefined) continue
      const row = bookingIn(item, input)
      claimMade(draft, booking, row)
      draft.appears('bookings', booking, String(property), call)
      const maker = draft.made.get(bookingKey(booking))
      if (maker) draft.makes('invoices', idOf(row['invoice']), maker)
      draft.read('bookings', booking, row, call)
      if (item['firstname'] !== undefined) readContact(input, booking, item)
    }
    if (complete) draft.listed('bookings', String(property))
  }

/** Reads the booking that the path names. @param fieldsOf undefined when the response shows none */
const booking =
  (fieldsOf: (input: ReaderInput) => JsonMap | undefined): Reader =>
  (input) => {
    const { call, draft, property } = input
    const [id, fields] = [idOf(call.path['contract_id']), fieldsOf(input)]
    draft.appears('bookings', id, String(property), call)
    if (fields) draft.read('bookings', id, { property, ...fields }, call)
  }

const viewOf = ({ call }: ReaderInput): JsonMap | undefined => itemsOf(call.data)[0]?.[1]

const view = booking((input) => {
  const item = viewOf(input)
  return item && bookingIn(item, input)
})

const guestView: Reader = (input) => {
  view(input)
  const [item, id] = [viewOf(input), idOf(input.call.path['contract_id'])]
  if (item && id !== undefined) readContact(input, id, item)
  const [, subject = ''] = /\?subject=([^&]*)&/.exec(textOf(item?.['EMAIL_LINK']) ?? '') ?? []
  const [, name] = / @ (.+)$/.exec(decodedOrSame(subject)) ?? []
  input.draft.read('properties', input.property, { name }, input.call)
}

/** The rooms of bookings, from the timeline. */
const timeline: Reader = ({ call, draft, property }) => {
  for (const [, item] of itemsOf(parsedJson(textOf(call.data) ?? ''))) {
    const id = idOf(item['contract_uid'])
    if (id === undefined || !Array.isArray(item['this_contract_room_uids'])) continue
    const rooms = idsOf(item['this_contract_room_uids'])
    for (const room of rooms) draft.read('rooms', room, { property }, call)
    const stay = { property, arrival: dayOf(item['start']), departure: dayOf(item['end']) }
    claimMade(draft, id, stay)
    const kind = item['title'] === 'Black booking' ? 'black' : undefined
    draft.read('bookings', id, { ...stay, rooms, kind, ...notesIn(textOf(item['description'])) }, call)
  }
}

/** The notes in the description of a timeline event. */
function notesIn(description = ''): JsonMap {
  const notes = [...description.matchAll(/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (.*?)<br\/>(?=<hr\/>|\d{4}-\d\d-\d\d \d\d:|$)/g)]
  return notes.length > 0 ? { notes: notes.map(([, at, note]) => ({ text: note, at: instantOf(at) })) } : {}
}

/** The invoice of a list; the details of one have its lines. */
const invoices: Reader = (input) => {
  const { draft, call, property } = input
  for (const [, item] of itemsOf(call.data)) {
    const shown = valuesIn('invoices', item, property)
    const [id, contract, guest] = [idOf(shown['id']), idOf(shown['booking']), idOf(item['guest_uid'])]
    if (contract !== undefined && draft.made.has(bookingKey(contract))) draft.makes('invoices', id, call)
    const row = {
      ...shown,
      booking: contract,
      status: INVOICE_STATUSES[numberOf(item['status'] ?? item['STATUS']) ?? -1],
      shown: 'grand_total' in item ? item : undefined,
      lines: Array.isArray(item['LINE_ITEMS']) ? itemsOf(item['LINE_ITEMS']).map(([, line]) => lineOf(line)) : undefined,
    }
    draft.read('invoices', id, row, call)
    if (guest !== undefined) draft.read('bookings', contract, { property, guest, invoice: id }, call)
  }
}

function lineOf(line: JsonMap): JsonMap {
  const rate = numberOf(line['LI_TAX_RATE']) ?? 0
  const code = textOf(line['LI_TAX_CODE']) ?? ''
  const { name, price = 0, ...fields } = valuesIn('lines', line)
  return defined({
    ...fields,
    ...lineKind(String(name ?? '')),
    price,
    tax: rate === 0 && code === '' ? 'none' : { code, description: textOf(line['LI_TAX_DESCRIPTION']) ?? '', rate },
  })
}

/** The nights of black bookings. */
const blackBookings: Reader = (input) => {
  const { call, draft, property } = input
  const from = dayOf(call.path['date'])
  const earliest = draft.blackFrom.get(property)
  // A list from an earlier day showed all of them.
  const isKnown = earliest !== undefined && from !== undefined && from >= earliest
  for (const [, item] of itemsOf(call.data)) {
    const id = idOf(item['contract_uid'])
    const room = idOf(item['room_uid'])
    draft.read('rooms', room, valuesIn('rooms', item, property), call)
    if (id === undefined || room === undefined) continue
    if (isKnown) draft.makes('bookings', id, call)
    draft.read('bookings', id, { property, kind: 'black', rooms: [room], nightsSeen: [] }, call)
    const nights = draft.rows('bookings').get(id)?.['nightsSeen']
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
  getBookingDates: view,
  getBookingGuest: guestView,
  getBookingPayment: view,
  getBookingRooms: booking(({ call }) => {
    const items = itemsOf(call.data).map(([, item]) => item)
    const rateless = items.length > 0 && items.every((item) => item['RINFO_TARIFF'] === '')
    return { rateless, roomViews: items.every((item) => item['RINFO_NAME'] !== null) ? items : undefined }
  }),
  getBookingNotes: booking(({ call }) => {
    const notes = itemsOf(call.data).map(([, { NOTE, DATETIME, EDITLINK }]) => ({
      id: idOf(/note_id=(\d+)/.exec(textOf(EDITLINK) ?? '')?.[1]),
      text: textOf(NOTE),
      at: instantOf(DATETIME) ?? undefined,
    }))
    return { notes: notes.map(defined) }
  }),
  getCheckInStatus: booking(({ call: { data } }) => {
    const [inside, out] = [flagOf(valueAt(data, 'booked_in')), flagOf(valueAt(data, 'booked_out'))]
    const on = inside ? dayOf(valueAt(data, 'booked_in_date')) : undefined
    const at = out ? (instantOf(valueAt(data, 'booked_out_date')) ?? undefined) : undefined
    return { booked_in: inside, booked_out: out, booked_in_on: on, booked_out_at: at }
  }),
  checkInGuest: wroteCheckIn,
  undoCheckIn: wroteCheckIn,
  checkOutGuest: wroteCheckIn,
  undoCheckOut: wroteCheckIn,
  getTimeline: timeline,
  listInvoices: invoices,
  listInvoicesBetween: invoices,
  getInvoice: invoices,
  getNotifiedInvoice: invoices,
  getNotifiedBooking: booking((input) => {
    const { data } = input.call
    if (!isJsonMap(data)) return undefined
    readRows('rooms', data['roomdeets'], input)
    const rooms = String(data['rooms_tariffs'])
      .split(',')
      .flatMap((pair) => idOf(pair.split('^')[0]) ?? [])
    return { ...bookingIn(data, input), guest: idOf(data['guest_uid']), rooms: rooms.length > 0 ? rooms : undefined }
  }),
  getNotifiedBlackBooking: booking(({ call: { data, path }, draft }) => {
    const kind = draft.rows('bookings').has(Number(path['contract_id'])) ? undefined : 'black'
    return isJsonMap(data) ? { kind, arrival: dayOf(data['arrival']), departure: dayOf(data['departure']) } : undefined
  }),
  listBlackBookings: blackBookings,
  createBlackBooking: (input) => {
    makes('bookings')(input)
    input.draft.read('rooms', idOf(input.call.path['room_id']), { property: input.property }, input.call)
  },
  setDates: ({ call, draft }) => {
    const { session = '', form } = call
    const dates = { arrival: dayOf(form.get('arrivalDate')), departure: dayOf(form.get('departureDate')) }
    draft.sessions.set(session, { ...draft.sessions.get(session), ...defined(dates) })
  },
  createBooking: ({ call, draft }) => {
    const { session = '', data } = call
    if (isJsonMap(data) && data['valid'] !== false) draft.made.set(stayKey(draft.sessions.get(session) ?? {}), call)
  },
}
