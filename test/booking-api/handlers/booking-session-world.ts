import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

/** A world with one session. */
export function worldWith(session: Partial<BookingSession> = {}, options: TestOptions = {}): TestWorld {
  return new TestWorld({ ...options, rows: { sessions: [aSession(session)], ...options.rows } })
}

export const callInSession = (world: TestWorld, id: string, form?: Readonly<Record<string, string>>) =>
  world.call(id, { headers: IN_SESSION, ...(form && { form }) })

export const storedSession = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

export const DATES = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }
export const region = (world: TestWorld): string => String(world.sandbox.geography.regionsOf('GB')[0]?.id)
