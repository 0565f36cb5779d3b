/** The state of a store at one moment. */
import { type CollectionSnapshots, openCollections, rowsOf, unchangedCollections, worldBase } from './db.ts'
import type { WorldState } from './state.ts'

/** A store at one moment. It shares the rows, so it takes memory for the changed rows only. */
export interface StoreSnapshot extends Pick<WorldState, 'seed' | 'clock' | 'counters'> {
  readonly collections: CollectionSnapshots
}

export function snapshotOfState({ seed, clock, counters, collections }: WorldState): StoreSnapshot {
  return { seed, clock, counters, collections: unchangedCollections(worldBase(collections)) }
}

export function stateOfSnapshot({ seed, clock, counters, collections }: StoreSnapshot): WorldState {
  return { seed, clock, counters: { ...counters }, collections: rowsOf(openCollections(collections)) }
}
