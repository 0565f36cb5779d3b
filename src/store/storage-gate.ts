/**
 * The output gate: knows whether all changes of a sandbox are stored, and holds back what may show one that is not.
 *
 * @module
 */

import type { Instant } from '../base/instant.ts'
import type { WorldState } from './state.ts'
import type { CallStorage, Change, SandboxStorage, SnapshotStorage } from './storage.ts'
import { StorageError } from './storage.ts'

/** Passes a store's changes on to its storage and remembers which of them are under way. */
export class StorageGate {
  readonly #storage: SandboxStorage
  readonly #onFailed: (error: StorageError) => void
  #pending: Promise<void> | undefined
  #failed: StorageError | undefined

  /** @param onFailed called once, when the storage has rejected: memory is then ahead of what is stored */
  constructor(storage: SandboxStorage, onFailed: (error: StorageError) => void) {
    this.#storage = storage
    this.#onFailed = onFailed
  }

  get snapshots(): SnapshotStorage {
    return this.#storage.snapshots
  }

  /** Stores calls; undefined where they are not stored. */
  get calls(): CallStorage | undefined {
    return this.#storage.calls
  }

  /**
   * Resolves when all changes made so far are stored, and rejects when one of them is not; undefined when nothing is under way.
   */
  get pending(): Promise<void> | undefined {
    return this.#pending
  }

  /** Why nothing can be stored any more, or nothing be shown; undefined while it can. */
  get failed(): StorageError | undefined {
    return this.#failed ?? this.#storage.problem
  }

  append(change: Change, state: () => WorldState): void {
    this.run(() => this.#storage.append(change, state))
  }

  replace(state: WorldState): void {
    this.run(() => this.#storage.replace(state))
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): void {
    if (!this.failed) this.run(() => this.#storage.compact(state, when))
  }

  /** Waits for what is under way and closes the storage. @param dueAt when something is to be done, by the machine's clock */
  close(dueAt?: Instant | 'as stored'): void | Promise<void> {
    const { pending } = this
    const close = (): void | Promise<void> => this.#storage.close(dueAt)
    return pending ? pending.then(close, close) : close()
  }

  /**
   * Runs one operation of the storage; what it promises belongs to what is under way.
   *
   * @throws what it throws at once; nothing has happened then
   */
  run(operation: () => undefined | void | Promise<void>): void {
    const { failed } = this
    if (failed) throw failed
    const result = operation()
    if (result) this.#track(result)
  }

  /** Operations end in any order; what was made last waits for all that were made before. */
  #track(result: Promise<void>): void {
    const before = this.#pending
    const all = before ? before.then(() => result) : result
    // a result that rejects while an earlier one is still awaited is looked at later
    result.catch(() => undefined)
    this.#pending = all
    all.then(
      () => {
        if (this.#pending === all) this.#pending = undefined
      },
      (cause: unknown) => this.#fail(cause),
    )
  }

  #fail(cause: unknown): void {
    if (this.#failed) return
    const why = cause instanceof Error ? cause.message : String(cause)
    this.#failed =
      cause instanceof StorageError ? cause : new StorageError('unavailable', `the change could not be stored: ${why}`, { cause })
    this.#onFailed(this.#failed)
  }
}

/** Something whose changes may still be under way. */
export interface Gated {
  readonly gate: StorageGate | undefined
}

/**
 * Lets a result out once every change made so far is stored: at once where nothing is under way.
 *
 * @param otherwise what goes out instead when one of them could not be stored
 */
export function whenStored<T>({ gate }: Gated, result: () => T, otherwise: (error: StorageError) => T): T | Promise<T> {
  if (!gate) return result()
  if (gate.failed) return otherwise(gate.failed)
  const { pending } = gate
  if (!pending) return result()
  return pending.then(result, (error: unknown) => otherwise(gate.failed ?? asStorageError(error)))
}

const asStorageError = (error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError('unavailable', String(error))
