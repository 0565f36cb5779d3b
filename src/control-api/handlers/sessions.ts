/** The booking sessions of a sandbox, with their price calculations. */
import { isoInstant } from '../../base/instant.ts'
import { plainAmount } from '../../base/money.ts'
import { sessionKey } from '../../base/session-key.ts'
import { isExpired } from '../../booking-api/guards/session.ts'
import { listSessions, priceSession } from '../../control-contract/sessions.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import type { BookingSession as Session } from '../../domain/session/booking-session.ts'
import { rowAfter } from '../../journal/row-changes.ts'
import type { Db, Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { ControlRefusal } from '../control-refusal.ts'

export function controlSessions(on: OnControl): void {
  on(listSessions, (_, { sandbox }) => activeSessions(sandbox).map(sessionSummary))
  on(priceSession, ({ id, query: { call } }, { sandbox }) =>
    priceOf(call === undefined ? requireSession(sandbox, id) : sessionAfter(sandbox, id, call), sandbox.store.db),
  )
}

/**
 * A session as it was after a journalled request.
 *
 * @throws ControlRefusal 404 when the journal does not hold the call, or no call up to it that changed the session
 */
function sessionAfter({ journal }: Sandbox, sent: string, call: number): Session {
  const id = sessionKey(sent)
  if (!journal.find(call)) throw notFound(`the journal holds no entry ${call}`)
  for (const { id: earlier, commits = [] } of journal.kept().toReversed()) {
    const session = earlier <= call ? rowAfter(commits, 'sessions', id) : undefined
    if (session) return session
  }
  throw notFound(`the journal holds no call up to ${call} that changed the booking session "${sent.slice(0, 60)}"`)
}

/**
 * The price of a session: the last quote, or that of its booking after the session was booked.
 *
 * @throws ControlRefusal 404 for a session without a price
 */
function priceOf(session: Session, db: Db) {
  const { id, propertyId, quote, bookingId, bookedQuote } = session
  const shownQuote = quote ?? bookedQuote
  if (shownQuote === null) throw notFound(`session "${id}" has no price: it has not asked for one, or that one no longer holds`)
  const booking = quote === null ? db.bookings.get(bookingId) : undefined
  const property = booking?.propertyId ?? propertyId
  const currency = booking?.currency ?? db.properties.get(property)?.currency ?? ''
  return {
    session: id,
    property_uid: property,
    contract_uid: quote === null ? bookingId : null,
    ...priceExplanation(shownQuote, currency),
  }
}

const notFound = (message: string): ControlRefusal => new ControlRefusal(404, message)

function activeSessions({ store, clock }: Sandbox): readonly Session[] {
  const now = clock.now()
  return store.db.sessions.all().filter((session) => !isExpired(session, now))
}

/** @throws ControlRefusal 404 for an unknown or expired session */
function requireSession({ store, clock }: Sandbox, sent: string): Session {
  const session = store.db.sessions.get(sessionKey(sent))
  if (!session || isExpired(session, clock.now())) throw notFound(`there is no booking session "${sent.slice(0, 60)}"`)
  return session
}

function sessionSummary(session: Session) {
  const { id, propertyId, arrival, departure, adults, address, rooms, quote, okToBook, bookingId, usedAt } = session
  return {
    session: id,
    property_uid: propertyId,
    arrival,
    departure,
    adults,
    address: address !== null,
    rooms: rooms.map(({ roomId, rateId }) => ({ room: roomId, rate: rateId })),
    total: quote && plainAmount(quote.total),
    ok_to_book: okToBook,
    contract_uid: bookingId === 0 ? null : bookingId,
    used_at: isoInstant(usedAt),
  }
}

/** Every applied price rule with its amount, exact and rounded to cents. Both columns add up to their total. */
function priceExplanation(
  { engine, nights, lines, total, totalExact, deposit, depositExact, depositText }: Quote,
  currency: string,
) {
  return {
    engine,
    currency,
    nights,
    lines: lines.map(({ rule, text, exact, amount }) => ({ rule, text, exact, amount: plainAmount(amount) })),
    total: { exact: totalExact, amount: plainAmount(total) },
    deposit: { text: depositText, exact: depositExact, amount: plainAmount(deposit) },
  }
}
