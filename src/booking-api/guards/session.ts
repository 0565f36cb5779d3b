/**
 * The guard of booking sessions: finds the session of a request and checks whether it can be used.
 * @source spec "Booking session"; facts "Session header", "Property prerequisites"; choice `session_header`
 */

import { readId } from '../../api/path-values.ts'
import { SESSION_ID_LENGTH, sessionKey } from '../../base/session-key.ts'
import type { SessionNeed } from '../../booking-contract/shared/operation.ts'
import { bookingWindow } from '../../domain/booking/window.ts'
import type { Property } from '../../domain/property/properties.ts'
import { setting } from '../../domain/property/settings.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type BookingSession, SESSION_LIFE } from '../../domain/session/booking-session.ts'
import { requireBookable } from '../../domain/session/property.ts'
import { currentRates } from '../../domain/tariff/tariff-set.ts'
import type { Sandbox } from '../../world/world.ts'
import type { BookingGuard } from '../guard.ts'

/** Finds the session named in the header and sets its property, unless a property was checked already. */
export const sessionGuard: BookingGuard = {
  describe: ({ session }, { choices, product }) => {
    if (!session) return {}
    const header = {
      name: product.sessionHeader.toUpperCase(),
      in: 'header',
      required: session !== 'named' || choices.session_header === 'all',
      description: 'The booking session: any text that the client makes up, one for each visitor; 50 characters count',
      schema: { type: 'string', minLength: 1 },
      example: 'k3Xp9QzR7aLm2WtB5cVd',
    }
    return { parameters: [header] }
  },
  check: (context) => {
    const { operation, sandbox, pathValues, record, product } = context
    if (!operation?.session) return
    const header = context.headers[product.sessionHeader]
    const session = requireSession(sandbox, header, operation.session, pathValues['property_id'])
    context.namedSession = session?.id
    const isCut = session?.id !== header?.trim()
    if (operation.session === 'begins' && isCut)
      record.hint ??= `only the first ${SESSION_ID_LENGTH} characters of the session id count: ids that begin with the same ones are one session`
    record.property ??= session?.property?.id
    context.guardedProperty ??= session?.property
  },
}

/** True when a session was not used for {@link SESSION_LIFE}. */
export const isExpired = ({ usedAt }: BookingSession, now: number): boolean => now - usedAt >= SESSION_LIFE

/**
 * The session named in the header. One with a property is marked as used; an expired one is removed.
 *
 * @param header the value of the session header
 * @param sentProperty the property of a new session, as it was sent
 * @throws Refusal `session_missing`, `session_not_initialised`, `session_property_unknown`, `session_property_unavailable`
 */
function requireSession(
  sandbox: Sandbox,
  header: string | undefined,
  need: SessionNeed,
  sentProperty: string | undefined,
): { readonly id: string; readonly property: Property | undefined } | undefined {
  const { choices } = sandbox
  const { product } = sandbox.world
  const id = sessionKey(header ?? '')
  if (id === '') {
    if (need === 'named' && choices.session_header === 'exempt') return undefined
    throw new Refusal('session_missing', { what: product.sessionHeader.toUpperCase() })
  }
  removeExpired(sandbox, id)
  if (need === 'named') return { id, property: undefined }
  const session = sandbox.store.db.sessions.get(id)
  const begins = need === 'begins'
  if (begins) sweep(sandbox)
  const isBinding = begins && !/^0+$/.test(sentProperty ?? '') // 0 names no property: that of the session stays
  const propertyId = isBinding ? readId(sentProperty ?? '') : session?.propertyId
  if (propertyId === undefined) throw new Refusal('session_not_initialised', { what: id })
  if (begins && !sandbox.store.db.properties.has(propertyId)) throw new Refusal('session_property_unknown')
  const property = bookableProperty(sandbox, propertyId)
  if (session && !begins) markUsed(sandbox, session)
  return { id, property }
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
  requireBookable({
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

function removeExpired({ store, clock }: Sandbox, id: string): void {
  const session = store.db.sessions.get(id)
  if (session && isExpired(session, clock.now())) store.change((db) => db.sessions.remove(id))
}

/** The time of the last sweep of each sandbox, by its clock. */
const swept = new WeakMap<Sandbox, number>()
/** Milliseconds between two sweeps: not every new session checks all the others. */
const SWEPT_EVERY = 3_600_000

/** Removes all expired sessions. */
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
