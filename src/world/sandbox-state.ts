/** The complete state of a sandbox, for export, import and comparison. */
import { type Masking, maskedJson } from '../api/json-parts.ts'
import { type StoreSnapshot, snapshotOfState, stateOfSnapshot } from '../store/db.ts'
import { maskedList, maskedRows } from '../store/masked-state.ts'
import { byCollection, type CollectionName, type RowLists, type WorldState } from '../store/state.ts'
import { type StateDiff, stateDiff } from '../store/state-diff.ts'
import type { Sandbox } from './sandbox.ts'

export class StateError extends Error {
  override readonly name = 'StateError'
}

/** The current state, secrets masked. {@link importState} accepts it. */
export function maskedState({ store }: Sandbox): WorldState {
  const state = stateOfSnapshot(store.snapshot())
  return { ...state, collections: maskedRows(state.collections) }
}

/** The rows of a collection, secrets masked. */
export const maskedRowsOf = ({ store }: Sandbox, name: CollectionName) => maskedList(name, store.db[name].all())

/**
 * The state as a YAML fixture that recreates it; secrets masked.
 *
 * @throws StateError when it contains something that no fixture can express
 */
export async function stateAsFixture({ store, clock, secrets, choices }: Sandbox): Promise<string> {
  const { frozenInWorker } = await import('../fixtures/large-states.ts')
  const state = withoutSecretTexts(stateOfSnapshot(store.snapshot()), secrets)
  const frozen = await frozenInWorker(state, { now: clock.now(), choices })
  if (frozen.problem !== undefined) throw new StateError(frozen.problem)
  return frozen.text
}

/** A state whose rows name no secret in other fields than those of secrets, which the fixture masks itself. */
function withoutSecretTexts(state: WorldState, masking: Masking): WorldState {
  const rowOf = <R>(row: R): R => {
    if (!masking.isSuspect(JSON.stringify(row))) return row
    const masked: R = JSON.parse(maskedJson(row, masking) ?? 'null')
    return masked
  }
  const { clients, tokens, webhooks } = state.collections
  const masked = byCollection<RowLists>((name) => state.collections[name].map((row) => rowOf(row)))
  return { ...state, collections: { ...masked, clients, tokens, webhooks } }
}

/**
 * Replaces the state of a sandbox, all or nothing. Masked secrets are filled in from its current state.
 *
 * @param sent JSON in UTF-8
 * @param allowed throws when the state may not be imported
 * @throws StateError with the first wrong field
 * @returns the number of masked tokens that were left out because the current state does not have them
 */
export async function importState(sandbox: Sandbox, sent: Uint8Array, allowed: (state: WorldState) => void): Promise<number> {
  const { readState } = await import('../fixtures/large-states.ts')
  const { clients, tokens, webhooks } = sandbox.store.db
  const read = await readState(sent, { clients: clients.all(), tokens: tokens.all(), webhooks: webhooks.all() })
  if (read.problem !== undefined) throw new StateError(read.problem)
  if (sandbox.retired) throw new StateError(`the sandbox ${sandbox.name} has been removed`)
  allowed(read.state)
  sandbox.restore(snapshotOfState(read.state))
  return read.tokensLeftOut
}

/** The differences between two versions of the state, calculated in slices. */
export function stateChanges({ world }: Sandbox, from: StoreSnapshot, to: StoreSnapshot): Promise<StateDiff> {
  return world.pauses.doInSlices(stateDiff(from, to))
}
