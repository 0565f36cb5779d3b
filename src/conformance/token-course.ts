/** The use of tokens in a run: the calls of each token, and why a client renewed it. */
import { type Exchange, endOf, isSentBefore } from './exchange.ts'
import { type Grant, isKnownTokenOver, isUse } from './grants.ts'
import type { Programs } from './programs.ts'
import type { Run } from './rule.ts'

/** Milliseconds after which a response has certainly arrived: those of the journal are too coarse for calls in parallel. */
const ARRIVED_AFTER_MS = 50

/** True when a client had received a token before a call: it had used it, or there was enough time. */
export function hadReceived(programs: Programs, grant: Grant, call: Exchange): boolean {
  if (!grant.seen || call.real < endOf(grant.entry)) return false
  if (call.real - endOf(grant.entry) >= ARRIVED_AFTER_MS) return true
  return programs.usesOf(grant).some((use) => isSentBefore(use, call))
}

/** Refusals of the tokens of one holder. */
interface Refused {
  /** Refused tokens that no new token has replaced yet, by fingerprint. */
  readonly open: Map<string, Exchange>
  readonly refused: Set<string>
  /** The latest refusal, and the tokens issued after it. */
  last: Exchange
  since: Grant[]
}

/**
 * The refusals that made a client request a token. Each refused token explains one grant with the same client and scopes,
 * because workers may have separate tokens. A further grant is explained by the latest refusal, unless the client already had
 * a newer token.
 */
export function causesOf({ exchanges, programs }: Run): ReadonlyMap<Grant, Exchange> {
  const given = new Map(programs.grants.map((grant) => [grant.entry, grant]))
  const refused = new Map<string, Refused>()
  const causes = new Map<Grant, Exchange>()
  for (const exchange of exchanges) {
    const grant = given.get(exchange)
    const cause = grant && causeOf(grant, refused.get(grant.holder), programs)
    if (grant && cause) causes.set(grant, cause)
    const used = programs.granted(exchange.token)
    if (used && isKnownTokenOver(exchange) && isUse(exchange, used))
      refused.set(used.holder, withRefusal(refused.get(used.holder), exchange))
  }
  return causes
}

/** The refusal that explains a grant. Each refusal explains one grant. */
function causeOf(grant: Grant, refused: Refused | undefined, programs: Programs): Exchange | undefined {
  if (!refused) return undefined
  const { open, last, since } = refused
  const [first] = open
  if (first) open.delete(first[0])
  const explained = first?.[1] ?? (since.some((other) => hadReceived(programs, other, grant.entry)) ? undefined : last)
  since.push(grant)
  return explained
}

function withRefusal(before: Refused | undefined, exchange: Exchange): Refused {
  const { token = '' } = exchange
  const { open, refused } = before ?? { open: new Map<string, Exchange>(), refused: new Set<string>() }
  if (!refused.has(token)) open.set(token, exchange)
  refused.add(token)
  return { open, refused, last: exchange, since: [] }
}
