/**
 * Who is calling, and may they: token, then scope, then property.
 *
 * @module
 */
import { administersAll, mayCall } from '../auth/grant.ts'
import type { Choices } from '../contract/choices.ts'
import type { Operation } from '../contract/operation.ts'
import type { Method, Scope } from '../contract/scope.ts'
import type { Property } from '../domain/property.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Sandbox } from '../world.ts'
import type { Caller } from './context.ts'

/** The places of a request where a token can stand. */
export interface TokenPlaces {
  readonly authorization: string | undefined
  readonly query: string | undefined
  /** The field of the body, and whether the body may carry one. */
  readonly body: string | undefined
  readonly bodyMay: 'yes' | 'method' | 'type'
}

/**
 * The token that was sent.
 *
 * @throws Refusal `token_missing`, `token_twice`, `token_malformed`, `token_in_body_of_delete`, `token_in_other_body`
 * @source RFC 6750 section 2; facts "Bearer token on protected requests"
 */
export function tokenOf(places: TokenPlaces): string {
  const { authorization, query, body } = places
  if (authorization !== undefined && query === undefined && body === undefined) return bearer(authorization)
  const used = [authorization, query, body].filter((place) => place !== undefined)
  if (used.length === 0) throw new Refusal('token_missing')
  if (used.length > 1) throw new Refusal('token_twice')
  if (query !== undefined) return query
  if (places.bodyMay === 'method') throw new Refusal('token_in_body_of_delete')
  if (places.bodyMay === 'type') throw new Refusal('token_in_other_body')
  return body ?? ''
}

function bearer(authorization: string): string {
  const token = bearerToken(authorization)
  if (!token) throw new Refusal('token_malformed')
  return token
}

/** The token of an Authorization header; undefined where it holds none. */
export const bearerToken = (authorization: string): string | undefined => /bearer\s+(\S+)/i.exec(authorization)?.[1]

/**
 * Who calls with this token.
 *
 * @throws Refusal `token_unknown`, `token_revoked`, `token_expired`
 */
export function callerOf(sandbox: Sandbox, id: string): Caller {
  const { db } = sandbox.store
  const token = db.tokens.get(id)
  const client = token && db.clients.get(token.clientId)
  const user = client && db.users.get(client.userId)
  if (!token || !client || !user) throw new Refusal('token_unknown')
  if (token.revoked) throw new Refusal('token_revoked')
  if (client.tokens === 'expired' || sandbox.clock.now() > token.expiresAt) throw new Refusal('token_expired')
  return { token, client, user }
}

/** The scope an operation asks for under the choices in force. */
export function scopeOf(operation: Operation, choices: Choices): Scope | undefined {
  return choices.operation_scopes === 'recorded' ? (operation.recordedScope ?? operation.scope) : operation.scope
}

/**
 * Refuses a caller whose token lacks the scope.
 *
 * @throws Refusal `scope_not_held`
 */
export function demandScope(caller: Caller, scope: Scope, method: Method): void {
  if (!mayCall(caller.token.scopes, scope, method)) {
    const hint = `this token holds ${caller.token.scopes.join(' ') || 'no scopes'}; a ${method.toUpperCase()} here asks for ${scope}; client ${caller.client.id} may have ${caller.client.scopes.join(' ') || 'none'}`
    throw new Refusal('scope_not_held', { what: scope, hint })
  }
}

/**
 * The property, if the caller may administer it. An unknown one is refused like somebody else's, so ids do not leak.
 *
 * @throws Refusal `property_not_administrable`
 */
export function demandProperty(sandbox: Sandbox, caller: Caller, propertyId: number): Property {
  const property = sandbox.store.db.properties.get(propertyId)
  if (!property || !administers(caller, propertyId)) throw new Refusal('property_not_administrable')
  return property
}

function administers({ user, token }: Caller, propertyId: number): boolean {
  if (administersAll(user, token)) return true
  return user.level === 'manager' && user.propertyIds.includes(propertyId)
}

/** The properties a caller may administer, by id. */
export function administered(sandbox: Sandbox, caller: Caller): number[] {
  const ids: number[] = []
  for (const { id } of sandbox.store.db.properties.all()) if (administers(caller, id)) ids.push(id)
  return ids.sort((a, b) => a - b)
}
