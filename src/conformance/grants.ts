/** The tokens that were issued during a run: to whom, with which scopes, until when. */
import { groupBy } from '../base/group-by.ts'
import type { Instant } from '../base/instant.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import {
  answerText,
  type Exchange,
  endOf,
  type Facts,
  formField,
  isCarriedOut,
  isReplyLost,
  isSentBefore,
  sessionOf,
  TOKEN_OPERATION,
} from './exchange.ts'

export interface Grant {
  readonly entry: Exchange
  readonly client: string
  readonly token: string
  /** The requested scopes, sorted. */
  readonly scopes: readonly string[]
  /** Client and scopes: tokens with the same holder are interchangeable. */
  readonly holder: string
  /** When it expires, and from when on a client should renew it; by the sandbox's clock. */
  readonly endsAt: Instant
  readonly renewableAt: Instant
  /** False when the response did not reach the client. */
  readonly seen: boolean
}

/** Part of a token's lifetime, at its end, in which a client may renew it. */
const RENEWAL_SHARE = 0.2
/** Many clients renew a minute before the end whatever the lifetime; but at most half of a short lifetime counts. */
const RENEWAL_MARGIN = 60_000
const TOKEN_OVER: ReadonlySet<RefusalCode | undefined> = new Set<RefusalCode>(['token_unknown', 'token_expired', 'token_revoked'])

/** Refusals of calls that the client is not allowed to make: another token of the same client does not help. */
export const FORBIDDEN_CODES: ReadonlySet<RefusalCode | undefined> = new Set<RefusalCode>([
  'scope_not_held',
  'property_not_administrable',
])

/** True when a call was refused because its token is no longer valid. */
export const isTokenOver = ({ refusalCode }: Exchange): boolean => TOKEN_OVER.has(refusalCode)

/** True when the client also received that refusal, so it knows. */
export const isKnownTokenOver = (of: Exchange): boolean => isTokenOver(of) && !isReplyLost(of)

/** True when a call was refused because of its token: one that is no longer valid, was sent wrongly or is missing. */
export const isTokenRefused = ({ refusalCode }: Exchange): boolean => refusalCode?.startsWith('token_') === true

export function grantsOf(exchanges: readonly Exchange[], facts: Facts): readonly Grant[] {
  return exchanges.flatMap((entry) => grantOf(entry, facts) ?? [])
}

function grantOf(entry: Exchange, { tokenLifetimeMs }: Facts): Grant | undefined {
  const { operation, client, token, at } = entry
  if (operation !== TOKEN_OPERATION || client === undefined || token === undefined || !isCarriedOut(entry)) return undefined
  const said = /"expires_in":\s*(\d+)/.exec(answerText(entry))?.[1]
  const life = said === undefined ? tokenLifetimeMs : Number(said) * 1000
  const margin = Math.max(life * RENEWAL_SHARE, Math.min(RENEWAL_MARGIN, life / 2))
  const scopes = (formField(entry, 'scope') ?? '').split(/\s+/).filter(Boolean).sort()
  const holder = `${client} ${scopes.join(' ')}`
  return { entry, client, token, scopes, holder, endsAt: at + life, renewableAt: at + life - margin, seen: !isReplyLost(entry) }
}

export const byToken = (grants: readonly Grant[]): ReadonlyMap<string, Grant> =>
  new Map(grants.map((grant) => [grant.token, grant]))

/** False for a call before its token was issued, or refused meanwhile: a new service can issue a token of an earlier run. */
export function isUse(call: Exchange, { entry }: Partial<Grant> = {}): boolean {
  if (entry === undefined || call === entry) return true
  return isSentBefore(entry, call) && (call.real >= endOf(entry) || !isTokenOver(call))
}

export function usesByToken(exchanges: readonly Exchange[], grants: ReadonlyMap<string, Grant>) {
  return groupBy(exchanges, (one) => {
    const grant = grants.get(one.token ?? '')
    return one === grant?.entry || !isUse(one, grant) ? undefined : one.token
  })
}

/** The caller: the client, else the visitor's session; undefined when neither is known. */
export function callerOf(call: Exchange, grants: ReadonlyMap<string, Grant>): string | undefined {
  const { client, token } = call
  return client ?? (token === undefined ? undefined : grants.get(token)?.client) ?? sessionOf(call)
}
