/** The lists of a world with the stays of a draft: bookings with their invoices, black bookings, other invoices. */
import { addDays, daysBetween, daysUntil, parseDay } from '../base/day.ts'
import { type Instant, isoInstant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { nightKey } from '../domain/booking/room-nights.ts'
import { mapSchema } from '../domain/collection/fields.ts'
import { BLACK_BOOKING, LISTS } from '../fixtures/lists.ts'
import type { Draft, Row } from './draft.ts'
import { amountOf, idOf, idsOf, itemsOf, textOf } from './values.ts'

const BOOKING = LISTS.get('bookings')?.fields ?? {}
const BOOKING_KEYS = mapSchema(BOOKING).properties
const INVOICE_KEYS = mapSchema(BOOKING['invoice']?.fields ?? {}).properties
const OTHER_INVOICE_KEYS = mapSchema(LISTS.get('invoices')?.fields ?? {}).properties
const BLACK_KEYS = mapSchema(BLACK_BOOKING).properties

/** The fields that a fixture may have. */
const only = (row: Row, keys: object): Row => Object.fromEntries(Object.entries(row).filter(([key]) => Object.hasOwn(keys, key)))

/** @param begin the time of the world: later notes were written by calls */
export function stayLists(draft: Draft, begin: Instant): Readonly<Record<'bookings' | 'black_bookings' | 'invoices', Row[]>> {
  /** The nights on which rooms are taken. */
  const taken = new Set<number>()
  const isBlack = ({ kind }: Row): boolean => kind === 'black'
  const isLater = ({ at }: Row): boolean => typeof at === 'string' && at > isoInstant(begin)
  const black_bookings = draft.all('bookings').flatMap((row) => (isBlack(row) ? blackBooking(draft, row, taken) : []))
  const invoices = new Map(draft.rows('invoices'))
  const bookings = draft.all('bookings').flatMap((row): Row[] => {
    if (isBlack(row) || row['arrival'] === undefined || row['departure'] === undefined) return []
    const rooms = roomsOf(draft, row, taken)
    const id = idOf(row['invoice'])
    const invoice = id === undefined ? undefined : withLines(invoices.get(id) ?? { id })
    if (id !== undefined) invoices.delete(id)
    return [
      {
        ...only(row, BOOKING_KEYS),
        guest: idOf(row['guest']) ?? 0,
        ...(row['notes'] !== undefined && { notes: itemsOf(row['notes']).flatMap(([, note]) => (isLater(note) ? [] : [note])) }),
        rooms: row['rateless'] ? rooms.map((room) => ({ room, rate: 0 })) : rooms,
        ...(row['room_total'] !== undefined && row['tax'] === undefined && { tax: 0 }),
        ...(invoice && { invoice: only(invoice, INVOICE_KEYS) }),
      },
    ]
  })
  const others = [...invoices.values()].map((row) => {
    const booking = idOf(row['booking'])
    return only(
      { ...withLines(row), booking: booking !== undefined && draft.rows('bookings').has(booking) ? booking : 0 },
      OTHER_INVOICE_KEYS,
    )
  })
  return { bookings, black_bookings, invoices: others }
}

/** The kinds of lines by their names in responses. */
const LINE_KINDS: Readonly<Record<string, string>> = {
  Accommodation: 'accommodation',
  Deposit: 'deposit',
  'Balance payment': 'balance_payment',
  'Single person supplement': 'supplement',
  'City tax value': 'city_tax',
  'Cleaning fee': 'cleaning_fee',
}

/** An invoice of which lists show names and totals only: the first line that is no payment costs all, the first payment pays all. */
function withLines({ shown, ...row }: Row): Row {
  if (!isJsonMap(shown)) return row
  const total = amountOf(shown['grand_total']) ?? 0
  const paid = (amountOf(shown['init_total']) ?? total) - total
  const names = (textOf(shown['line_items']) || 'Accommodation').split('<br>')
  const isPayment = (name: string): boolean => /^(?:deposit|balance_payment)$/.test(LINE_KINDS[name] ?? '')
  const [line, payment] = [names.findIndex((name) => !isPayment(name)), names.findIndex(isPayment)]
  const priceAt = (index: number): number => (index === payment ? paid : index === line ? total : 0)
  return { lines: names.map((name, index) => ({ ...lineKind(name), price: priceAt(index), tax: 'none' })), ...row }
}

export function lineKind(name: unknown): JsonMap {
  const kind = LINE_KINDS[String(name)]
  return kind ? { kind } : { kind: 'text', name }
}

/** Black bookings are written by nights in a row. */
function blackBooking(draft: Draft, row: Row, taken: Set<number>): Row[] {
  const seen = (Array.isArray(row['nightsSeen']) ? row['nightsSeen'] : []).flatMap((day) => parseDay(String(day)) ?? []).sort()
  const from = parseDay(String(row['arrival'])) ?? seen[0]
  if (from === undefined) return []
  const departure = parseDay(String(row['departure']))
  const until = departure && departure > from ? departure : addDays(seen.at(-1) ?? from, 1)
  const [room] = roomsOf(draft, { ...row, arrival: from, departure: until }, taken)
  return [only({ ...row, room, from, nights: Math.max(1, daysBetween(from, until)) }, BLACK_KEYS)]
}

/** The rooms of a booking: those that were read, else a free one. */
function roomsOf(draft: Draft, row: Row, taken: Set<number>): readonly number[] {
  const own = draft.all('rooms').filter(({ property }) => property === row['property'])
  const viewed = itemsOf(row['roomViews']).flatMap(([, { RINFO_NAME, RINFO_NUMBER, RINFO_ROOM_FLOOR: floor }]) => {
    const room = own.find(({ name, number }) => name === RINFO_NAME && number === RINFO_NUMBER)
    if (room && floor !== undefined) room['floor'] ??= floor
    return idOf(room?.['id']) ?? []
  })
  const read = idsOf(row['rooms'])
  const rooms = read.length > 0 ? read : viewed
  const idle = row['cancelled'] === true || (row['approval'] !== undefined && row['approval'] !== 'approved')
  const [arrival, departure] = [parseDay(String(row['arrival'])), parseDay(String(row['departure']))]
  if (!arrival || !departure) return rooms
  const nights = daysUntil(arrival, departure)
  const isFree = ({ id }: Row): boolean => idle || !nights.some((day) => taken.has(nightKey(Number(id), day)))
  if (rooms.length === 0) draft.assumed.set(`bookings ${String(row['id'])}`, ['rooms'])
  const found =
    rooms.length > 0
      ? rooms
      : idsOf([(own.find(isFree) ?? draft.newRoom({ property: row['property'], type: own[0]?.['type'] ?? 1 }))['id']])
  for (const room of idle ? [] : found) for (const day of nights) taken.add(nightKey(room, day))
  return found
}
