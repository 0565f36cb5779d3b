/**
 * The files of a sandbox: `state.json` with a complete state, and a change log with one line for each change since then.
 *
 * A change takes effect when its line is written. `state.json` is replaced by one rename and names the log that continues it: a
 * log that no state names is removed, a named log that is missing is an error. Compaction writes the state and starts a new log:
 * when the sandbox is opened or closed, and in slices when the log has become larger than the state. Changes during the slices go
 * to the log in use, and are copied to the new log before the rename.
 */
import { Low, LowSync } from 'lowdb'
import type { MaybePromise } from '../../base/maybe-promise.ts'
import type { WorldState } from '../state.ts'
import { type Change, type SandboxStorage, StorageError } from '../storage.ts'
import { lineOf } from './change-log.ts'
import { type Disk, onDisk, tryQuietly } from './disk.ts'
import { type LogOptions, LogWriter } from './log-writer.ts'
import { logName, SandboxFolder, STATE_FILE } from './sandbox-folder.ts'
import { SnapshotFiles } from './snapshot-files.ts'
import { NOT_READ, StateAdapter, type StateSource } from './state-adapter.ts'
import { type Origin, VERSION } from './state-file.ts'
import { readStoredState } from './stored-state.ts'

/** A log is compacted in the background when it is larger than this and larger than the state. */
const COMPACT_BYTES = 4 * 1024 * 1024

/** A state above this size is not compacted when the server stops: its change log is read at the next start. */
const MAX_BYTES_TO_COMPACT_AT_STOP = 16 * 1024 * 1024

const hasOutgrown = (log: number, state: number): boolean => log > COMPACT_BYTES && log > state

const NO_LINES = { bytes: 0, torn: false }

export interface SandboxFileOptions extends LogOptions {
  /** @throws StorageError when this process does not hold the lock any more */
  readonly requireOwner: () => void
  /** Called when the last change was removed because it is incomplete; it was never acknowledged. */
  readonly onTorn?: (folder: string) => void
  /** Called when another program has removed `state.json` or changed the size of the log, and all is written again. */
  readonly onFileLost?: ((folder: string, what: 'removed' | 'cut') => void) | undefined
  /** Called when a change log could not be compacted; no change is lost. */
  readonly onCompactionFailed?: (folder: string, error: unknown) => void
  /** Whether a log is to be compacted; by default one that has outgrown its state. Sizes in bytes. */
  readonly isWorth?: ((log: number, state: number) => boolean) | undefined
  /** What new worlds are made from; it is stored with them. */
  readonly origin?: Origin
  /** Called with the origin of a stored world; undefined where none was stored. */
  readonly onStored?: (folder: string, origin: Origin | undefined) => void
}

export class SandboxFiles implements SandboxStorage {
  readonly snapshots: SnapshotFiles
  readonly #folder: SandboxFolder
  readonly #options: SandboxFileOptions
  readonly #disk: Disk
  readonly #file: StateAdapter
  #log: LogWriter
  #generation = 0
  #line = 0
  #stateBytes = 0
  /** A smaller log is not compacted in slices: the last compaction has failed. */
  #leastLogBytes = 0
  /** The compaction in slices; undefined when none is running. */
  #compacting: Promise<void> | undefined
  /** The lines of the changes since the written state was taken. */
  #laterLines: Buffer[] = []
  #closed = false
  #origin: Origin | undefined

  constructor(folder: string, options: SandboxFileOptions) {
    this.#folder = new SandboxFolder(options.disk, folder)
    this.#options = options
    this.#disk = options.disk
    this.#file = new StateAdapter(options.disk, folder, STATE_FILE, {
      force: options.force,
      aroundRename: (rename, size) => this.#startLog(rename, size),
    })
    this.#log = this.#logOf(NO_LINES)
    this.snapshots = new SnapshotFiles(options.disk, folder, options.force, options.requireOwner)
  }

  get folder(): string {
    return this.#folder.path
  }

  /**
   * Reads the state and removes leftover files; undefined without a state.
   *
   * @throws StateFileError naming the file and the first wrong field; nothing is changed then
   */
  read(): WorldState | undefined {
    const names = this.#folder.names()
    if (!names) return undefined
    if (!names.includes(STATE_FILE)) {
      this.#folder.requireNoChanges(names)
      this.#removeLeftovers(names, undefined)
      return undefined
    }
    const file = new LowSync(this.#file.sync, NOT_READ)
    file.read()
    this.#origin = file.data().origin
    this.#options.onStored?.(this.folder, this.#origin)
    const { state, line, generation, bytes, torn, continues } = readStoredState(this.#disk, this.#folder, names, file.data())
    this.#line = line
    this.#generation = generation
    this.#stateBytes = onDisk(this.folder, () => this.#disk.stat(this.#folder.file(STATE_FILE)))?.size ?? 0
    this.#log = this.#logOf({ bytes, torn })
    if (bytes > 0 || torn || !continues) this.#compactAtOpening(state, continues)
    if (torn) this.#options.onTorn?.(this.folder)
    this.#removeLeftovers(names, logName(this.#generation))
    return state
  }

  append(change: Change, state: () => WorldState): MaybePromise<void> {
    if (this.#closed) throw closedError(this.folder)
    this.#options.requireOwner()
    const line = lineOf(this.#line + 1, change)
    const lost = this.#isStateMissing() ? 'removed' : this.#log.write(line) ? undefined : 'cut'
    if (lost) {
      // what is left cannot be read; memory has everything
      this.#log.requireWritable()
      this.#rewrite(state())
      this.#options.onFileLost?.(this.folder, lost)
      return undefined
    }
    this.#line++
    if (this.#compacting) this.#laterLines.push(line)
    return this.#log.flush()
  }

  replace(state: WorldState): void {
    this.#origin = this.#options.origin
    this.#rewrite(state)
  }

  /** Writes the state and starts a new log. Until the state file is renamed, the previous state and log are valid. */
  #rewrite(state: WorldState): void {
    if (this.#closed) throw closedError(this.folder)
    this.#options.requireOwner()
    this.#compacting = undefined
    const source = this.#sourceOf(() => state)
    new LowSync(this.#file.sync, source).write()
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): void {
    const { isWorth = hasOutgrown } = this.#options
    const { bytes } = this.#log
    if (when === 'worth' && bytes >= this.#leastLogBytes && isWorth(bytes, this.#stateBytes)) this.#compactInSlices(state)
    if (when === 'now' && bytes > 0 && this.#stateBytes <= MAX_BYTES_TO_COMPACT_AT_STOP) this.#rewrite(state())
  }

  /** Resolves when no compaction is running; undefined when none is. */
  get compacting(): Promise<void> | undefined {
    return this.#compacting
  }

  /** Removes the state, damaged or not, by one rename. The next call is {@link replace}. */
  clear(): void {
    this.#options.requireOwner()
    this.#stopCompacting()
    this.#folder.removeState()
    this.#log.close()
    this.#log = this.#logOf(NO_LINES)
    this.#line = 0
    tryQuietly(() => {
      this.#folder.removeLeftovers(this.#folder.names() ?? [], undefined)
      this.#folder.removeIfEmpty()
    })
  }

  close(): void {
    this.#closed = true
    this.snapshots.stop()
    this.#stopCompacting()
    this.#log.close()
  }

  #isStateMissing(): boolean {
    return onDisk(this.folder, () => this.#disk.stat(this.#folder.file(STATE_FILE))) === undefined
  }

  #logOf(lines: { readonly bytes: number; readonly torn: boolean }): LogWriter {
    return new LogWriter(this.#folder, this.#options, { name: logName(this.#generation), ...lines })
  }

  /** If it fails, the log is continued, where that is possible. */
  #compactAtOpening(state: WorldState, continues: boolean): void {
    try {
      this.#rewrite(state)
    } catch (error) {
      if (!continues) throw error
      this.#options.onCompactionFailed?.(this.folder, error)
    }
  }

  /** A failed compaction is tried again when the log has grown by half. */
  #compactInSlices(state: () => WorldState): void {
    if (this.#compacting || this.#closed) return
    const compacting = new Low(this.#file, this.#sourceOf(state))
      .write()
      .catch((error: unknown) => {
        if (this.#compacting !== compacting) return
        this.#leastLogBytes = this.#log.bytes * 1.5
        this.#options.onCompactionFailed?.(this.folder, error)
      })
      .finally(() => {
        if (this.#compacting === compacting) this.#compacting = undefined
      })
    this.#compacting = compacting
  }

  /** The state and its header when writing begins; {@link #laterLines} are those of the changes since then. */
  #sourceOf(state: () => WorldState): StateSource {
    return () => {
      this.#laterLines = []
      return { ...state(), version: VERSION, line: this.#line, log: logName(this.#generation + 1), origin: this.#origin }
    }
  }

  #stopCompacting(): void {
    this.#compacting = undefined
    this.#file.stop()
  }

  /** Starts the log of the written state; only the rename makes both count. */
  #startLog(rename: () => void, stateBytes: number): void {
    this.#options.requireOwner()
    const log = LogWriter.create(this.#folder, this.#options, logName(this.#generation + 1), this.#laterLines)
    try {
      rename()
    } catch (error) {
      log.discard()
      throw error
    }
    this.#log.discard()
    if (this.#options.force) tryQuietly(() => this.#folder.sync())
    this.#log = log
    this.#generation++
    this.#leastLogBytes = 0
    this.#stateBytes = stateBytes
    this.#laterLines = []
  }

  #removeLeftovers(names: readonly string[], log: string | undefined): void {
    tryQuietly(() => this.snapshots.removeLeftovers())
    this.#folder.removeLeftovers(names, log)
  }
}

const closedError = (folder: string): StorageError =>
  new StorageError('unavailable', `nothing was changed: the files of ${folder} are closed`)
