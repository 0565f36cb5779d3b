/**
 * The clients of a sandbox: listed, made.
 *
 * @module
 */
import { HTTPException } from 'hono/http-exception'
import type { Db, Sandbox, WriteDb } from '../world.ts'
import { readFields, readQuery } from './body.ts'
import { type Wanted, wantedClient } from './credentials-body.ts'
import { createCredentials, listCredentials } from './credentials-endpoints.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'

type Client = NonNullable<ReturnType<Db['clients']['get']>>
type User = NonNullable<ReturnType<Db['users']['get']>>

const HEX = '0123456789abcdef'

export function controlCredentials(app: ControlApp): void {
  app.get('/credentials', (c) => {
    readQuery(c, namesOf(listCredentials.query))
    const sandbox = c.env.sandbox()
    return c.json(sandbox.store.db.clients.all().map((client) => shownClient(sandbox, client)))
  })
  app.post('/credentials', async (c) => {
    const sent = await readFields(c, namesOf(createCredentials.body))
    const sandbox = c.env.sandbox()
    const client = made(sandbox, wantedClient(sandbox.store.db, sent))
    return c.json(shownClient(sandbox, client), 201)
  })
}

/** A client with its secret, who stands behind it, and what it may administer. */
export function shownClient({ store: { db } }: Sandbox, { id, secret, label, userId, scopes, tokens }: Client) {
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

function propertiesOf({ level, propertyIds }: User, { properties }: Db): readonly number[] {
  if (level === 'super') return properties.all().map(({ id }) => id)
  return level === 'manager' ? propertyIds : []
}

/**
 * A new client, with a user of its own where it gets properties.
 *
 * @throws HTTPException 409 when its id is taken
 */
function made({ store, chance }: Sandbox, { id: asked, secret, label, scopes, user }: Wanted): Client {
  if (asked !== undefined && store.db.clients.has(asked))
    throw new HTTPException(409, {
      message: `client_id: there is a client "${asked}" already; take another, or leave it out to have one made up`,
    })
  const client = store.change((db) => {
    const id = asked ?? freeId(db, (number) => `client-${chance.stream('client-id', number).text(8, HEX)}`)
    const userId = 'id' in user ? user.id : db.nextId('users')
    if ('propertyIds' in user) db.users.put({ id: userId, name: id, level: 'manager', propertyIds: user.propertyIds })
    return db.clients.put({ id, secret: secret ?? chance.token(`client/${id}`), label, userId, scopes, tokens: 'normal' })
  })
  // Nobody's request made this change: the journal must not put it down to the next one.
  store.lastTouched = undefined
  return client
}

/** The next id that no client has. */
function freeId(db: WriteDb, idOf: (number: number) => string): string {
  const id = idOf(db.nextId('clients'))
  return db.clients.has(id) ? freeId(db, idOf) : id
}
