/** The output gate: delays responses until all changes they may show are stored. */

import { messageOf } from '../base/caught-error.ts'
import type { Instant } from '../base/instant.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { WorldState } from './state.ts'
import { type Change, type SandboxStorage, StorageError } from './storage.ts'

/** Passes the changes of a store to its storage, and tracks those that are not stored yet. */
export class StorageGate {
  readonly storage: SandboxStorage
  readonly #onFailed: (error: StorageError) => void
  #pending: Promise<void> | undefined
  #failed: StorageError | undefined

  /** @param onFailed called once, when the storage has rejected a change: memory is then ahead of the storage */
  constructor(storage: SandboxStorage, onFailed: (error: StorageError) => void) {
    this.storage = storage
    this.#onFailed = onFailed
  }

  /**
   * Resolves when all changes made so far are stored, and rejects with {@link failed}; undefined when all are stored.
   */
  get pending(): Promise<void> | undefined {
    return this.#pending
  }

  /** The reason nothing can be stored or shown any more; undefined while both are possible. */
  get failed(): StorageError | undefined {
    return this.#failed ?? this.storage.problem
  }

  /** True when {@link failed} does not pass by itself: the sandbox has to be opened again. */
  get isLost(): boolean {
    return this.#failed !== undefined || this.storage.isLost === true
  }

  append(change: Change, state: () => WorldState): void {
    this.run(() => this.storage.append(change, state))
  }

  replace(state: WorldState): void {
    this.run(() => this.storage.replace(state))
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): void {
    if (!this.failed) this.run(() => this.storage.compact(state, when))
  }

  /**
   * Waits for pending changes and closes the storage.
   *
   * @param dueAt see {@link SandboxStorage.close}
   */
  close(dueAt?: Instant | 'as stored'): MaybePromise<void> {
    const { pending } = this
    const close = (): MaybePromise<void> => this.storage.close(dueAt)
    return pending ? pending.then(close, close) : close()
  }

  /**
   * Runs one operation of the storage, and adds its promise to the pending ones.
   *
   * @throws errors that the operation throws synchronously; nothing is stored then
   */
  run(operation: () => MaybePromise<void>): void {
    const { failed } = this
    if (failed) throw failed
    const result = operation()
    if (result) this.#track(result)
  }

  /** Operations end in any order; the last one is stored when all before it are. */
  #track(result: Promise<void>): void {
    const before = this.#pending
    // marks the rejection as handled: it is reported after the earlier results
    result.catch(() => undefined)
    const all = (before ? before.then(() => result) : result).then(
      () => {
        if (this.#pending === all) this.#pending = undefined
      },
      (cause: unknown) => {
        throw this.#fail(cause)
      },
    )
    all.catch(() => undefined)
    this.#pending = all
  }

  #fail(cause: unknown): StorageError {
    if (this.#failed) return this.#failed
    this.#failed =
      cause instanceof StorageError
        ? cause
        : new StorageError('unavailable', `the change could not be stored: ${messageOf(cause)}`, { cause })
    this.#onFailed(this.#failed)
    return this.#failed
  }
}

/**
 * Returns a result when every change made so far is stored; synchronously when all are.
 *
 * @param otherwise returns the result if a change could not be stored
 */
export function whenStored<T>(
  { gate }: { readonly gate: StorageGate | undefined },
  result: () => T,
  otherwise: (error: StorageError) => T,
): MaybePromise<T> {
  if (!gate) return result()
  if (gate.failed) return otherwise(gate.failed)
  return gate.pending ? gate.pending.then(result, otherwise) : result()
}
