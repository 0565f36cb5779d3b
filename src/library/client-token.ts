import { type Client, defaultClient } from '../auth/client.ts'
import { grantScopes } from '../auth/grant.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Sandbox } from '../world/world.ts'
import type { Credentials } from './types.ts'

const asCredentials = ({ id, secret, scopes }: Client): Credentials => ({ clientId: id, clientSecret: secret, scopes })

/** @throws Error without a client whose tokens work */
export function defaultCredentials({ store }: Sandbox): Credentials {
  const client = defaultClient(store.db.clients.all())
  if (!client) throw new Error('the fixtures have no client whose tokens work')
  return asCredentials(client)
}

/** The credentials of a client. @throws Error naming the existing clients */
export function credentialsOf({ store }: Sandbox, id: string): Credentials {
  const { clients } = store.db
  const client = clients.get(id)
  if (client) return asCredentials(client)
  const ids = clients.all().map((known) => known.id)
  throw new Error(`there is no client "${id}"; there are ${ids.join(', ') || 'none'}`)
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
