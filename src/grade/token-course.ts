/**
 * A run as seen from its tokens: where each call stands, which calls a token was used for, what made a client renew it.
 *
 * @module
 */
import { type Exchange, endOf, type Facts, grouped } from './exchange.ts'
import { byToken, type Grant, grantsOf, isToldTokenOver } from './grants.ts'

/** A run, and where each call stands in it. */
export interface Course {
  readonly exchanges: readonly Exchange[]
  readonly grants: readonly Grant[]
  readonly place: ReadonlyMap<Exchange, number>
  /** The calls that carried a token, by its fingerprint. */
  readonly carried: ReadonlyMap<string, readonly Exchange[]>
}

/**
 * After this long, milliseconds, an answer has arrived: whoever asks again earlier may have asked in parallel. The clock of
 * the journal is too coarse to tell.
 */
const IN_HAND = 50

export function courseOf(exchanges: readonly Exchange[], facts: Facts): Course {
  const grants = grantsOf(exchanges, facts)
  const given = new Set(grants.map(({ entry }) => entry))
  return {
    exchanges,
    grants,
    place: new Map(exchanges.map((one, index) => [one, index])),
    carried: grouped(exchanges, (one) => (given.has(one) ? undefined : one.token)),
  }
}

/** The calls that carried the token of a grant. */
export const usesOf = ({ carried }: Course, { token }: Grant): readonly Exchange[] => carried.get(token) ?? []

/** True when one call was sent before another. */
export const isBefore = ({ place }: Course, a: Exchange, b: Exchange): boolean => (place.get(a) ?? 0) < (place.get(b) ?? 0)

/** True when a client had a token in its hands before a call was made: it had used it, or there was ample time. */
export function inHand(course: Course, grant: Grant, call: Exchange): boolean {
  if (!grant.seen || call.real < endOf(grant.entry)) return false
  if (call.real - endOf(grant.entry) >= IN_HAND) return true
  return usesOf(course, grant).some((use) => isBefore(course, use, call))
}

/**
 * The refusals that made a client ask for a token: the last one of a token of the same client and scopes, unless a newer
 * token was in hand already.
 */
export function causesOf(course: Course): ReadonlyMap<Grant, Exchange> {
  const known = byToken(course.grants)
  const given = new Map(course.grants.map((grant) => [grant.entry, grant]))
  const open = new Map<string, { readonly refused: Exchange; readonly since: Grant[] }>()
  const causes = new Map<Grant, Exchange>()
  for (const exchange of course.exchanges) {
    const grant = given.get(exchange)
    const last = grant && open.get(grant.holder)
    if (last && !last.since.some((other) => inHand(course, other, exchange))) causes.set(grant, last.refused)
    if (last) last.since.push(grant)
    const holder = isToldTokenOver(exchange) ? known.get(exchange.token ?? '')?.holder : undefined
    if (holder !== undefined) open.set(holder, { refused: exchange, since: [] })
  }
  return causes
}
