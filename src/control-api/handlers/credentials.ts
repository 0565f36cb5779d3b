import type { Client } from '../../auth/client.ts'
import type { User } from '../../auth/user.ts'
import { createCredentials, listCredentials } from '../../control-contract/credentials.ts'
import { reply } from '../../pipeline/reply.ts'
import type { Db, Sandbox, WriteDb } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { ControlRefusal } from '../control-refusal.ts'
import { type RequestedClient, requestedClient } from '../credentials-body.ts'

const HEX = '0123456789abcdef'

export function controlCredentials(on: OnControl): void {
  on(listCredentials, (_, { sandbox }) =>
    sandbox.store.db.clients.all().map((client) => ({ ...shownClient(sandbox, client), issued: tokenCounts(sandbox, client) })),
  )
  on(createCredentials, ({ body }, { sandbox }) =>
    reply(shownClient(sandbox, createClient(sandbox, requestedClient(sandbox.store.db, body))), { status: 201 }),
  )
}

function shownClient({ store: { db } }: Sandbox, { id, secret, label, userId, scopes, tokens }: Client) {
  const user = db.users.get(userId)
  return {
    client_id: id,
    client_secret: secret,
    label,
    scopes,
    tokens,
    user: user ? { id: userId, name: user.name, level: user.level } : null,
    properties: user ? propertiesOf(user, db) : [],
  }
}

function tokenCounts({ store: { db }, clock }: Sandbox, { id }: Client) {
  const now = clock.now()
  const tokens = db.tokens.by('client', id).filter(({ revoked }) => !revoked)
  const valid = tokens.filter(({ expiresAt }) => expiresAt >= now).length
  return { valid, expired: tokens.length - valid }
}

function propertiesOf({ level, propertyIds }: User, { properties }: Db): readonly number[] {
  if (level === 'super') return properties.all().map(({ id }) => id)
  return level === 'manager' ? propertyIds : []
}

/**
 * Creates a client, and a user for it when the body names properties.
 *
 * @throws ControlRefusal 409 when its id is taken
 */
function createClient({ store, randomness }: Sandbox, { id: asked, secret, label, scopes, user }: RequestedClient): Client {
  if (asked !== undefined && store.db.clients.has(asked))
    throw new ControlRefusal(
      409,
      `client_id: there is a client "${asked}" already; take another, or leave it out to have one generated`,
    )
  return store.change((db) => {
    const id = asked ?? freeId(db, (number) => `client-${randomness.stream('client-id', number).text(8, HEX)}`)
    const userId = 'id' in user ? user.id : db.nextId('users')
    if ('propertyIds' in user) db.users.put({ id: userId, name: id, level: 'manager', propertyIds: user.propertyIds })
    return db.clients.put({ id, secret: secret ?? randomness.token(`client/${id}`), label, userId, scopes, tokens: 'normal' })
  })
}

function freeId(db: WriteDb, idOf: (number: number) => string): string {
  const id = idOf(db.nextId('clients'))
  return db.clients.has(id) ? freeId(db, idOf) : id
}
