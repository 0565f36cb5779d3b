import { type Client, defaultClient } from '../auth/client.ts'
import { firstOf } from '../base/short-text.ts'
import type { createCredentials } from '../control-contract/credentials.ts'
import type { BodyOf } from '../control-contract/operation.ts'
import type { Db } from '../world/world.ts'
import { badRequest } from './control-refusal.ts'

/** The requested client; undefined fields are generated. */
export type RequestedClient = Readonly<ReturnType<typeof requestedClient>>

/** Maximum number of ids that an error lists. */
const MAX_LISTED = 20

/**
 * The requested client, with missing fields copied from the client named by `like`.
 *
 * @param sent the body after schema validation
 * @throws ControlRefusal 400 naming the field
 */
export function requestedClient(db: Db, sent: BodyOf<typeof createCredentials>) {
  const model = clientToCopy(db, sent.like)
  const propertyIds = readProperties(db, sent.properties)
  const scopes = withoutDuplicates(sent.scopes) ?? requireClientToCopy(model, 'scopes').scopes
  return {
    id: sent.client_id,
    secret: sent.client_secret,
    label: sent.label ?? `Made through the control API${model ? `, like ${model.id}` : ''}`,
    scopes,
    // an existing user, or the properties of a user to create
    user: propertyIds ? { propertyIds } : { id: requireClientToCopy(model, 'properties').userId },
  }
}

/** The client to copy from; undefined when the body names none and the sandbox has none. */
function clientToCopy({ clients }: Db, like: string | undefined): Client | undefined {
  if (like === undefined) return defaultClient(clients.all())
  const model = clients.get(like)
  if (!model)
    throw badRequest(`like: there is no client ${JSON.stringify(like).slice(0, 60)}; there are ${firstIds(clients.all())}`)
  return model
}

function requireClientToCopy(model: Client | undefined, field: string): Client {
  if (!model) throw badRequest(`${field}: is required, because the sandbox has no client to copy it from`)
  return model
}

const withoutDuplicates = <T>(list: readonly T[] | undefined): readonly T[] | undefined => list && [...new Set(list)]

function readProperties({ properties }: Db, sent: readonly number[] | undefined): readonly number[] | undefined {
  const index = sent?.findIndex((id) => !properties.has(id)) ?? -1
  if (index >= 0)
    throw badRequest(`properties[${index}]: there is no property ${sent?.[index]}; there are ${firstIds(properties.all())}`)
  return withoutDuplicates(sent)
}

export function firstIds(rows: readonly { readonly id: number | string }[]): string {
  const ids = rows.map(({ id }) => id)
  return firstOf(ids, MAX_LISTED) || 'none'
}
