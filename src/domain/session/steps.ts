/**
 * The steps of a booking session as a table: the prerequisites of each step, and the part it sets.
 * @source spec "Booking session"; facts "Step order", "Lifecycle"; choices `step_order`, `stale_prices`
 */
import { keysOf } from '../../base/keys-of.ts'
import { ADDRESS_FIELDS, type BookingSession, SESSION_PARTS, type SessionPart } from './booking-session.ts'
import { sessionMessage } from './messages.ts'

/** The milestones of a session; `consent`: it was validated and can be booked. */
export type Milestone = SessionPart | 'price' | 'consent'

export type StepOrder = 'needs' | 'as_listed' | 'free'

interface Step {
  /** The milestones that must be reached before, in the order they are checked, for each answer of the choice `step_order`. */
  readonly needs: Readonly<Record<StepOrder, readonly Milestone[]>>
  /** The part it sets; undefined for a step that sets no part. */
  readonly sets?: SessionPart
}

const SET_PARTS = ['dates', 'guests', 'address'] as const
const ALL_MILESTONES = [...SESSION_PARTS, 'price'] as const

export const STEPS = {
  set_dates: { needs: { needs: [], as_listed: [], free: [] }, sets: 'dates' },
  set_guests: { needs: { needs: ['dates'], as_listed: ['dates'], free: [] }, sets: 'guests' },
  set_address: { needs: { needs: [], as_listed: ['dates', 'guests'], free: [] }, sets: 'address' },
  list_rooms: { needs: { needs: ['dates', 'guests'], as_listed: SET_PARTS, free: ['dates'] } },
  choose_rooms: { needs: { needs: ['dates', 'guests'], as_listed: SET_PARTS, free: ['dates'] }, sets: 'rooms' },
  price: { needs: { needs: ['rooms', 'dates', 'guests'], as_listed: SESSION_PARTS, free: ['rooms'] } },
  set_note: { needs: { needs: [], as_listed: ALL_MILESTONES, free: [] } },
  validate: { needs: { needs: ALL_MILESTONES, as_listed: ALL_MILESTONES, free: [] } },
  create: { needs: { needs: ['consent'], as_listed: ['consent'], free: ['consent'] } },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof STEPS
export type SetStep = 'set_dates' | 'set_guests' | 'set_address' | 'choose_rooms'

const isAccepted = (session: BookingSession, part: SessionPart): boolean => session.refused[part] === undefined

const IS_REACHED: Readonly<Record<Milestone, (session: BookingSession) => boolean>> = {
  dates: (session) => session.arrival !== null && session.departure !== null && isAccepted(session, 'dates'),
  guests: (session) => session.adults !== null && isAccepted(session, 'guests'),
  address: (session) => session.address !== null && isAccepted(session, 'address'),
  rooms: (session) => session.rooms.length > 0 && isAccepted(session, 'rooms'),
  price: ({ quote }) => quote !== null,
  consent: ({ okToBook }) => okToBook,
}

export const MISSING_REASONS: Readonly<Record<Milestone, string>> = {
  dates: 'Arrival date not set',
  guests: 'Guest numbers not set',
  address: 'Address not set',
  rooms: 'Rooms not set',
  price: 'Prices not calculated, or no longer valid',
  consent: 'Booking not validated',
}

/** The prefix of the reason why a part was refused. */
export const REFUSED_PREFIXES: Readonly<Record<SessionPart, string>> = {
  dates: 'Dates do not validate',
  guests: 'Guest numbers do not validate',
  address: 'Address does not validate',
  rooms: 'Rooms do not validate',
}

/** The first missing milestone of a step; undefined when the step is possible. */
export function missingFor(step: StepName, session: BookingSession, order: StepOrder): Milestone | undefined {
  const needs: readonly Milestone[] = STEPS[step].needs[order]
  return needs.find((milestone) => !IS_REACHED[milestone](session))
}

/** Why a milestone is not reached; for a refused part, the reason of that refusal. */
export function missingReason(milestone: Milestone, session: BookingSession): string {
  if (milestone === 'price' || milestone === 'consent') return MISSING_REASONS[milestone]
  const reason = session.refused[milestone]
  return reason === undefined ? MISSING_REASONS[milestone] : `${REFUSED_PREFIXES[milestone]} ${reason.trim()}`
}

/** The step that reaches each milestone, in the shortest order. */
const STEP_BY_MILESTONE: Readonly<Record<Milestone, StepName>> = {
  dates: 'set_dates',
  guests: 'set_guests',
  rooms: 'choose_rooms',
  price: 'price',
  address: 'set_address',
  consent: 'validate',
}
const SHORTEST_ORDER = keysOf(STEP_BY_MILESTONE)
const LISTED_ORDER: readonly Milestone[] = [...ALL_MILESTONES, 'consent']

/**
 * The next step towards a booking: the one that corrects the failed milestone, if its prerequisites are met.
 *
 * @param failed a milestone that is missing or no longer valid
 */
export function nextStep(session: BookingSession, order: StepOrder, failed?: Milestone): StepName {
  if (failed && missingFor(STEP_BY_MILESTONE[failed], session, order) === undefined) return STEP_BY_MILESTONE[failed]
  // A refused address invalidates the price, so the address comes first.
  const milestones = order === 'as_listed' || !isAccepted(session, 'address') ? LISTED_ORDER : SHORTEST_ORDER
  const next = milestones.find((milestone) => !IS_REACHED[milestone](session))
  return next === undefined ? 'create' : STEP_BY_MILESTONE[next]
}

/**
 * The session after an accepted step. One that sets a part invalidates the price, and the session must be validated again.
 *
 * @param changes the fields that the step sets
 * @param stalePrices `kept` never invalidates the price
 */
export function sessionAfterStep(
  step: StepName,
  session: BookingSession,
  changes: Partial<BookingSession>,
  stalePrices: 'invalid' | 'kept',
): BookingSession {
  const { sets }: Step = STEPS[step]
  if (!sets) return { ...session, ...changes }
  const voids = sets !== 'address' || replacesAddress(session, changes)
  return {
    ...session,
    ...changes,
    refused: remainingRefusals(session.refused, sets),
    ...(voids && stalePrices === 'invalid' && { quote: null }),
    okToBook: false,
  }
}

/** False for a first address, because most clients send it last, and for the same one again, such as after a lost response. */
const replacesAddress = ({ address }: BookingSession, { address: sent }: Partial<BookingSession>): boolean =>
  address !== null && ADDRESS_FIELDS.some((field) => address[field] !== sent?.[field])

/** The session after a refused step: the earlier value is kept, but booking is blocked until the part is sent again. */
export function afterRefusal(
  step: SetStep,
  session: BookingSession,
  reason: string,
  stalePrices: 'invalid' | 'kept',
): BookingSession {
  const refused = { ...session.refused, [STEPS[step].sets]: reason }
  return { ...session, refused, okToBook: false, ...(stalePrices === 'invalid' && { quote: null }) }
}

/** The refusals that stay when a part is accepted: not its own, nor those that only said that it was missing or refused. */
function remainingRefusals(refused: BookingSession['refused'], accepted: SessionPart): BookingSession['refused'] {
  if (Object.keys(refused).length === 0) return refused
  const isAbout = (reason: string): boolean =>
    reason === MISSING_REASONS[accepted] ||
    reason.startsWith(`${REFUSED_PREFIXES[accepted]} `) ||
    (accepted === 'dates' && ARRIVAL_MISSING.includes(reason))
  const rest = Object.entries(without(refused, accepted)).map(([part, reason]) => [part, isAbout(reason) ? TOO_EARLY : reason])
  return Object.fromEntries(rest)
}

const TOO_EARLY = 'Sent too early and not taken: send it again.'
const ARRIVAL_MISSING = (['plain', 'recorded'] as const).map((style) => sessionMessage('006', style))

function without(refused: BookingSession['refused'], part: SessionPart): BookingSession['refused'] {
  const { [part]: _, ...rest } = refused
  return rest
}

/** A session newly bound to a property: earlier input is kept, except rooms and price. */
export function bindToProperty(propertyId: number, session: BookingSession | undefined, id: string, now: number): BookingSession {
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
