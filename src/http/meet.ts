/**
 * What a call meets on its way in: the faults of the scenario, counted by what the call is about.
 *
 * @module
 */
import { readId } from '../contract/parts.ts'
import type { Strike } from '../play/play.ts'
import type { Sight } from '../play/sight.ts'
import type { Call } from './call.ts'
import { TOKEN_SHOWN } from './mask.ts'
import type { Match } from './matcher.ts'
import { sessionKey } from './session.ts'

/** Counts a call before anything looks at it, and lets happen what is due at it. */
export function meet(call: Call, match: Match | undefined, guarded: string | undefined): Strike | undefined {
  const { sandbox, entry } = call
  const sight = sightOf(call, match, guarded)
  const { client, token, property } = sight
  // Somebody on the way may answer instead of the service: then this is all that is known of the call.
  if (client !== undefined && sandbox.store.db.clients.has(client)) entry.client = client
  entry.token = token?.slice(0, TOKEN_SHOWN)
  entry.property ??= property
  return sandbox.play.meet(sight, sandbox.stageAt(sandbox.clock.now()))
}

/** A call as selectors see it. Nothing of it has been checked. */
function sightOf(call: Call, match: Match | undefined, guarded: string | undefined): Sight {
  const { sandbox, request, form } = call
  const { db } = sandbox.store
  const { product } = sandbox.world
  const token = sentToken(call)
  const sent = request.header(product.sessionHeader)?.trim()
  const session = sent ? sessionKey(sent) : undefined
  const path = match?.values ?? {}
  const named = path[guarded ?? 'property_id']
  return {
    operation: match?.operation.id,
    tag: match?.operation.tag,
    method: call.method,
    property: named === undefined ? db.sessions.get(session ?? '')?.propertyId : readId(named),
    client: token === undefined ? sentClient(call) : db.tokens.get(token)?.clientId,
    session,
    token,
    path,
    form: (name) => form.peek(name),
    header: request.header,
  }
}

function sentToken({ request, params, form }: Call): string | undefined {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.header('authorization')?.trim() ?? '')?.[1]
  return bearer ?? params?.get('access_token') ?? form.peek('access_token')
}

/** Who asks for a token. */
function sentClient({ request, form }: Call): string | undefined {
  const basic = /^basic\s+(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  const name = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('utf8').split(':', 1)[0]
  return name ?? form.peek('client_id')
}
