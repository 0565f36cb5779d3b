/**
 * A storage that is slow, stores several changes at once and fails at random, as a database in the network may.
 *
 * @module
 */
import { ChangedState } from '../../src/store/apply-changes.ts'
import type { WorldState } from '../../src/store/state.ts'
import type { Change, SandboxStorage, Storage, StoredSandbox, StoredSnapshot } from '../../src/store/storage.ts'
import { StorageError } from '../../src/store/storage.ts'

type Operation = { readonly change: Change } | { readonly state: WorldState | undefined }

interface Waiting {
  readonly operation: Operation
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** How it fails. Probabilities are between 0 and 1. */
export interface Unreliability {
  /** A number from 0 to below 1 that decides everything. */
  readonly random: () => number
  /** Probability that a flush fails; some of its first changes may be stored. */
  readonly failure: number
  /** Probability that a sandbox cannot be opened. */
  readonly refusal: number
}

/** Waits for a random number of turns of the event loop. */
async function turns(random: () => number): Promise<void> {
  const count = Math.floor(random() * 6)
  for (let i = 0; i < count; i++) await Promise.resolve()
  if (random() < 0.2) await new Promise((resolve) => setImmediate(resolve))
}

export class UnreliableStorage implements Storage {
  readonly place = 'memory of the tests'
  readonly remote = true
  readonly #shakiness: Unreliability
  readonly #states = new Map<string, WorldState>()
  readonly #snapshots = new Map<string, Map<string, StoredSnapshot>>()
  readonly #handles = new Map<string, Handle>()
  /** Number of opened sandboxes. */
  opened = 0
  /** The reason no sandbox may be read or stored now; temporary. */
  problem: StorageError | undefined
  /** Number of flushes with more than one operation. */
  shared = 0
  failures = 0

  constructor(shakiness: Unreliability) {
    this.#shakiness = shakiness
  }

  /** The stored state of a sandbox. */
  stored(name: string): WorldState | undefined {
    return this.#states.get(name)
  }

  async list(): Promise<readonly string[]> {
    await turns(this.#shakiness.random)
    const snapshots = [...this.#snapshots].filter(([, { size }]) => size > 0).map(([name]) => name)
    return [...new Set([...this.#states.keys(), ...snapshots])]
  }

  async open(name: string): Promise<StoredSandbox> {
    this.opened++
    await turns(this.#shakiness.random)
    if (this.#shakiness.random() < this.#shakiness.refusal) throw new StorageError('unavailable', 'no connection')
    const snapshots = this.#snapshots.get(name) ?? new Map<string, StoredSnapshot>()
    this.#snapshots.set(name, snapshots)
    const handle = new Handle(this, name, this.#shakiness, snapshots)
    this.#handles.set(name, handle)
    return { state: structuredClone(this.stored(name)), storage: handle }
  }

  async clear(name: string): Promise<void> {
    const handle = this.#handles.get(name)
    if (handle && !handle.closed) await handle.add({ state: undefined })
    else this.#states.delete(name)
  }

  async remove(name: string): Promise<void> {
    await this.clear(name)
    this.#handles.delete(name)
    this.#snapshots.delete(name)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  apply(name: string, operation: Operation): void {
    if ('change' in operation) {
      const state = this.#states.get(name)
      if (!state) throw new Error('a change before the first state')
      const changed = new ChangedState(state)
      const problem = changed.apply(operation.change)
      if (problem) throw new Error(problem)
      this.#states.set(name, changed.state)
    } else if (operation.state) this.#states.set(name, operation.state)
    else this.#states.delete(name)
  }
}

class Handle implements SandboxStorage {
  readonly snapshots: SandboxStorage['snapshots']
  readonly #storage: UnreliableStorage
  readonly #name: string
  readonly #shakiness: Unreliability
  closed = false
  #waiting: Waiting[] = []
  #flushing = false
  #broken = false

  constructor(storage: UnreliableStorage, name: string, shakiness: Unreliability, snapshots: Map<string, StoredSnapshot>) {
    this.#storage = storage
    this.#name = name
    this.#shakiness = shakiness
    this.snapshots = {
      list: async () => [...snapshots.keys()],
      read: async (snapshot) => {
        const found = snapshots.get(snapshot)
        if (!found) throw new StorageError('damaged', 'gone')
        return found
      },
      write: async (snapshot, value) => {
        await turns(shakiness.random)
        snapshots.set(snapshot, structuredClone(value))
      },
      remove: async (snapshot) => {
        snapshots.delete(snapshot)
      },
    }
  }

  /** Of a closed sandbox, or {@link UnreliableStorage.problem}. */
  get problem(): StorageError | undefined {
    return this.closed ? new StorageError('unavailable', 'the sandbox is closed') : this.#storage.problem
  }

  append(change: Change): Promise<void> {
    return this.add({ change: structuredClone(change) })
  }

  replace(state: WorldState): Promise<void> {
    return this.add({ state: structuredClone(state) })
  }

  compact(): void {}

  async close(): Promise<void> {
    this.closed = true
    this.#broken = true
  }

  add(operation: Operation): Promise<void> {
    if (this.#broken) return Promise.reject(new StorageError('unavailable', 'the connection was lost'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, resolve, reject })
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    if (this.#flushing) return
    this.#flushing = true
    const { random, failure } = this.#shakiness
    while (this.#waiting.length > 0) {
      await turns(random)
      const batch = this.#waiting.splice(0, 1 + Math.floor(random() * this.#waiting.length))
      if (batch.length > 1) this.#storage.shared++
      const fails = random() < failure
      // what was sent before the connection broke may have been stored, though nobody said so
      const applied = fails ? Math.floor(random() * (batch.length + 1)) : batch.length
      for (const { operation } of batch.slice(0, applied)) this.#storage.apply(this.#name, operation)
      await turns(random)
      if (fails) {
        this.#broken = true
        this.#storage.failures++
        const error = new StorageError('unavailable', 'the connection was lost')
        for (const { reject } of [...batch, ...this.#waiting]) reject(error)
        this.#waiting = []
      } else for (const { resolve } of batch) resolve()
    }
    this.#flushing = false
  }
}
