/** The named snapshots of one sandbox: in memory, and in its storage if it has one. */
import type { Instant } from '../base/instant.ts'
import { StatusError } from '../base/status-error.ts'
import { type StoreSnapshot, snapshotOfState, stateOfSnapshot } from './db.ts'
import { COLLECTION_NAMES } from './state.ts'
import { StorageError } from './storage.ts'
import type { StorageGate } from './storage-gate.ts'

const SNAPSHOT_NAME = /^[a-z0-9-]{1,63}$/
const MAX_SNAPSHOTS = 100

export class SnapshotError extends StatusError {
  override readonly name = 'SnapshotError'
}

export interface SnapshotInfo {
  readonly name: string
  /** The time of the snapshot, by the clock of the sandbox. */
  readonly at: Instant
  readonly rows: number
}

interface Taken {
  readonly at: Instant
  readonly snapshot: StoreSnapshot
}

/** The snapshots of a sandbox. Stored ones are read on first use. */
export class Snapshots {
  readonly #gate: StorageGate | undefined
  readonly #known = new Map<string, Taken>()
  readonly #beingTaken = new Set<string>()
  /** How many were taken or removed by this process. */
  changes = 0

  /** @param gate the gate to the storage of the sandbox; undefined keeps snapshots in memory only */
  constructor(gate: StorageGate | undefined) {
    this.#gate = gate
  }

  /** All names, in alphabetical order. */
  async names(): Promise<readonly string[]> {
    const stored = this.#gate ? await this.#gate.storage.snapshots.list() : []
    return [...new Set([...this.#known.keys(), ...stored.filter((name) => SNAPSHOT_NAME.test(name))])].sort()
  }

  /**
   * Keeps a state under a name, and stores it if there is a storage.
   *
   * @param at the time of the sandbox
   * @throws SnapshotError when the name is invalid or taken, or there are too many; StorageError when it cannot be stored
   */
  async take(name: string, snapshot: StoreSnapshot, at: Instant): Promise<SnapshotInfo> {
    if (!SNAPSHOT_NAME.test(name))
      throw new SnapshotError(400, `name: invalid snapshot name "${name}": lower-case letters, digits and hyphens, at most 63`)
    // a snapshot must not contain changes that are not stored
    await this.#gate?.pending
    const names = await this.names()
    if (names.includes(name) || this.#beingTaken.has(name))
      throw new SnapshotError(409, `there is already a snapshot "${name}"; remove it with DELETE /_understay/snapshots/${name}`)
    if (names.length + this.#beingTaken.size >= MAX_SNAPSHOTS)
      throw new SnapshotError(
        409,
        `there are ${MAX_SNAPSHOTS} snapshots already; remove one with DELETE /_understay/snapshots/NAME`,
      )
    this.#beingTaken.add(name)
    try {
      await this.#gate?.storage.snapshots.write(name, { state: stateOfSnapshot(snapshot), taken: at })
      this.#known.set(name, { at, snapshot })
      this.changes++
    } finally {
      this.#beingTaken.delete(name)
    }
    return this.info(name)
  }

  /** @throws SnapshotError when there is none of this name, or it is damaged */
  async info(name: string): Promise<SnapshotInfo> {
    const { at, snapshot } = await this.#open(name)
    const rows = COLLECTION_NAMES.reduce((sum, collection) => sum + snapshot.collections[collection].size, 0)
    return { name, at, rows }
  }

  /** @throws SnapshotError when there is none of this name, or it is damaged */
  async read(name: string): Promise<StoreSnapshot> {
    return (await this.#open(name)).snapshot
  }

  /** @throws SnapshotError when there is none of this name; StorageError when it cannot be removed */
  async remove(name: string): Promise<void> {
    await this.#requireKnown(name)
    await this.#gate?.storage.snapshots.remove(name)
    this.#known.delete(name)
    this.changes++
  }

  async #open(name: string): Promise<Taken> {
    const known = this.#known.get(name)
    if (known) return known
    await this.#requireKnown(name)
    const before = this.changes
    const found = await this.#read(name)
    if (before === this.changes) this.#known.set(name, found)
    return found
  }

  async #read(name: string): Promise<Taken> {
    if (!this.#gate) throw new SnapshotError(404, `there is no snapshot "${name}"`)
    try {
      const { state, taken } = await this.#gate.storage.snapshots.read(name)
      return { at: taken, snapshot: snapshotOfState(state) }
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'damaged') throw new SnapshotError(409, error.message)
      throw error
    }
  }

  async #requireKnown(name: string): Promise<void> {
    const names = await this.names()
    if (names.includes(name)) return
    const known = names.length > 0 ? `there are ${names.join(', ')}` : 'there are none yet; POST /_understay/snapshots takes one'
    throw new SnapshotError(404, `there is no snapshot "${name}"; ${known}`)
  }
}
