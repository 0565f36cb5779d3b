/**
 * Requests prices in test worlds.
 *
 * @module
 */
import type { Coupon } from '../../../src/domain/guest/coupons.ts'
import type { Property } from '../../../src/domain/property/properties.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aCompleteSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { smallRows } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

export const PROPERTIES = smallRows().collections.properties

/** A world with a session that lacks nothing but a price; settings are those of its property. */
export function worldWith(
  session: Partial<BookingSession> = {},
  { settings = {}, ...options }: TestOptions & { settings?: Property['settings'] } = {},
): TestWorld {
  const properties = PROPERTIES.map((property) => ({ ...property, settings }))
  return new TestWorld({ ...options, rows: { sessions: [aCompleteSession(session)], properties, ...options.rows } })
}

export const callInSession = (world: TestWorld, id: string) => world.call(id, { headers: IN_SESSION })

export const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

export interface PricesEntry {
  readonly [field: string]: unknown
  readonly accommodation_total_inc_tax: number
}

export const prices = async (world: TestWorld): Promise<PricesEntry> => {
  const [entry] = (await callInSession(world, 'getPrices')).data as readonly PricesEntry[]
  if (!entry) throw new Error('prices has one entry')
  return entry
}

export const SPRING: Coupon = {
  id: 1,
  propertyId: 1,
  code: 'SPRING',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  amount: 1000,
  isPercentage: true,
  roomOnly: true,
  bookingValidFrom: '2026-01-01',
  bookingValidTo: '2026-12-31',
  guestId: 0,
}

export const TODDLER = { rateId: 1, quantity: 1, label: '0 to 5', sentPrice: 1, sentModel: 'per_stay' as const }
