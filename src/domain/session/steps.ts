/**
 * The order of a booking session, as a table: what each step needs, and what it invalidates.
 *
 * @module
 * @source spec "Booking session"; facts "Step order", "Lifecycle"; choices `step_order`, `stale_prices`
 */
import type { BookingSession, SessionPart } from './booking-session.ts'

/** What a session can have reached. */
export type Milestone = SessionPart | 'price' | 'consent'

export type StepOrder = 'needs' | 'as_listed' | 'free'

/** When a step invalidates the price: always, only when it replaces an earlier value, or never. */
type Voids = 'always' | 'when_replaced' | 'never'

interface Step {
  /** The milestones that must be reached before, in the order in which they are asked for: by choice of `step_order`. */
  readonly needs: Readonly<Record<StepOrder, readonly Milestone[]>>
  /** What it sets; undefined for a step that sets nothing which can be refused. */
  readonly sets?: SessionPart
  /** Whether the price no longer holds after it. */
  readonly voidsPrice: Voids
  /** True when the session must be validated again after it. */
  readonly voidsConsent: boolean
}

const SET = ['dates', 'guests', 'address'] as const
const ALL = [...SET, 'rooms', 'price'] as const

/** A step that only reads, or adds what no price and no check depends on. */
const HARMLESS = { voidsPrice: 'never', voidsConsent: false } as const

export const STEPS = {
  set_dates: {
    needs: { needs: [], as_listed: [], free: [] },
    sets: 'dates',
    voidsPrice: 'always',
    voidsConsent: true,
  },
  set_guests: {
    needs: { needs: ['dates'], as_listed: ['dates'], free: [] },
    sets: 'guests',
    voidsPrice: 'always',
    voidsConsent: true,
  },
  set_address: {
    needs: { needs: [], as_listed: ['dates', 'guests'], free: [] },
    sets: 'address',
    // a first address leaves the price as it is, because most clients send it last
    voidsPrice: 'when_replaced',
    voidsConsent: true,
  },
  list_rooms: { needs: { needs: ['dates', 'guests'], as_listed: SET, free: ['dates'] }, ...HARMLESS },
  choose_rooms: {
    needs: { needs: ['dates', 'guests'], as_listed: SET, free: ['dates'] },
    sets: 'rooms',
    voidsPrice: 'always',
    voidsConsent: true,
  },
  price: { needs: { needs: ['rooms', 'dates', 'guests'], as_listed: [...SET, 'rooms'], free: ['rooms'] }, ...HARMLESS },
  set_note: { needs: { needs: [], as_listed: ALL, free: [] }, ...HARMLESS },
  validate: { needs: { needs: ALL, as_listed: ALL, free: [] }, ...HARMLESS },
  create: { needs: { needs: ['consent'], as_listed: ['consent'], free: ['consent'] }, ...HARMLESS },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof STEPS
/** The steps that set a part of the session. */
export type SetStep = 'set_dates' | 'set_guests' | 'set_address' | 'choose_rooms'

const accepted = (session: BookingSession, part: SessionPart): boolean => session.refused[part] === undefined

const REACHED: Readonly<Record<Milestone, (session: BookingSession) => boolean>> = {
  dates: (session) => session.arrival !== null && session.departure !== null && accepted(session, 'dates'),
  guests: (session) => session.adults !== null && accepted(session, 'guests'),
  address: (session) => session.address !== null && accepted(session, 'address'),
  rooms: (session) => session.rooms.length > 0 && accepted(session, 'rooms'),
  price: ({ quote }) => quote !== null,
  consent: ({ okToBook }) => okToBook,
}

/** Why a step is too early, by what is missing. */
export const MISSING: Readonly<Record<Milestone, string>> = {
  dates: 'Arrival date not set',
  guests: 'Guest numbers not set',
  address: 'Address not set',
  rooms: 'Rooms not set',
  price: 'Prices not calculated, or no longer valid',
  consent: 'Booking not validated',
}

/** What is said of a part that was refused, before its reason. */
export const NOT_VALID: Readonly<Record<SessionPart, string>> = {
  dates: 'Dates do not validate',
  guests: 'Guest numbers do not validate',
  address: 'Address does not validate',
  rooms: 'Rooms do not validate',
}

/** The first milestone that a step needs and the session has not reached; undefined when the step can be taken. */
export function missingFor(step: StepName, session: BookingSession, order: StepOrder): Milestone | undefined {
  const needs: readonly Milestone[] = STEPS[step].needs[order]
  return needs.find((milestone) => !REACHED[milestone](session))
}

/** Why a milestone is not reached: the reason of the refusal where its last attempt was refused. */
export function missingReason(milestone: Milestone, session: BookingSession): string {
  if (milestone === 'price' || milestone === 'consent') return MISSING[milestone]
  const reason = session.refused[milestone]
  return reason === undefined ? MISSING[milestone] : `${NOT_VALID[milestone]} ${reason.trim()}`
}

/** The order in which a session is led to a booking: each milestone and the step that reaches it. */
const WAY: Readonly<Record<Milestone, StepName>> = {
  dates: 'set_dates',
  guests: 'set_guests',
  rooms: 'choose_rooms',
  price: 'price',
  address: 'set_address',
  consent: 'validate',
}
const SHORTEST: readonly Milestone[] = ['dates', 'guests', 'rooms', 'price', 'address', 'consent']
const LISTED: readonly Milestone[] = [...ALL, 'consent']

/**
 * The step that comes next on the way to a booking: the one that mends what failed, as soon as it can be taken.
 *
 * @param failed a milestone that does not hold, reached or not
 */
export function nextStep(session: BookingSession, order: StepOrder, failed?: Milestone): StepName {
  if (failed && missingFor(WAY[failed], session, order) === undefined) return WAY[failed]
  // a refused address invalidates the price, so it comes before it
  const way = order === 'as_listed' || !accepted(session, 'address') ? LISTED : SHORTEST
  const next = way.find((milestone) => milestone === failed || !REACHED[milestone](session))
  return next === undefined ? 'create' : WAY[next]
}

/**
 * The session after a step that was accepted.
 *
 * @param changes what the step stores
 * @param stalePrices `kept` leaves the price as it is, whatever has changed
 */
export function afterStep(
  step: StepName,
  session: BookingSession,
  changes: Partial<BookingSession>,
  stalePrices: 'invalid' | 'kept',
): BookingSession {
  const { voidsPrice, voidsConsent, sets }: Step = STEPS[step]
  const voids = voidsPrice === 'always' || (voidsPrice === 'when_replaced' && session.address !== null)
  return {
    ...session,
    ...changes,
    ...(sets && { refused: without(session.refused, sets) }),
    ...(voids && stalePrices === 'invalid' && { quote: null }),
    ...(voidsConsent && { okToBook: false }),
  }
}

/** The session after a step that was refused: what was accepted before stays, but nothing can be booked until it is sent again. */
export function afterRefusal(
  step: SetStep,
  session: BookingSession,
  reason: string,
  stalePrices: 'invalid' | 'kept',
): BookingSession {
  const refused = { ...session.refused, [STEPS[step].sets]: reason }
  return { ...session, refused, okToBook: false, ...(stalePrices === 'invalid' && { quote: null }) }
}

function without(refused: BookingSession['refused'], part: SessionPart): BookingSession['refused'] {
  const { [part]: _, ...rest } = refused
  return rest
}

/** A session that has just been bound to a property: what was sent before stays, except rooms and price. */
export function boundTo(propertyId: number, session: BookingSession | undefined, id: string, now: number): BookingSession {
  if (session?.propertyId === propertyId) return { ...session, usedAt: now }
  const bound = session ?? emptySession(id)
  const refused = without(bound.refused, 'rooms')
  return { ...bound, propertyId, rooms: [], refused, quote: null, okToBook: false, usedAt: now }
}

function emptySession(id: string): BookingSession {
  return {
    id,
    propertyId: 0,
    arrival: null,
    departure: null,
    adults: null,
    children: [],
    guestTypes: [],
    couponCode: '',
    address: null,
    rooms: [],
    notes: [],
    refused: {},
    quote: null,
    okToBook: false,
    bookingId: 0,
    bookedQuote: null,
    usedAt: 0,
  }
}
