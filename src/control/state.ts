/**
 * The whole state of a sandbox: shown, replaced.
 *
 * @module
 */
import { HTTPException } from 'hono/http-exception'
import { isoInstant } from '../base/instant.ts'
import { type Sandbox, StateError } from '../world.ts'
import { badRequest, readFields, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { readState, replaceState } from './state-endpoints.ts'

const FORMAT = 'understay state'
const VERSION = 1
const YAML_TYPE = 'application/yaml; charset=utf-8'

export function controlState(app: ControlApp): void {
  app.get('/state', async (c) => {
    const { collection, as } = readQuery(c, namesOf(readState.query))
    if (as !== undefined) return c.body(await frozen(c.env.sandbox(), as, collection), 200, { 'Content-Type': YAML_TYPE })
    const state = c.env.sandbox().shown()
    const collections = collection === undefined ? state.collections : only(state.collections, collection.split(','))
    return c.json({ format: FORMAT, version: VERSION, ...state, collections })
  })
  app.put('/state', async (c) => {
    const sent = await readFields(c, namesOf(replaceState.body))
    if (sent['format'] !== undefined && sent['format'] !== FORMAT)
      throw badRequest(`format should be "${FORMAT}", not ${JSON.stringify(sent['format'])}`)
    if (sent['version'] !== undefined && sent['version'] !== VERSION)
      throw badRequest(`version should be ${VERSION}, not ${JSON.stringify(sent['version'])}`)
    const sandbox = c.env.sandbox()
    return c.json({ sandbox: sandbox.name, ...taken(sandbox, sent), at: isoInstant(sandbox.clock.now()) })
  })
}

async function frozen(sandbox: Sandbox, as: string, collection: string | undefined): Promise<string> {
  if (as !== 'fixtures') throw badRequest(`as: "${as}" is not known; there is fixtures`)
  if (collection !== undefined) throw badRequest('collection: fixtures hold the whole state')
  try {
    return await sandbox.frozen()
  } catch (error) {
    if (error instanceof StateError) throw new HTTPException(409, { message: error.message })
    throw error
  }
}

function taken(sandbox: Sandbox, sent: Readonly<Record<string, unknown>>) {
  try {
    const tokensLeftOut = sandbox.take(sent)
    const rows = Object.values(sandbox.store.db).reduce((sum, { size }) => sum + size, 0)
    return { rows, tokensLeftOut }
  } catch (error) {
    if (error instanceof StateError) throw badRequest(error.message)
    throw error
  }
}

function only<T>(collections: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  const unknown = names.find((name) => !Object.hasOwn(collections, name))
  if (unknown !== undefined)
    throw badRequest(`collection: there is no "${unknown}"; there are ${Object.keys(collections).join(', ')}`)
  return Object.fromEntries(Object.entries(collections).filter(([name]) => names.includes(name)))
}
