/**
 * Which booking session a request belongs to, and whether it may go on.
 *
 * @module
 * @source spec "Booking session"; facts "Session header", "Property prerequisites"; choice `session_header`
 */
import type { SessionNeed } from '../contract/operation.ts'
import { readId } from '../contract/parts.ts'
import { type BookingSession, SESSION_LIFE, sessionKey } from '../domain/booking-session.ts'
import { bookingWindow } from '../domain/booking-window.ts'
import type { Property } from '../domain/property.ts'
import { setting } from '../domain/property-settings.ts'
import { Refusal } from '../domain/refusal.ts'
import { demandBookable } from '../domain/session-property.ts'
import { currentRates } from '../domain/tariff-set.ts'
import type { Sandbox } from '../world.ts'

export { sessionKey } from '../domain/booking-session.ts'

/** The session of a request; without a property where the operation needs none. */
export interface SessionFound {
  /** What the client calls it, cut to what counts. */
  readonly id: string
  readonly property: Property | undefined
}

/** True once a session has been silent for too long. */
export const isExpired = ({ usedAt }: BookingSession, now: number): boolean => now - usedAt >= SESSION_LIFE

/**
 * The session that the header names. One that belongs to a property is marked as used; one that expired is forgotten.
 *
 * @param header what stood in the session header
 * @param sentProperty the property that a new session is for, as it was sent
 * @throws Refusal `session_missing`, `session_not_initialised`, `session_property_unavailable`
 */
export function demandSession(
  sandbox: Sandbox,
  header: string | undefined,
  need: SessionNeed,
  sentProperty: string | undefined,
): SessionFound | undefined {
  const { choices } = sandbox
  const { product } = sandbox.world
  const sent = header?.trim() ?? ''
  if (sent === '') {
    if (need === 'named' && choices.session_header === 'exempt') return undefined
    throw new Refusal('session_missing', { what: product.sessionHeader.toUpperCase() })
  }
  const id = sessionKey(sent)
  forgetExpired(sandbox, id)
  if (need === 'named') return { id, property: undefined }
  const session = sandbox.store.db.sessions.get(id)
  const begins = need === 'begins'
  if (begins) sweep(sandbox)
  const propertyId = begins ? propertyToBegin(sentProperty, id) : session?.propertyId
  if (propertyId === undefined) throw new Refusal('session_not_initialised', { what: id })
  const property = bookableProperty(sandbox, propertyId)
  if (session && !begins) markUsed(sandbox, session)
  return { id, property }
}

/** @throws Refusal `session_not_initialised` for property 0 */
function propertyToBegin(sent: string | undefined, id: string): number {
  if (sent !== undefined && /^0+$/.test(sent)) throw new Refusal('session_not_initialised', { what: id })
  return readId(sent ?? '')
}

/**
 * The property of a session, if it takes bookings.
 *
 * @throws Refusal `session_property_unavailable`
 */
function bookableProperty({ store: { db }, clock, choices }: Sandbox, id: number): Property {
  const property = db.properties.get(id)
  if (!property) throw new Refusal('session_property_unavailable')
  const today = clock.today(choices.today === 'property' ? property.timezone : undefined)
  demandBookable({
    property,
    roomTypes: db.roomTypes.all().filter(({ propertyId }) => propertyId === 0 || propertyId === id),
    rooms: db.rooms.by('property', id),
    taxCode: setting(property, 'accommodation_tax_code'),
    taxRates: db.taxRates.all(),
    rates: currentRates(db.rates.by('property', id), today),
    window: bookingWindow(property, today),
    zeroPrices: choices.zero_prices,
  })
  return property
}

function forgetExpired({ store, clock }: Sandbox, id: string): void {
  const session = store.db.sessions.get(id)
  if (session && isExpired(session, clock.now())) store.change((db) => db.sessions.remove(id))
}

/** When each sandbox was swept last. */
const swept = new WeakMap<Sandbox, number>()
/** How long a sandbox is left unswept, milliseconds: so that starting a session does not look at all the others each time. */
const SWEPT_EVERY = 3_600_000

/** Forgets all sessions that expired, those of a run before this one included. */
function sweep(sandbox: Sandbox): void {
  const { store, clock } = sandbox
  const now = clock.now()
  const last = swept.get(sandbox)
  if (last !== undefined && now >= last && now - last < SWEPT_EVERY) return
  swept.set(sandbox, now)
  const expired = store.db.sessions.all().filter((session) => isExpired(session, now))
  if (expired.length > 0) store.change((db) => expired.map(({ id }) => db.sessions.remove(id)))
}

function markUsed({ store, clock }: Sandbox, session: BookingSession): void {
  const usedAt = clock.now()
  if (session.usedAt !== usedAt) store.change((db) => db.sessions.put({ ...session, usedAt }))
}
