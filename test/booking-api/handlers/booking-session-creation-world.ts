/**
 * Books from sessions in test worlds.
 *
 * @module
 */
import { expect } from 'vitest'
import type { Property } from '../../../src/domain/property/properties.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aCompleteSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { smallRows } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

export type Settings = Property['settings']

/** A world with sessions that lack nothing but price and validation; settings are those of every property. */
export function worldWith(
  sessions: readonly Partial<BookingSession>[] = [{}],
  { settings = {}, ...options }: TestOptions & { settings?: Settings } = {},
): TestWorld {
  const properties = smallRows().collections.properties.map((property) => ({ ...property, settings }))
  return new TestWorld({
    ...options,
    rows: { properties, sessions: sessions.map((one) => aCompleteSession(one)), ...options.rows },
  })
}

export const callInSession = (world: TestWorld, id: string, session: string = SESSION_ID) =>
  world.call(id, { headers: { ...IN_SESSION, 'X-SERVICE-BOOKING-SESSION-ID': session } })

/** Asks for prices and has the session validated. */
export async function makeReady(world: TestWorld, session?: string): Promise<void> {
  await callInSession(world, 'getPrices', session)
  expect((await callInSession(world, 'validateBooking', session)).data).toEqual({ valid: true })
}

export async function bookFromSession(world: TestWorld, session?: string) {
  await makeReady(world, session)
  expect((await callInSession(world, 'createBooking', session)).data).toEqual({ valid: true })
  const booking = world.sandbox.store.db.bookings.all().at(-1)
  if (!booking) throw new Error('there is a booking')
  return booking
}

export const stored = (world: TestWorld, session: string = SESSION_ID) => world.sandbox.store.db.sessions.get(session)

export const events = (world: TestWorld) => world.sandbox.store.db.events.all().map(({ task }) => task)
