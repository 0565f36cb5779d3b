/**
 * The whole state of a sandbox: shown, replaced.
 *
 * @module
 */

import { reply } from '../../api/pipeline/reply.ts'
import { isoInstant } from '../../base/instant.ts'
import { didYouMean } from '../../base/spelling.ts'
import { type Sandbox, StateError } from '../../world/world.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { readState, replaceState } from '../contract/state.ts'
import { badRequest, ControlError } from '../control-error.ts'
import { newHooks, requireTargets, sentHooks } from './webhooks.ts'

const FORMAT = 'understay state'
const VERSION = 1
const YAML_TYPE = 'application/yaml; charset=utf-8'

export function controlState(on: OnControl, { rules }: Surroundings): void {
  on(readState, async ({ query: { collection, as } }, { sandbox }) => {
    if (as !== undefined) return reply(await frozen(sandbox, collection), { type: YAML_TYPE })
    const state = sandbox.shown()
    const collections = collection === undefined ? state.collections : only(state.collections, collection.split(','))
    return { format: FORMAT, version: VERSION, ...state, collections }
  })
  on(replaceState, ({ document: { text } }, { sandbox }) => {
    const sent = stateOf(text)
    if (sent['format'] !== undefined && sent['format'] !== FORMAT)
      throw badRequest(`format should be "${FORMAT}", not ${JSON.stringify(sent['format'])}`)
    if (sent['version'] !== undefined && sent['version'] !== VERSION)
      throw badRequest(`version should be ${VERSION}, not ${JSON.stringify(sent['version'])}`)
    requireTargets(newHooks(sentHooks(sent['collections']), sandbox), rules)
    return { sandbox: sandbox.name, ...taken(sandbox, sent), at: isoInstant(sandbox.clock.now()) }
  })
}

const FIELDS = ['format', 'version', 'line', 'taken', 'seed', 'clock', 'counters', 'collections'] as const

/** @throws ControlError 400 naming what is wrong */
function stateOf(text: string): Readonly<Record<string, unknown>> {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch (error) {
    throw badRequest(`invalid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isObject(sent)) throw badRequest(`expected an object with ${FIELDS.join(', ')}`)
  const unknown = Object.keys(sent).find((field) => !FIELDS.some((known) => known === field))
  if (unknown === undefined) return sent
  const near = didYouMean(unknown, FIELDS)
  throw badRequest(`unknown key "${unknown}"; ${near ? `did you mean "${near}"?` : `known here: ${FIELDS.join(', ')}`}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function frozen(sandbox: Sandbox, collection: string | undefined): Promise<string> {
  if (collection !== undefined) throw badRequest('collection: fixtures hold the whole state')
  try {
    return await sandbox.frozen()
  } catch (error) {
    if (error instanceof StateError) throw new ControlError(409, error.message)
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
