/** The snapshots of a sandbox as files beside its state. */
import { Low, LowSync } from 'lowdb'
import type { SnapshotStorage, StoredSnapshot } from '../storage.ts'
import { type Disk, onDisk, storageErrorOf, tryQuietly } from './disk.ts'
import { NOT_READ, StateAdapter, type StateSource } from './state-adapter.ts'
import { isTemporary, VERSION } from './state-file.ts'

/** The folder of named snapshots, beside the state; it is kept when the state is removed. */
export const SNAPSHOT_FOLDER = 'snapshots'
const FILE_END = '.json'

export class SnapshotFiles implements SnapshotStorage {
  readonly #disk: Disk
  readonly #folder: string
  readonly #force: boolean
  readonly #requireOwner: () => void
  /** The files that are being written. */
  readonly #writing = new Set<StateAdapter>()

  /** @param requireOwner throws a StorageError when another process may write to the folder */
  constructor(disk: Disk, folder: string, force: boolean, requireOwner: () => void = () => undefined) {
    this.#disk = disk
    this.#requireOwner = requireOwner
    this.#folder = `${folder}/${SNAPSHOT_FOLDER}`
    this.#force = force
  }

  list(): readonly string[] {
    const names = onDisk(this.#folder, () => this.#disk.list(this.#folder)) ?? []
    return names.flatMap((file) => (file.endsWith(FILE_END) && !file.startsWith('.') ? [file.slice(0, -FILE_END.length)] : []))
  }

  read(name: string): StoredSnapshot {
    const file = new LowSync(this.#file(name).sync, NOT_READ)
    file.read()
    const { taken, seed, clock, counters, collections } = file.data()
    return { state: { seed, clock, counters, collections }, taken: taken ?? clock.at }
  }

  /** Writes a snapshot in slices. The rows of `state` must not change meanwhile. */
  async write(name: string, snapshot: StoredSnapshot): Promise<void> {
    this.#requireOwner()
    const file = this.#file(name)
    this.#writing.add(file)
    try {
      await new Low(file, sourceOf(snapshot)).write()
    } finally {
      this.#writing.delete(file)
    }
  }

  /** Writes a snapshot without a pause. */
  writeAtOnce(name: string, snapshot: StoredSnapshot): void {
    this.#requireOwner()
    new LowSync(this.#file(name).sync, sourceOf(snapshot)).write()
  }

  /** Ends the writing of snapshots, without an effect. */
  stop(): void {
    for (const file of this.#writing) file.stop()
  }

  remove(name: string): void {
    this.#requireOwner()
    try {
      this.#disk.remove(this.#path(name))
    } catch (error) {
      if (this.#disk.stat(this.#path(name)) !== undefined) throw storageErrorOf(error, this.#path(name))
    }
  }

  /** Removes temporary files of interrupted writes. */
  removeLeftovers(): void {
    for (const name of this.#disk.list(this.#folder) ?? [])
      if (isTemporary(name)) tryQuietly(() => this.#disk.remove(`${this.#folder}/${name}`))
  }

  removeAll(): void {
    this.stop()
    for (const name of this.list()) this.remove(name)
    this.removeLeftovers()
    if (this.#disk.list(this.#folder)?.length === 0) tryQuietly(() => this.#disk.removeFolder(this.#folder))
  }

  #file(name: string): StateAdapter {
    return new StateAdapter(this.#disk, this.#folder, `${name}${FILE_END}`, {
      force: this.#force,
      aroundRename: (rename) => {
        this.#requireOwner()
        rename()
      },
    })
  }

  #path(name: string): string {
    return `${this.#folder}/${name}${FILE_END}`
  }
}

const sourceOf =
  ({ state, taken }: StoredSnapshot): StateSource =>
  () => ({ ...state, version: VERSION, line: 0, log: undefined, taken })
