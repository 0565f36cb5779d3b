/** The calendar of a property: its rooms and their stays by night. */
import { addDays, type Day, parseDay } from '../../base/day.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { dayOfInstant } from '../../base/instant.ts'
import { plainAmount } from '../../base/money.ts'
import { DAYS_BEFORE_TODAY, DEFAULT_NIGHTS, readCalendar, type STAY_STATES } from '../../control-contract/calendar.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Db, Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'
import { firstIds } from '../credentials-body.ts'
import { figuresOf, hasNightIn, type NightSpan, nightsIn } from './calendar-figures.ts'

type State = (typeof STAY_STATES)[number]

export function controlCalendar(on: OnControl): void {
  on(readCalendar, ({ query }, { sandbox }) => {
    const { db } = sandbox.store
    const today = dayOfInstant(sandbox.clock.now())
    const { nights = DEFAULT_NIGHTS, rates } = query
    const from = readFirstDay(query.from) ?? addDays(today, -DAYS_BEFORE_TODAY)
    const span = { from, end: addDays(from, nights) }
    const property = propertyOf(db, query.property)
    const sales = property ? salesOf(sandbox, property, span) : []
    const sold = property ? [...bookingsOf(sandbox, property, span), ...sales] : []
    return {
      property: property ? { id: property.id, name: property.name, currency: property.currency } : null,
      properties: db.properties.all().map((one) => ({ id: one.id, name: one.name, sold_twice: twiceIn(sandbox, one, span) })),
      from,
      nights,
      today,
      rooms: property ? roomsOf(db, property) : [],
      figures: property ? figuresOf(db, property.id, span, sales) : [],
      cancelled: property ? bookingsOf(sandbox, property, span, true).filter(({ call }) => call !== null) : [],
      stays: [...sold, ...(property ? sessionStays(sandbox, property, span) : [])],
      sold_twice: soldTwice(sold, span),
      ...(rates && { rates: property ? ratesOf(db, property, span) : [] }),
    }
  })
}

function readFirstDay(text: string | undefined): Day | undefined {
  if (text === undefined) return undefined
  const day = parseDay(text)
  if (day === undefined) throw badRequest(`from: "${text}" is not a day such as 2026-05-01`)
  return day
}

/** @throws ControlRefusal 404 */
function propertyOf({ properties }: Db, sent: number | undefined): Property | undefined {
  if (sent === undefined) return properties.all()[0]
  const property = properties.get(sent)
  if (!property) throw new ControlRefusal(404, `there is no property ${sent}; there are ${firstIds(properties.all())}`)
  return property
}

const roomsOf = (db: Db, { id }: Property) =>
  db.rooms.by('property', id).map(({ id: room, name, number, roomTypeId }) => ({
    id: room,
    name: name || number || String(room),
    type: db.roomTypes.get(roomTypeId)?.name ?? '',
  }))

/** The rooms of the bookings that are not cancelled, or of those that are, in a range of days, without what takes time to find. */
const bookedRooms = ({ store: { db } }: Sandbox, property: Property, span: NightSpan, isCancelled = false) =>
  db.bookings.by('property', property.id).flatMap((booking) => {
    const { id, arrival, departure, cancelled, rooms } = booking
    if (cancelled !== isCancelled || !hasNightIn(booking, span)) return []
    const state = stateOf(booking)
    return rooms.map(({ roomId: room }) => ({ key: `booking-${id}-${room}`, room, arrival, departure, state, booking }))
  })

function bookingsOf(sandbox: Sandbox, property: Property, span: NightSpan, isCancelled = false) {
  const { journal, commits, store } = sandbox
  const calls = latestCalls(journal.entries())
  return bookedRooms(sandbox, property, span, isCancelled).map(({ booking: { id, guestId }, ...stay }) => ({
    ...stay,
    booking: id,
    session: null,
    guest: store.db.guests.get(guestId)?.surname ?? '',
    call: calls.get(id) ?? null,
    cause: commits.causeOf(id) ?? null,
  }))
}

function stateOf({ kind, approval, bookedOut, bookedIn, noShow, cancelled }: Booking): State {
  if (kind === 'black') return 'black'
  if (noShow) return 'no show'
  if (cancelled) return 'cancelled'
  if (bookedOut) return 'left'
  if (bookedIn) return 'in house'
  return approval === 'approved' ? 'booked' : approval === 'waiting' ? 'enquiry' : 'rejected'
}

/** The latest journalled request that changed each booking. */
function latestCalls(entries: ReturnType<Sandbox['journal']['entries']>): ReadonlyMap<number, number> {
  const calls = new Map<number, number>()
  for (const { id, changed } of entries) for (const booking of changed?.bookings ?? []) calls.set(Number(booking), id)
  return calls
}

/** What only a booking has. */
const NOT_BOOKED = { booking: null, session: null, guest: '', call: null, cause: null }

const salesOf = ({ scenarioRun }: Sandbox, { id: property }: Property, span: NightSpan) =>
  scenarioRun.sales
    .all()
    .filter((sale) => sale.property === property && hasNightIn(sale, span))
    .map(({ id, room, arrival, departure }) => ({
      ...NOT_BOOKED,
      key: `sale-${id}`,
      room,
      arrival,
      departure,
      state: 'other channel' as const,
    }))

interface Taken {
  readonly key: string
  readonly room: number
  readonly arrival: Day
  readonly departure: Day
  readonly state: State
}

/** How many nights of a property are sold twice. */
const twiceIn = (sandbox: Sandbox, property: Property, span: NightSpan): number =>
  soldTwice([...bookedRooms(sandbox, property, span), ...salesOf(sandbox, property, span)], span).length

/** The nights of a room that more than one stay has, in their order. */
function soldTwice(stays: readonly Taken[], span: NightSpan) {
  const keysByNight = new Map<string, string[]>()
  for (const stay of stays) {
    if (stay.state === 'rejected' || stay.state === 'no show') continue
    for (const night of nightsIn(stay, span)) getOrInsert(keysByNight, `${night} ${stay.room}`, () => []).push(stay.key)
  }
  const twice = [...keysByNight].filter(([, keys]) => keys.length > 1).sort(([a], [b]) => (a < b ? -1 : 1))
  return twice.map(([name, keys]) => ({ room: Number(name.slice(11)), night: name.slice(0, 10), stays: keys }))
}

/** The rooms selected by sessions that have not booked yet. */
const sessionStays = ({ store: { db } }: Sandbox, { id }: Property, span: NightSpan) =>
  db.sessions.all().flatMap((session) => {
    const { id: name, propertyId, arrival, departure, rooms, bookingId } = session
    if (propertyId !== id || bookingId !== 0 || arrival === null || departure === null) return []
    if (!hasNightIn({ arrival, departure }, span)) return []
    return rooms.map(({ roomId }) => ({
      ...NOT_BOOKED,
      key: `session-${name}-${roomId}`,
      room: roomId,
      arrival,
      departure,
      state: 'session' as const,
      session: name,
    }))
  })

const ratesOf = (db: Db, { id }: Property, { from, end }: NightSpan) =>
  db.rates
    .by('property', id)
    .filter((rate) => rate.from < end && rate.to >= from)
    .map((rate) => ({
      id: rate.id,
      tariff: db.tariffTypes.get(rate.tariffTypeId)?.title ?? String(rate.tariffTypeId),
      room_type: db.roomTypes.get(rate.roomTypeId)?.name ?? '',
      from: rate.from,
      to: rate.to,
      price: plainAmount(rate.price),
      min_nights: rate.minDays,
    }))
