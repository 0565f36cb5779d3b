/**
 * The snapshots of a sandbox as files beside its state.
 *
 * @module
 */
import { runAllSteps } from '../../base/steps.ts'
import { type SnapshotStorage, StorageError, type StoredSnapshot } from '../storage.ts'
import { type Disk, storageErrorOf, tryQuietly } from './disk.ts'
import { type FileSteps, Rewriting } from './rewriting.ts'
import { isTemporary, readState, StateFileError } from './state-file.ts'
import { stateWriting } from './state-writing.ts'

/** The folder of named snapshots, beside the state; it is kept when the state is removed. */
export const SNAPSHOT_FOLDER = 'snapshots'
const FILE_END = '.json'

let writings = 0

export class SnapshotFiles implements SnapshotStorage {
  readonly #disk: Disk
  readonly #folder: string
  readonly #force: boolean
  /** The snapshots that are being written, by their temporary file. */
  readonly #writings = new Map<string, Rewriting>()

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

  /** Writes a snapshot in slices. The rows of `state` must not change meanwhile. */
  async write(name: string, snapshot: StoredSnapshot): Promise<void> {
    const temporary = `.${name}${FILE_END}-${++writings}.new`
    let isWritten = false
    const steps = function* (all: FileSteps<void>): FileSteps<void> {
      yield* all
      isWritten = true
    }
    const writing = new Rewriting(() => steps(this.#steps(name, snapshot, 'aside', temporary)))
    this.#writings.set(temporary, writing)
    try {
      await writing.run()
    } finally {
      this.#writings.delete(temporary)
    }
    if (!isWritten)
      throw new StorageError('unavailable', `the snapshot ${name} was not written: the sandbox was closed meanwhile`)
  }

  /** Writes a snapshot without a pause. */
  writeAtOnce(name: string, snapshot: StoredSnapshot): void {
    runAllSteps(this.#steps(name, snapshot, 'at once'))
  }

  /** Ends the writing of snapshots, without an effect. */
  stop(): void {
    for (const writing of this.#writings.values()) writing.stop()
  }

  *#steps(name: string, { state, taken }: StoredSnapshot, force: 'at once' | 'aside', temporary?: string): FileSteps<void> {
    try {
      this.#disk.makeFolder(this.#folder)
    } catch (error) {
      throw storageErrorOf(error, this.#folder)
    }
    const path = { folder: this.#folder, name: `${name}${FILE_END}`, ...(temporary !== undefined && { temporary }) }
    yield* stateWriting(this.#disk, path, { ...state, line: 0, taken }, { force: this.#force && force })
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
      if (isTemporary(name) && !this.#writings.has(name)) tryQuietly(() => this.#disk.remove(`${this.#folder}/${name}`))
  }

  /** Removes all snapshots. */
  removeAll(): void {
    this.stop()
    for (const name of this.list()) this.remove(name)
    this.removeLeftovers()
    if (this.#disk.list(this.#folder)?.length === 0) tryQuietly(() => this.#disk.removeFolder(this.#folder))
  }

  #path(name: string): string {
    return `${this.#folder}/${name}${FILE_END}`
  }
}
