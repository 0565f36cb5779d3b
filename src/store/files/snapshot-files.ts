/**
 * The snapshots of a sandbox as files beside its state.
 *
 * @module
 */
import { type SnapshotStorage, StorageError, type StoredSnapshot } from '../storage.ts'
import { type Disk, storageErrorOf, tryQuietly } from './disk.ts'
import { isTemporary, readState, StateFileError } from './state-file.ts'
import { writeState } from './state-writing.ts'

/** The folder of named snapshots, beside the state; it is kept when the state is removed. */
export const SNAPSHOT_FOLDER = 'snapshots'
const FILE_END = '.json'

export class SnapshotFiles implements SnapshotStorage {
  readonly #disk: Disk
  readonly #folder: string
  readonly #force: boolean

  /** @param folder the folder of the sandbox */
  constructor(disk: Disk, folder: string, force: boolean) {
    this.#disk = disk
    this.#folder = `${folder}/${SNAPSHOT_FOLDER}`
    this.#force = force
  }

  list(): readonly string[] {
    let names: readonly string[]
    try {
      names = this.#disk.list(this.#folder) ?? []
    } catch (error) {
      throw storageErrorOf(error, this.#folder)
    }
    return names.flatMap((file) => (file.endsWith(FILE_END) && !file.startsWith('.') ? [file.slice(0, -FILE_END.length)] : []))
  }

  read(name: string): StoredSnapshot {
    try {
      const { taken, seed, clock, counters, collections } = readState(this.#disk, this.#path(name))
      return { state: { seed, clock, counters, collections }, taken: taken ?? clock.at }
    } catch (error) {
      if (error instanceof StateFileError) throw new StorageError('damaged', error.message, { cause: error })
      throw error
    }
  }

  write(name: string, { state, taken }: StoredSnapshot): void {
    try {
      this.#disk.makeFolder(this.#folder)
    } catch (error) {
      throw storageErrorOf(error, this.#folder)
    }
    writeState(this.#disk, { folder: this.#folder, name: `${name}${FILE_END}` }, { ...state, line: 0, taken }, this.#force)
  }

  remove(name: string): void {
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

  /** Removes all snapshots. */
  removeAll(): void {
    for (const name of this.list()) this.remove(name)
    this.removeLeftovers()
    if (this.#disk.list(this.#folder)?.length === 0) tryQuietly(() => this.#disk.removeFolder(this.#folder))
  }

  #path(name: string): string {
    return `${this.#folder}/${name}${FILE_END}`
  }
}
