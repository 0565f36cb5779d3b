/**
 * The order of a booking session, as a table: what each step needs to have happened, and what it makes void.
 *
 * @module
 * @source spec "Booking session"; facts "Step order", "Lifecycle"; choices `step_order`, `stale_prices`
 */
import type { BookingSession } from './booking-session.ts'

/** What a session can hold. */
export type Milestone = 'dates' | 'guests' | 'address' | 'rooms' | 'price' | 'consent'

export type StepOrder = 'needs' | 'as_listed' | 'free'

/** When a step makes the price void: always, only when it takes the place of an earlier one, or never. */
type Voids = 'always' | 'when_replaced' | 'never'

interface Step {
  /** What must be there, in the order in which it is asked for: by choice of `step_order`. */
  readonly needs: Readonly<Record<StepOrder, readonly Milestone[]>>
  /** Whether the price no longer holds after it. */
  readonly voidsPrice: Voids
  /** True when the session must be validated again after it. */
  readonly voidsConsent: boolean
}

const TOLD = ['dates', 'guests', 'address'] as const
const ALL = [...TOLD, 'rooms', 'price'] as const

/** A step that only reads, or adds what no price and no check depends on. */
const HARMLESS = { voidsPrice: 'never', voidsConsent: false } as const

export const STEPS = {
  set_dates: {
    needs: { needs: [], as_listed: [], free: [] },
    voidsPrice: 'always',
    voidsConsent: true,
  },
  set_guests: {
    needs: { needs: ['dates'], as_listed: ['dates'], free: [] },
    voidsPrice: 'always',
    voidsConsent: true,
  },
  set_address: {
    needs: { needs: [], as_listed: ['dates', 'guests'], free: [] },
    // a first address leaves the price alone, for most clients ask for it last
    voidsPrice: 'when_replaced',
    voidsConsent: true,
  },
  list_rooms: { needs: { needs: ['dates', 'guests'], as_listed: TOLD, free: ['dates'] }, ...HARMLESS },
  choose_rooms: {
    needs: { needs: ['dates', 'guests'], as_listed: TOLD, free: ['dates'] },
    voidsPrice: 'always',
    voidsConsent: true,
  },
  price: { needs: { needs: ['rooms'], as_listed: [...TOLD, 'rooms'], free: ['rooms'] }, ...HARMLESS },
  set_note: { needs: { needs: [], as_listed: ALL, free: [] }, ...HARMLESS },
  validate: { needs: { needs: ALL, as_listed: ALL, free: [] }, ...HARMLESS },
  create: { needs: { needs: ['consent'], as_listed: ['consent'], free: ['consent'] }, ...HARMLESS },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof STEPS

const REACHED: Readonly<Record<Milestone, (session: BookingSession) => boolean>> = {
  dates: ({ arrival, departure }) => arrival !== null && departure !== null,
  guests: ({ adults }) => adults !== null,
  address: ({ address }) => address !== null,
  rooms: ({ rooms }) => rooms.length > 0,
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

/** The first thing that a step needs and the session does not have; undefined when the step can be taken. */
export function missingFor(step: StepName, session: BookingSession, order: StepOrder): Milestone | undefined {
  const needs: readonly Milestone[] = STEPS[step].needs[order]
  return needs.find((milestone) => !REACHED[milestone](session))
}

/**
 * The session after a step that changed it.
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
  const { voidsConsent } = STEPS[step]
  const void_ = stalePrices === 'invalid' && voidsPrice(step, session)
  return { ...session, ...changes, ...(void_ && { quote: null }), ...(voidsConsent && { okToBook: false }) }
}

function voidsPrice(step: StepName, session: BookingSession): boolean {
  const when: Voids = STEPS[step].voidsPrice
  return when === 'always' || (when === 'when_replaced' && session.address !== null)
}

/** A session that has just been bound to a property: everything else it was told stays. */
export function boundTo(propertyId: number, session: BookingSession | undefined, id: string, now: number): BookingSession {
  if (session?.propertyId === propertyId) return { ...session, usedAt: now }
  return { ...(session ?? emptySession(id)), propertyId, rooms: [], quote: null, okToBook: false, usedAt: now }
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
    quote: null,
    okToBook: false,
    bookingId: 0,
    bookedQuote: null,
    usedAt: 0,
  }
}
