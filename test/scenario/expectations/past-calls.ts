/**
 * Completed calls, for tests of expectations.
 *
 * @module
 */
import { type Entry, entryOf } from '../../../src/journal/entry.ts'
import { type PastCall, pastCall } from '../../../src/scenario/expectations/past-call.ts'
import { NOW } from '../../support/small-world.ts'

/** A call of the journal: by default a successful token request, `id` seconds after nine o'clock. */
export const pastCallOf = (id: number, with_: Partial<Entry> = {}): PastCall =>
  pastCall(
    entryOf({
      id,
      at: NOW + id * 1000,
      real: NOW + id * 1000,
      ms: 5,
      method: 'POST',
      target: '/oauth/token',
      operation: 'requestToken',
      path: {},
      client: 'desk',
      token: undefined,
      property: undefined,
      session: undefined,
      channel: undefined,
      correlation: undefined,
      status: 200,
      refusal: undefined,
      fault: undefined,
      hint: undefined,
      requestHeaders: {},
      request: 'grant_type=client_credentials&client_id=desk&client_secret=[masked]',
      ...with_,
    }),
  )

/** A call that lists the bookings of property 1. */
export const listBookingsCall = (id: number, with_: Partial<Entry> = {}): PastCall =>
  pastCallOf(id, {
    method: 'GET',
    target: '/property/bookings/1',
    operation: 'listBookings',
    path: { property_id: '1' },
    property: 1,
    request: undefined,
    ...with_,
  })

/** Three tokens, of which the second was refused, then a list and a call to nowhere. */
export const CALLS = [
  pastCallOf(1),
  pastCallOf(2, { status: 400, client: 'demo' }),
  listBookingsCall(3),
  pastCallOf(4),
  listBookingsCall(5, { status: 401, client: undefined, property: 2, path: { property_id: '2' } }),
  pastCallOf(6, { operation: undefined, path: undefined, target: '/nowhere', method: 'GET', status: 404, request: undefined }),
]
