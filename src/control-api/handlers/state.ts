/** Exports and replaces the complete state of a sandbox. */

import { isoInstant } from '../../base/instant.ts'
import { STATE_FORMAT, STATE_VERSION } from '../../base/state-format.ts'
import { readState, replaceState } from '../../control-contract/state.ts'
import { reply } from '../../pipeline/reply.ts'
import { COLLECTION_NAMES, importState, maskedState, type Sandbox, StateError, stateAsFixture } from '../../world/world.ts'
import type { ControlRules, HandlerDependencies, OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'
import { inTurn, Room } from '../turns.ts'
import { newHooks, requireTargets } from './webhooks.ts'

/** The bytes of all states that wait or are being read. */
const states = new Room('states are waiting to be read', 128 * 1024 * 1024)

const YAML_TYPE = 'application/yaml; charset=utf-8'

export function controlState(on: OnControl, { rules }: HandlerDependencies): void {
  on(readState, async ({ query: { collection, as } }, { sandbox }) => {
    if (as !== undefined) return reply(await exportAsFixture(sandbox, collection), { type: YAML_TYPE })
    const state = maskedState(sandbox)
    const collections = collection === undefined ? state.collections : onlyNamed(state.collections, collection.split(','))
    return { format: STATE_FORMAT, version: STATE_VERSION, ...state, collections }
  })
  on(replaceState, async ({ document: { bytes } }, context) => {
    const { sandbox } = context
    const replaced = await states.hold(bytes.length, () => inTurn(context, () => replaceWith(sandbox, bytes, rules)))
    context.log('state replaced', replaced)
    return { sandbox: sandbox.name, ...replaced, at: isoInstant(sandbox.clock.now()) }
  })
}

async function exportAsFixture(sandbox: Sandbox, collection: string | undefined): Promise<string> {
  if (collection !== undefined) throw badRequest('collection: fixtures hold the whole state')
  try {
    return await stateAsFixture(sandbox)
  } catch (error) {
    throw error instanceof StateError ? new ControlRefusal(409, error.message) : error
  }
}

async function replaceWith(sandbox: Sandbox, sent: Uint8Array, rules: ControlRules) {
  try {
    const tokensLeftOut = await importState(sandbox, sent, ({ collections }) =>
      requireTargets(newHooks(collections.webhooks ?? [], sandbox), rules),
    )
    const rows = COLLECTION_NAMES.reduce((sum, name) => sum + sandbox.store.db[name].size, 0)
    return { rows, tokensLeftOut }
  } catch (error) {
    throw error instanceof StateError ? badRequest(error.message) : error
  }
}

function onlyNamed<T>(collections: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  const unknown = names.find((name) => !Object.hasOwn(collections, name))
  if (unknown !== undefined)
    throw badRequest(`collection: there is no "${unknown}"; there are ${Object.keys(collections).join(', ')}`)
  return Object.fromEntries(Object.entries(collections).filter(([name]) => names.includes(name)))
}
