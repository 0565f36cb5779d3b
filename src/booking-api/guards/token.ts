/**
 * The guard of the access token, which identifies the caller.
 * @source RFC 6750 section 2; facts "Bearer token on protected requests"
 */

import { isPublicPath } from '../../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Sandbox } from '../../world/world.ts'
import type { BookingContext, Caller } from '../context.ts'
import type { BookingGuard } from '../guard.ts'
import { scopeOf } from './scope.ts'

const TOKEN_REFUSALS = ['token_missing', 'token_unknown', 'token_expired', 'token_revoked']

/** Checks the token before an unknown path is refused, so that clients without one do not learn which paths exist. */
export const tokenGuard: BookingGuard = {
  name: 'token',
  checksUnmatched: true,
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
  if (authorization !== undefined && query === undefined && body === undefined) return requireBearer(context.bearer)
  const used = [authorization, query, body].filter((place) => place !== undefined)
  if (used.length === 0) throw new Refusal('token_missing')
  if (used.length > 1) throw new Refusal('token_twice')
  if (query !== undefined) return query
  if (context.request.method === 'DELETE') throw new Refusal('token_in_body_of_delete')
  if (type.toLowerCase().startsWith('multipart/')) throw new Refusal('token_in_other_body')
  return body ?? ''
}

function requireBearer(token: string | undefined): string {
  if (!token) throw new Refusal('token_malformed')
  return token
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
