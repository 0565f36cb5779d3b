/** The subject of a request: property, rooms, nights, booking and guest, read from its operation, path and form. */
import { addDays, type Day, parseDay } from '../base/day.ts'
import { dayOfInstant } from '../base/instant.ts'

/** Nights from `from` up to but not including the end; a missing end is open. */
export interface Nights {
  readonly from?: Day
  readonly to?: Day
}

/**
 * The subject of a request. A missing field means no restriction: a read without rooms covers all rooms, one without nights all
 * nights.
 */
export interface Subject {
  readonly property?: number
  readonly rooms?: readonly number[]
  readonly nights?: Nights
  /** Contract uid. */
  readonly booking?: number
  /** Guest id, or e-mail address in lower case. */
  readonly guest?: string
}

/** The stay in a booking session. */
export interface HeldStay {
  readonly rooms: readonly { readonly roomId: number }[]
  readonly arrival: Day | null
  readonly departure: Day | null
}

/** The parts of a request that name its subject. */
export interface SubjectSource {
  readonly operation: string | undefined
  readonly method: string
  readonly path: Readonly<Record<string, string>> | undefined
  readonly property: number | undefined
  /** The first value of a form field. */
  readonly field: (name: string) => string | undefined
  /** Names of the form fields. */
  readonly fields: () => Iterable<string>
  /** The stay in the booking session of the request. */
  readonly session?: HeldStay | undefined
}

/** Operations whose last day is the day of departure: its night is not included. */
const ENDS_ON_DEPARTURE: ReadonlySet<string> = new Set(['listAvailableRooms', 'searchByDates'])
const CALENDAR_KEY = /^(?:tariffinput|mindaysinput)\[(\d{1,12})\]$/

/** The end of the year 9999 in epoch seconds. */
const MAX_EPOCH_SECONDS = 253_402_300_800

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The subject of a request; undefined when it names nothing. */
export function subjectOf(source: SubjectSource): Subject | undefined {
  const { path = {}, property, field } = source
  const room = idOf(path['room_id'])
  const rooms = room === undefined ? source.session?.rooms.map(({ roomId }) => roomId) : [room]
  const booking = idOf(path['contract_id'])
  const guest = path['guest_id'] || path['email']?.toLowerCase() || field('email')?.toLowerCase()
  const nights = nightsOf(source)
  const hasRooms = rooms !== undefined && rooms.length > 0
  if (property === undefined && !hasRooms && !nights && booking === undefined && !guest) return undefined
  const subject: Writable<Subject> = {}
  if (property !== undefined) subject.property = property
  if (hasRooms) subject.rooms = rooms
  if (nights) subject.nights = nights
  if (booking !== undefined) subject.booking = booking
  if (guest) subject.guest = guest
  return subject
}

function idOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

const dayOf = (text: string | undefined): Day | undefined =>
  text === undefined ? undefined : parseDay(text.replaceAll('/', '-'))

function nightsOf({ operation = '', method, path = {}, field, fields, session }: SubjectSource): Nights | undefined {
  const single = dayOf(path['date'])
  if (single) return method === 'GET' ? { from: single } : { from: single, to: addDays(single, 1) }
  const [start, end] = [dayOf(path['start'] ?? path['start_date']), dayOf(path['end'] ?? path['end_date'])]
  if (start && end) return { from: start, to: end > start && ENDS_ON_DEPARTURE.has(operation) ? end : addDays(end, 1) }
  const [arrival, departure] = [
    dayOf(field('arrivalDate')) ?? session?.arrival,
    dayOf(field('departureDate')) ?? session?.departure,
  ]
  if (arrival && departure) return { from: arrival, to: departure }
  return operation.endsWith('Tariff') ? calendarNights(fields()) : undefined
}

/** The nights of a tariff form, from the first priced one to the last. */
function calendarNights(names: Iterable<string>): Nights | undefined {
  const epochs = [...names]
    .flatMap((name) => CALENDAR_KEY.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((epoch) => epoch < MAX_EPOCH_SECONDS)
  if (epochs.length === 0) return undefined
  const first = epochs.reduce((a, b) => Math.min(a, b))
  const last = epochs.reduce((a, b) => Math.max(a, b))
  return { from: dayOfInstant(first * 1000), to: addDays(dayOfInstant(last * 1000), 1) }
}

/** What two requests can have in common. */
export const COMPARED_FIELDS = ['property', 'room', 'night', 'booking', 'guest', 'session', 'call', 'token', 'client'] as const
export type ComparedField = (typeof COMPARED_FIELDS)[number]

/** The parts of a request that are compared. */
export interface Comparable {
  readonly subject: Subject | undefined
  readonly session: string | undefined
  readonly token: string | undefined
  readonly client: string | undefined
  /** Method, path, form and session, as one text. */
  readonly key: string
}

/** True when a request has the same subject as another one, or covers it. */
export const hasSameSubject = (what: ComparedField, call: Comparable, of: Comparable): boolean => COMPARISONS[what](call, of)

const COMPARISONS: Readonly<Record<ComparedField, (call: Comparable, of: Comparable) => boolean>> = {
  property: ({ subject: a }, { subject: b }) => isSameProperty(a, b),
  room: ({ subject: a }, { subject: b }) => coversRooms(a, b),
  night: ({ subject: a }, { subject: b }) => coversNights(a?.nights, b?.nights),
  booking: ({ subject: a }, { subject: b }) => b?.booking === undefined || a?.booking === undefined || a.booking === b.booking,
  guest: ({ subject: a }, { subject: b }) => b?.guest === undefined || a?.guest === undefined || a.guest === b.guest,
  session: ({ session: a }, { session: b }) => a === b,
  call: ({ key: a }, { key: b }) => a === b,
  token: ({ token: a }, { token: b }) => a === b,
  client: ({ client: a }, { client: b }) => a === b,
}

const isSameProperty = (call: Subject | undefined, of: Subject | undefined): boolean =>
  of?.property === undefined || call?.property === of.property

function coversRooms(call: Subject | undefined, of: Subject | undefined): boolean {
  const { rooms } = of ?? {}
  if (!rooms || !call?.rooms) return true
  return call.rooms.some((room) => rooms.includes(room))
}

/** True when `nights` include all of `of`. */
export function coversNights(nights: Nights | undefined, of: Nights | undefined): boolean {
  if (!of || !nights) return true
  const beginsInTime = nights.from === undefined || (of.from !== undefined && nights.from <= of.from)
  return beginsInTime && (nights.to === undefined || (of.to !== undefined && nights.to >= of.to))
}

export const shareNights = (a: Nights | undefined, b: Nights | undefined): boolean =>
  (a?.from === undefined || b?.to === undefined || a.from < b.to) &&
  (b?.from === undefined || a?.to === undefined || b.from < a.to)

/** True when a subject covers the property, rooms and nights of another. */
export const covers = (call: Subject | undefined, of: Subject | undefined): boolean =>
  isSameProperty(call, of) && coversRooms(call, of) && coversNights(call?.nights, of?.nights)
