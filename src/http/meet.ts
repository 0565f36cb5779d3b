/**
 * Who calls, what for and what about, as far as a call says it itself; and what it meets on its way in.
 *
 * @module
 */
import { basicCredentials } from '../auth/basic.ts'
import { readId } from '../contract/parts.ts'
import { headerOf } from '../contract/product.ts'
import { sessionKey } from '../domain/booking-session.ts'
import type { Strike } from '../play/play.ts'
import type { Sight } from '../play/sight.ts'
import type { Call } from './call.ts'
import { bearerToken } from './guard.ts'
import { TOKEN_SHOWN } from './mask.ts'

/** Who calls and what about. Nothing of it has been checked, but what is named here exists. */
export interface About {
  /** A token that is known here. */
  readonly token: string | undefined
  /** Whose token it is, or who asks for one. */
  readonly client: string | undefined
  /** The property in the path, or that of the booking session. */
  readonly property: number | undefined
  readonly session: string | undefined
}

/**
 * Reads what a call says of itself, and writes it down, whatever becomes of it.
 *
 * @param guarded the path parameter that holds the guarded property
 */
export function about(call: Call, guarded: string | undefined): About {
  const { sandbox, request, entry, placed } = call
  const { db } = sandbox.store
  const { match } = placed
  const sent = sentToken(call)
  const known = sent === undefined ? undefined : db.tokens.get(sent)
  const name = entry.session?.trim()
  const session = name ? sessionKey(name) : undefined
  const named = match?.values[guarded ?? 'property_id']
  const property = named === undefined ? session && db.sessions.get(session)?.propertyId : readId(named)
  const client = known?.clientId ?? askingClient(call)
  entry.operation = match?.operation.id
  entry.path = match?.values
  entry.client = client
  entry.token = sent?.slice(0, TOKEN_SHOWN)
  entry.property = property || undefined
  entry.channel = request.header(sandbox.world.product.channelHeader)
  return { token: known?.id, client, property: property || undefined, session }
}

/** Counts a call before anything looks at it, and lets happen what is due at it. */
export function meet(call: Call, { token, client, property, session }: About): Strike | undefined {
  const { sandbox, request, form, method, placed } = call
  const { product } = sandbox.world
  const sight: Sight = {
    operation: placed.match?.operation.id,
    tag: placed.match?.operation.tag,
    method,
    property,
    client,
    session,
    token,
    path: placed.match?.values ?? {},
    form: (name) => form.peek(name),
    header: (name) => request.header(headerOf(product, name)),
  }
  return sandbox.play.meet(sight, sandbox.stageAt(sandbox.clock.now()))
}

function sentToken({ request, params, form }: Call): string | undefined {
  const authorization = request.header('authorization')
  const bearer = authorization === undefined ? undefined : bearerToken(authorization)
  return bearer ?? params?.get('access_token') ?? form.peek('access_token')
}

/** The client that asks for a token, if there is such a client. */
function askingClient({ sandbox, request, form, placed }: Call): string | undefined {
  if (!placed.asksForToken) return undefined
  const id = basicCredentials(request.header('authorization'))?.id ?? form.peek('client_id')
  return id !== undefined && sandbox.store.db.clients.has(id) ? id : undefined
}
