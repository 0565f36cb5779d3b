/** The lists of a world with the stays of a draft: bookings with their invoices, black bookings, other invoices. */
import { addDays, daysBetween, daysUntil, parseDay } from '../base/day.ts'
import { type Instant, isoInstant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { keysOf } from '../base/keys-of.ts'
import { nightKey } from '../domain/booking/room-nights.ts'
import { LINE_NAMES } from '../domain/invoice/line-items.ts'
import type { Draft, Row } from './draft.ts'
import { amountOf, idOf, idsOf, itemsOf, textOf } from './values.ts'

/** @param begin the time of the world: later notes were written by calls */
export function stayLists(draft: Draft, begin: Instant): Readonly<Record<string, readonly Row[]>> {
  /** The nights on which rooms are taken. */
  const taken = new Set<number>()
  const isBlack = ({ kind }: Row): boolean => kind === 'black'
  const isLater = ({ at }: JsonMap): boolean => typeof at === 'string' && at > isoInstant(begin)
  const rows = draft.all('bookings').map((row): Row => ({ ...draft.rows('timeline').get(Number(row['id'])), ...row }))
  // Rooms that are assumed are those which the others leave free.
  const read = [true, false].flatMap((isShown) => rows.filter((row) => shownRooms(draft, row).length > 0 === isShown))
  const black_bookings = read.flatMap((row) => (isBlack(row) ? blackBooking(draft, row, taken) : []))
  const invoices = new Map(draft.rows('invoices'))
  const bookings = read.flatMap((row): Row[] => {
    if (isBlack(row) || row['arrival'] === undefined || row['departure'] === undefined) return []
    const rooms = roomsOf(draft, row, taken)
    const id = idOf(row['invoice'])
    const invoice = id && withLines(invoices.get(id) ?? { id })
    if (id) invoices.delete(id)
    return [
      {
        ...row,
        guest: idOf(row['guest']) ?? 0,
        notes: row['notes'] && itemsOf(row['notes']).flatMap(([, note]) => (isLater(note) ? [] : [note])),
        rooms: row['rateless'] ? rooms.map((room) => ({ room, rate: 0 })) : rooms,
        tax: row['room_total'] === undefined ? row['tax'] : (row['tax'] ?? 0),
        invoice: invoice || row['invoice'],
      },
    ]
  })
  const others = [...invoices.values()].map((row) => {
    const booking = idOf(row['booking']) ?? 0
    return { ...withLines(row), booking: draft.rows('bookings').has(booking) ? booking : 0 }
  })
  return { bookings, black_bookings, invoices: others }
}

export function lineKind(name: unknown): JsonMap {
  const kind = keysOf(LINE_NAMES).find((known) => LINE_NAMES[known] === name)
  return kind ? { kind } : { kind: 'text', name }
}

/** An invoice of which lists show names and totals only: the first line that is no payment costs all, the first payment pays all. */
function withLines({ shown, ...row }: Row): Row {
  if (!isJsonMap(shown)) return row
  const total = amountOf(shown['grand_total']) ?? 0
  const paid = (amountOf(shown['init_total']) ?? total) - total
  const lines = (textOf(shown['line_items']) || LINE_NAMES.accommodation).split('<br>').map(lineKind)
  const isPayment = ({ kind }: JsonMap): boolean => kind === 'deposit' || kind === 'balance_payment'
  const [line, payment] = [lines.find((one) => !isPayment(one)), lines.find(isPayment)]
  const priceOf = (one: JsonMap): number => (one === payment ? paid : one === line ? total : 0)
  return { lines: lines.map((one) => ({ ...one, price: priceOf(one), tax: 'none' })), ...row }
}

/** Black bookings are written by nights in a row. */
function blackBooking(draft: Draft, row: Row, taken: Set<number>): Row[] {
  const seen = (Array.isArray(row['nightsSeen']) ? row['nightsSeen'] : []).flatMap((day) => parseDay(String(day)) ?? []).sort()
  const from = parseDay(String(row['arrival'])) ?? seen[0]
  if (from === undefined) return []
  const departure = parseDay(String(row['departure']))
  const until = departure && departure > from ? departure : addDays(seen.at(-1) ?? from, 1)
  const [room] = roomsOf(draft, { ...row, arrival: from, departure: until }, taken)
  return [{ ...row, room, from, nights: Math.max(1, daysBetween(from, until)) }]
}

const ownRooms = (draft: Draft, { property }: Row): readonly Row[] =>
  draft.all('rooms').filter((room) => room['property'] === property)

/** The rooms of a booking that calls show. */
function shownRooms(draft: Draft, row: Row): readonly number[] {
  const own = ownRooms(draft, row)
  const viewed = itemsOf(row['roomViews']).flatMap(([, { RINFO_NAME, RINFO_NUMBER, RINFO_ROOM_FLOOR: floor }]) => {
    const room = own.find(({ name, number }) => name === RINFO_NAME && number === RINFO_NUMBER)
    if (room && floor !== undefined) room['floor'] ??= floor
    return idOf(room?.['id']) ?? []
  })
  const named = idsOf(row['rooms'])
  return named.length > 0 ? named : viewed
}

/** The rooms of a booking: those that were read, else a free one. */
function roomsOf(draft: Draft, row: Row, taken: Set<number>): readonly number[] {
  const [own, shown] = [ownRooms(draft, row), shownRooms(draft, row)]
  if (shown.length === 0) draft.assumed.set(`bookings ${String(row['id'])}`, ['rooms'])
  const isIdle = row['cancelled'] === true || (row['approval'] !== undefined && row['approval'] !== 'approved')
  const [arrival, departure] = [parseDay(String(row['arrival'])), parseDay(String(row['departure']))]
  const nights = isIdle || !arrival || !departure ? [] : daysUntil(arrival, departure)
  const isFree = ({ id }: Row): boolean => !nights.some((day) => taken.has(nightKey(Number(id), day)))
  const assumed = (): Row => own.find(isFree) ?? draft.newRoom({ property: row['property'], type: own[0]?.['type'] ?? 1 })
  const found = shown.length > 0 ? shown : idsOf(assumed()['id'])
  for (const room of found) for (const day of nights) taken.add(nightKey(room, day))
  return found
}
