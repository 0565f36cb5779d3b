/** Issues access tokens. */

import { basicCredentials } from '../../auth/authorization.ts'
import { grantScopes } from '../../auth/grant.ts'
import { requestToken } from '../../booking-contract/oauth.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Ctx, On } from '../handler-context.ts'

/** More words are not looked at: there are far fewer scopes. */
const MAX_SCOPES = 1000

export function oauthRoutes(on: On): void {
  on(requestToken, (_, ctx) => {
    requireGrantType(ctx)
    const client = clientOf(ctx)
    const sent = ctx.form.get('scope')
    const scopes = grantScopes(client.scopes, sent?.split(' ', MAX_SCOPES).filter(Boolean), ctx.choices)
    const token = ctx.sandbox.issueToken(client.id, scopes)
    ctx.noteGrant(token.id)
    return {
      access_token: token.id,
      expires_in: ctx.sandbox.tokenLifetime,
      token_type: 'Bearer',
      ...(ctx.choices.token_scope_field === 'comma' && { scope: scopes.join(',') }),
    }
  })
}

/** @throws Refusal `grant_type_missing`, `grant_type_unsupported` */
function requireGrantType(ctx: Ctx): void {
  const grant = ctx.form.get('grant_type')
  if (!grant) throw new Refusal('grant_type_missing')
  if (grant !== 'client_credentials' && grant !== 'authorization_code')
    throw new Refusal('grant_type_unsupported', { what: grant })
}

/** @throws Refusal `client_credentials_missing`, `client_unknown`, `authorization_code_missing`, `authorization_code_unknown` */
function clientOf(ctx: Ctx): { readonly id: string; readonly scopes: readonly string[] } {
  const { id, secret } = credentialsOf(ctx)
  if (!secret) throw new Refusal('client_credentials_missing')
  const client = ctx.db.clients.get(id ?? '')
  if (client?.secret !== secret) throw new Refusal('client_unknown')
  if (ctx.form.get('grant_type') === 'authorization_code')
    throw new Refusal(ctx.form.get('code') ? 'authorization_code_unknown' : 'authorization_code_missing')
  return client
}

/** The sent credentials; HTTP Basic takes precedence over the form. */
function credentialsOf(ctx: Ctx): { readonly id: string | undefined; readonly secret: string | undefined } {
  const sent = { id: ctx.form.get('client_id'), secret: ctx.form.get('client_secret') }
  return basicCredentials(ctx.headers['authorization']) ?? sent
}
