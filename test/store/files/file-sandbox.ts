/**
 * A sandbox in files without a server, for tests in which its disk fails.
 *
 * @module
 */
import { stateOfSnapshot, worldBase } from '../../../src/store/db.ts'
import type { Disk } from '../../../src/store/files/disk.ts'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import { SandboxFiles } from '../../../src/store/files/sandbox-files.ts'
import { Snapshots } from '../../../src/store/snapshots.ts'
import { emptyRows } from '../../../src/store/state.ts'
import type { StoredSandbox } from '../../../src/store/storage.ts'
import { StorageGate } from '../../../src/store/storage-gate.ts'
import { Store } from '../../../src/store/store.ts'
import { Crash } from './faulty-disk.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const NO_LOCK = { byKernel: true, isHeld: () => true, release: () => undefined }
const BASE = worldBase({ ...emptyRows(), notes: [note(1, 'of the fixtures')] })

function note(id: number, text: string) {
  return { id, bookingId: 1, propertyId: 1, text, at: 0 }
}

/** The stored data of a sandbox as text: its notes, `nothing` when there are none, and its snapshots. */
export interface StoredTexts {
  readonly notes: string
  readonly snapshots: string
}

/** A sandbox with its state in memory and its changes in files. */
export class FileSandbox {
  readonly #storage: FileStorage
  #stored: StoredSandbox
  #gate: StorageGate
  #store: Store
  #snapshots: Snapshots
  #isKept: boolean

  constructor(folder: string, disk: Disk, force = false) {
    this.#storage = new FileStorage(folder, { disk, lock: NO_LOCK, force, isWorth: (log) => log > 0 })
    this.#stored = this.#storage.open('w1')
    this.#gate = new StorageGate(this.#stored.storage, () => undefined)
    this.#isKept = this.#stored.state !== undefined
    this.#store = this.#begin()
    this.#snapshots = new Snapshots(this.#gate)
  }

  #begin(): Store {
    const { state } = this.#stored
    if (!state) return new Store({ seed: 1, base: BASE, counters: { notes: 1 }, gate: this.#gate })
    const { seed, counters, clock, collections } = state
    return new Store({ seed, base: worldBase(collections), counters, clock, gate: this.#gate, stored: true })
  }

  /** One change, until it is acknowledged. */
  async change(text: string): Promise<void> {
    this.#store.change((db) => {
      db.notes.put(note(db.nextId('notes'), text))
      const first = db.notes.get(1)
      if (first) db.notes.put({ ...first, text: `${first.text}.` })
    })
    this.#isKept = true
    await this.#gate.pending
  }

  compact(): void {
    this.#store.compact('now')
  }

  /** A change during a compaction in slices. */
  async changeInCompaction(text: string, turnsBefore: number): Promise<void> {
    this.#store.compact('worth')
    const { compacting } = this.#files
    for (let turn = 0; turn < turnsBefore; turn++) await nextTurn()
    try {
      await this.change(text)
    } finally {
      await compacting
    }
  }

  /** Begins a compaction in slices that another step ends. */
  async beginCompaction(): Promise<void> {
    this.#store.compact('worth')
    await nextTurn()
    await nextTurn()
  }

  get #files(): SandboxFiles {
    const { storage } = this.#stored
    if (!(storage instanceof SandboxFiles)) throw new Error('this storage has no files')
    return storage
  }

  reset(): void {
    this.#storage.clear('w1')
    this.#isKept = false
    this.#store = new Store({ seed: 1, base: BASE, counters: { notes: 1 }, gate: this.#gate })
  }

  /** Removes the sandbox and begins with a new one of its name. */
  remove(): void {
    this.#storage.remove('w1')
    try {
      this.#stored = this.#storage.open('w1')
    } catch (error) {
      if (error instanceof Crash) throw error
      this.#stored = this.#storage.open('w1')
    }
    this.#gate = new StorageGate(this.#stored.storage, () => undefined)
    this.#isKept = false
    this.#snapshots = new Snapshots(this.#gate)
    this.#store = this.#begin()
  }

  take = (name: string): Promise<unknown> => this.#snapshots.take(name, this.#store.snapshot(), 0)
  forget = (name: string): Promise<void> => this.#snapshots.remove(name)

  async restore(name: string): Promise<void> {
    this.#store.restore(await this.#snapshots.read(name))
    this.#isKept = true
  }

  /** The notes in memory. */
  get notes(): string {
    return this.#isKept ? JSON.stringify(this.#store.export().collections.notes) : 'nothing'
  }

  async held(): Promise<StoredTexts> {
    const snapshots: unknown[] = []
    for (const name of await this.#snapshots.names())
      snapshots.push(name, stateOfSnapshot(await this.#snapshots.read(name)).collections.notes)
    return { notes: this.notes, snapshots: JSON.stringify(snapshots) }
  }

  /** True once memory may be ahead of what is stored: a sandbox is then opened again. */
  get hasFailed(): boolean {
    return this.#gate.failed !== undefined
  }

  async close(): Promise<void> {
    await this.#gate.close()
    this.#storage.close()
  }
}
