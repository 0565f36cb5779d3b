/** Applies stored changes to a stored state. */

import { rowProblem } from './row-check.ts'
import { applyPatch } from './row-patch.ts'
import {
  byCollection,
  COLLECTION_NAMES,
  type CollectionName,
  type Counters,
  type Id,
  type RowTables,
  rowsOfTables,
  type WorldState,
} from './state.ts'
import type { Change } from './storage.ts'

/** A state to which changes are applied one by one. */
export class ChangedState {
  readonly #seed: number
  readonly #tables: RowTables
  #clock: WorldState['clock']
  #counters: Counters
  readonly #progress: Map<string, unknown>

  constructor(state: WorldState) {
    this.#seed = state.seed
    this.#clock = state.clock
    this.#counters = state.counters
    this.#progress = new Map(Object.entries(state.progress ?? {}))
    this.#tables = byCollection<RowTables>((name) => new Map<Id, object>(state.collections[name].map((row) => [row.id, row])))
  }

  /**
   * Applies a change.
   *
   * @returns its first problem; the change is then applied in part
   */
  apply(change: Change): string | undefined {
    return this.problemsOf(change).next().value
  }

  /** Applies a change row by row; an invalid row is reported and left out. */
  *problemsOf({ put, patch, removed, clock, counters, progress = {} }: Change): Generator<string, undefined> {
    for (const name of COLLECTION_NAMES) {
      for (const row of put?.[name] ?? []) yield* this.#put(name, row.id, row)
      for (const one of patch?.[name] ?? []) {
        const before = this.#tables[name].get(one.id)
        if (before) yield* this.#put(name, one.id, applyPatch(before, one))
        else yield `${name}: there is no row ${one.id} to change`
      }
      for (const id of removed?.[name] ?? []) this.#tables[name].delete(id)
    }
    this.#clock = clock ?? this.#clock
    if (counters) this.#counters = { ...this.#counters, ...counters }
    for (const [key, value] of Object.entries(progress))
      if (value === null) this.#progress.delete(key)
      else this.#progress.set(key, value)
  }

  *#put(name: CollectionName, id: Id, row: object): Generator<string, undefined> {
    const problem = rowProblem(name, row)
    if (problem) yield `${name}${problem}`
    else this.#tables[name].set(id, row)
  }

  get state(): WorldState {
    return {
      seed: this.#seed,
      clock: this.#clock,
      counters: this.#counters,
      collections: rowsOfTables(this.#tables),
      ...(this.#progress.size > 0 && { progress: Object.fromEntries(this.#progress) }),
    }
  }
}
