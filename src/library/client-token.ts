import { type Client, defaultClient } from '../auth/client.ts'
import { grantScopes } from '../auth/grant.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Sandbox } from '../world/world.ts'
import type { Credentials } from './types.ts'

/** The client with an id; without one, the default. @throws Error naming the existing clients, or without one whose tokens work */
export function clientOf({ store }: Sandbox, id: string | undefined): Client {
  const all = store.db.clients.all()
  const client = id === undefined ? defaultClient(all) : all.find((known) => known.id === id)
  if (client) return client
  if (id === undefined) throw new Error('the fixtures have no client whose tokens work')
  throw new Error(`there is no client "${id}"; there are ${all.map((known) => known.id).join(', ') || 'none'}`)
}

/** Its credentials. @throws Error */
export function credentialsOf(sandbox: Sandbox, clientId: string | undefined): Credentials {
  const { id, secret, scopes } = clientOf(sandbox, clientId)
  return { clientId: id, clientSecret: secret, scopes }
}

/** Issues a token, as the token endpoint does. @throws Error when the client may not have the scopes */
export function tokenFor(sandbox: Sandbox, { clientId, scopes: held }: Credentials, asked: readonly string[] = held): string {
  const scopes = grantedScopes(clientId, held, asked)
  return sandbox.issueToken(clientId, scopes).id
}

function grantedScopes(clientId: string, held: readonly string[], asked: readonly string[]): readonly string[] {
  try {
    return grantScopes(held, asked, { missing_scope: 'all', requested_scope: 'checked' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Error(`the client ${clientId} may not have ${error.detail.what}; it holds ${held.join(' ') || 'no scopes'}`)
  }
}
