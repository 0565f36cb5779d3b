/**
 * The tokens that were given out during a run: to whom, for what, until when.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { answerText, type Exchange, type Facts, formOf, isDone, isReplyLost, TOKEN_OPERATION } from './exchange.ts'

/** A token that was given out. */
export interface Grant {
  /** The request that it answered. */
  readonly entry: Exchange
  readonly client: string
  readonly token: string
  /** Client and scopes: tokens with the same holder can stand in for each other. */
  readonly holder: string
  /** When it ends by itself, and from when on it is sensible to ask for the next one. By the sandbox's clock. */
  readonly endsAt: Instant
  readonly renewableAt: Instant
  /** False when the client never got to see it. */
  readonly seen: boolean
}

/** A client that asks for its next token within this share of a token's life renews early, as it should. */
const RENEWAL_SHARE = 0.2
/** Many clients renew a minute before the end whatever the life is; more than half of a short life is waste, though. */
const RENEWAL_MARGIN = 60_000
/** What a refusal says of the token that was sent: it is over, or it was not sent as it should be. */
const TOKEN_REFUSALS: Readonly<Record<Extract<RefusalCode, `token_${string}`>, 'over' | 'sent wrongly' | 'no token'>> = {
  token_unknown: 'over',
  token_expired: 'over',
  token_revoked: 'over',
  token_missing: 'sent wrongly',
  token_malformed: 'sent wrongly',
  token_twice: 'sent wrongly',
  token_in_body_of_delete: 'sent wrongly',
  token_in_other_body: 'sent wrongly',
  token_method: 'no token',
}
const OVER: ReadonlySet<string> = new Set(
  Object.entries(TOKEN_REFUSALS).flatMap(([code, says]) => (says === 'over' ? [code] : [])),
)

/** True when a call was refused because its token is not good any more. */
export const isTokenOver = ({ refusalCode }: Exchange): boolean => refusalCode !== undefined && OVER.has(refusalCode)

/** True when the client could read that, too. */
export const isToldTokenOver = (of: Exchange): boolean => isTokenOver(of) && !isReplyLost(of)

/** True when a call was refused for its token, whatever is wrong with it. */
export const isTokenRefused = ({ refusalCode }: Exchange): boolean => refusalCode !== undefined && refusalCode in TOKEN_REFUSALS

/** The tokens given out, in the order asked for. */
export function grantsOf(exchanges: readonly Exchange[], facts: Facts): readonly Grant[] {
  return exchanges.flatMap((entry) => grantOf(entry, facts) ?? [])
}

function grantOf(entry: Exchange, { tokenLifetimeMs }: Facts): Grant | undefined {
  const { operation, client, token, at } = entry
  if (operation !== TOKEN_OPERATION || client === undefined || token === undefined || !isDone(entry)) return undefined
  const said = /"expires_in":\s*(\d+)/.exec(answerText(entry))?.[1]
  const life = said === undefined ? tokenLifetimeMs : Number(said) * 1000
  const margin = Math.max(life * RENEWAL_SHARE, Math.min(RENEWAL_MARGIN, life / 2))
  const holder = `${client} ${scopesOf(entry)}`
  return { entry, client, token, holder, endsAt: at + life, renewableAt: at + life - margin, seen: !isReplyLost(entry) }
}

/** The scopes that were asked for, whatever their order. */
function scopesOf(entry: Exchange): string {
  const sent = formOf(entry).find(([name]) => name === 'scope')?.[1] ?? ''
  return sent.split(/\s+/).filter(Boolean).sort().join(' ')
}

/** The grants by the token they gave. */
export const byToken = (grants: readonly Grant[]): ReadonlyMap<string, Grant> =>
  new Map(grants.map((grant) => [grant.token, grant]))

/** Who makes a call, as far as it can be known: the client, or else the visitor. */
export function callerOf({ client, token, session }: Exchange, grants: ReadonlyMap<string, Grant>): string | undefined {
  return client ?? (token === undefined ? undefined : grants.get(token)?.client) ?? session?.trim()
}
