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

/** What was refused to the clients of one holder. */
interface Refused {
  /** Refused tokens that no grant has made good for yet, by their fingerprint. */
  readonly open: Map<string, Exchange>
  /** The tokens that were refused, each once. */
  readonly told: Set<string>
  /** The last refusal, and what was given out after it. */
  last: Exchange
  since: Grant[]
}

/**
 * The refusals that made a client ask for a token. Each refused token explains one grant of the same client and scopes:
 * workers may hold tokens of their own. A further grant goes back to the last refusal, unless a newer token was in hand.
 */
export function causesOf(course: Course): ReadonlyMap<Grant, Exchange> {
  const known = byToken(course.grants)
  const given = new Map(course.grants.map((grant) => [grant.entry, grant]))
  const refused = new Map<string, Refused>()
  const causes = new Map<Grant, Exchange>()
  for (const exchange of course.exchanges) {
    const grant = given.get(exchange)
    const cause = grant && causeOf(grant, refused.get(grant.holder), course)
    if (grant && cause) causes.set(grant, cause)
    const holder = isToldTokenOver(exchange) ? known.get(exchange.token ?? '')?.holder : undefined
    if (holder !== undefined) refused.set(holder, withRefusal(refused.get(holder), exchange))
  }
  return causes
}

/** The refusal that explains a grant; it is used up by that. */
function causeOf(grant: Grant, refused: Refused | undefined, course: Course): Exchange | undefined {
  if (!refused) return undefined
  const { open, last, since } = refused
  const [first] = open
  if (first) open.delete(first[0])
  const explained = first?.[1] ?? (since.some((other) => inHand(course, other, grant.entry)) ? undefined : last)
  since.push(grant)
  return explained
}

function withRefusal(before: Refused | undefined, exchange: Exchange): Refused {
  const { token = '' } = exchange
  const { open, told } = before ?? { open: new Map<string, Exchange>(), told: new Set<string>() }
  if (!told.has(token)) open.set(token, exchange)
  told.add(token)
  return { open, told, last: exchange, since: [] }
}
