/**
 * The guards of access: the token that identifies the caller, the scope it needs, and the properties it may administer.
 * @source RFC 6750 section 2; facts "Bearer token on protected requests"
 */
import { METHODS } from '../../api/operation.ts'
import { readId } from '../../api/path-values.ts'
import { administersAll, mayCall } from '../../auth/grant.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import { isPublicPath } from '../../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Sandbox } from '../../world/world.ts'
import type { BookingContext, Caller } from '../context.ts'
import type { BookingGuard } from '../guard.ts'

/** The scope an operation requires, by the choices in force; undefined for an open one. */
export function scopeOf(operation: BookingOperation, choices: Choices): Scope | undefined {
  return choices.operation_scopes === 'recorded' ? (operation.recordedScope ?? operation.scope) : operation.scope
}

const TOKEN_REFUSALS = ['token_missing', 'token_unknown', 'token_expired', 'token_revoked']

/** Checks the token before an unknown path is refused, so that clients without one do not learn which paths exist. */
export const tokenGuard: BookingGuard = {
  describe: (operation, { choices }) => {
    const scope = scopeOf(operation, choices)
    // A call of the token operation that does not ask for a token is one of any other path.
    const refusals = scope === undefined && operation.id !== TOKEN_OPERATION ? [] : TOKEN_REFUSALS
    return { refusals, security: scope === undefined ? [] : [{ token: [scope] }] }
  },
  check: (context) => {
    if (context.asksForToken || isPublicPath(context.segments ?? [])) return
    context.authenticated = callerOf(context.sandbox, tokenOf(context))
  },
}

/**
 * The token that was sent.
 *
 * @throws Refusal `token_missing`, `token_twice`, `token_malformed`, `token_in_body_of_delete`, `token_in_other_body`
 */
function tokenOf(context: BookingContext): string {
  const { authorization, 'content-type': type = '' } = context.headers
  const query = context.query('access_token')
  const body = context.form.get('access_token')
  if (authorization !== undefined && query === undefined && body === undefined) {
    if (!context.bearer) throw new Refusal('token_malformed')
    return context.bearer
  }
  const used = [authorization, query, body].filter((place) => place !== undefined)
  if (used.length === 0) throw new Refusal('token_missing')
  if (used.length > 1) throw new Refusal('token_twice')
  if (query !== undefined) return query
  if (context.request.method === 'DELETE') throw new Refusal('token_in_body_of_delete')
  if (type.toLowerCase().startsWith('multipart/')) throw new Refusal('token_in_other_body')
  return body ?? ''
}

/** @throws Refusal `token_unknown`, `token_revoked`, `token_expired` */
function callerOf(sandbox: Sandbox, id: string): Caller {
  const { db } = sandbox.store
  const token = db.tokens.get(id)
  const client = token && db.clients.get(token.clientId)
  const user = client && db.users.get(client.userId)
  if (!token || !client || !user) throw new Refusal('token_unknown')
  if (token.revoked) throw new Refusal('token_revoked')
  if (client.tokens === 'expired' || sandbox.clock.now() > token.expiresAt) throw new Refusal('token_expired')
  return { token, client, user }
}

/** Refuses a token without the scope of the operation. */
export const scopeGuard: BookingGuard = {
  describe: (operation, { choices }) => (scopeOf(operation, choices) === undefined ? {} : { refusals: ['scope_not_held'] }),
  check: ({ operation, authenticated, choices, method }) => {
    const scope = operation && scopeOf(operation, choices)
    if (!authenticated || scope === undefined) return
    const { token, client } = authenticated
    const lower = method.toLowerCase()
    const sent = METHODS.find((known) => known === lower)
    if (sent && mayCall(token.scopes, scope, sent)) return
    const held = token.scopes.join(' ') || 'no scopes'
    const hint = `this token holds ${held}; a ${method} here asks for ${scope}; client ${client.id} may have ${client.scopes.join(' ') || 'none'}`
    throw new Refusal('scope_not_held', { what: scope, hint })
  },
}

const isGuarded = (operation: BookingOperation | undefined): boolean => operation?.params['property_id']?.guarded === true

/** Checks the property in the path. An unknown one is refused like one of another manager, so that ids do not leak. */
export const propertyGuard: BookingGuard = {
  describe: (operation, { choices }) =>
    isGuarded(operation) && scopeOf(operation, choices) !== undefined ? { refusals: ['property_not_administrable'] } : {},
  check: (context) => {
    const { operation, pathValues, sandbox, choices, authenticated } = context
    if (!isGuarded(operation)) return
    const sent = pathValues['property_id'] ?? ''
    if (sent === '') throw new Refusal('segment_blank', { what: 'property_id' })
    const property = sandbox.store.db.properties.get(readId(sent))
    const isChecked = choices.operation_scopes !== 'recorded' || operation?.recordedPropertyCheck !== false
    if (authenticated && isChecked && !(property && administers(authenticated, property.id)))
      throw new Refusal('property_not_administrable')
    context.guardedProperty = property
  },
}

function administers({ user, token }: Caller, propertyId: number): boolean {
  if (administersAll(user, token)) return true
  return user.level === 'manager' && user.propertyIds.includes(propertyId)
}

export function administeredProperties(sandbox: Sandbox, caller: Caller): number[] {
  const ids: number[] = []
  for (const { id } of sandbox.store.db.properties.all()) if (administers(caller, id)) ids.push(id)
  return ids.sort((a, b) => a - b)
}
