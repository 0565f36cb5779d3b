/**
 * The files of a sandbox: `state.json` with a complete state, and a change log with one line for each change since then.
 *
 * A change takes effect when its line is written. `state.json` is replaced by one rename and names the log that continues it: a
 * log that no state names is removed, a named log that is missing is an error. Compaction writes the state and starts a new log:
 * when the sandbox is opened or closed, and in slices when the log has become larger than the state. Changes during the slices go
 * to the log in use, and are copied to the new log before the rename.
 *
 * @module
 */
import type { MaybePromise } from '../../base/maybe-promise.ts'
import { runAllSteps } from '../../base/steps.ts'
import { ChangedState } from '../apply-changes.ts'
import { referenceProblem } from '../references.ts'
import type { WorldState } from '../state.ts'
import { type Change, type SandboxStorage, StorageError } from '../storage.ts'
import type { FlushTimes } from '../storage-metrics.ts'
import { lineOf, readLog } from './change-log.ts'
import { type Disk, storageErrorOf, tryQuietly, writeAll } from './disk.ts'
import { type FileSteps, Rewriting } from './rewriting.ts'
import { LOG_OF_0_1_0, logName, SandboxFolder, STATE_FILE } from './sandbox-folder.ts'
import { SharedFlush } from './shared-flush.ts'
import { SnapshotFiles } from './snapshot-files.ts'
import { LOG_NAME, readState, type StateFile, StateFileError } from './state-file.ts'
import { stateWriting } from './state-writing.ts'

/** A log is compacted in the background when it is larger than this and larger than the state. */
const COMPACT_BYTES = 4 * 1024 * 1024
/** A log is compacted at once when it is larger than this and larger than four times the state. */
const MAX_LOG_BYTES = 64 * 1024 * 1024
const MAX_LOG_RATIO = 4

/** A state above this size is not compacted when the server stops: its change log is read at the next start. */
const MAX_BYTES_TO_COMPACT_AT_STOP = 16 * 1024 * 1024

const hasOutgrown = (log: number, state: number): boolean => log > COMPACT_BYTES && log > state

let rewritings = 0

/** Options and callbacks for the files of a sandbox. */
export interface SandboxFileOptions {
  readonly disk: Disk
  readonly flushes: FlushTimes
  /** Forces each change to the disk before it is acknowledged. */
  readonly force: boolean
  /** @throws StorageError when this process does not hold the lock any more */
  readonly requireOwner: () => void
  readonly onTorn: (folder: string) => void
  readonly onCompactionFailed: (folder: string, error: unknown) => void
  /** Whether a log is to be compacted; by default one that has outgrown its state. Sizes in bytes. */
  readonly isWorth?: ((log: number, state: number) => boolean) | undefined
}

/** A change log that is open for writing. */
interface OpenLog {
  readonly descriptor: number
  readonly identity: string
  readonly bytes: number
}

/** The files of one sandbox, in one folder. */
export class SandboxFiles implements SandboxStorage {
  readonly snapshots: SnapshotFiles
  readonly #folder: SandboxFolder
  readonly #options: SandboxFileOptions
  readonly #disk: Disk
  #descriptor: number | undefined
  /** The flush of the log; undefined when changes are not forced to the disk. */
  #flush: SharedFlush | undefined
  #identity = ''
  #generation = 0
  #line = 0
  #bytes = 0
  #stateBytes = 0
  /** The log is compacted at once above this size; raised when a compaction has failed. */
  #maxLogBytes = MAX_LOG_BYTES
  /** The compaction in slices; undefined when none is running. */
  #rewriting: Rewriting | undefined
  /** Resolves when {@link #rewriting} has ended. */
  #rewritten: Promise<void> | undefined
  /** True while the log may end with an incomplete line. */
  #torn = false
  #closed = false

  constructor(folder: string, options: SandboxFileOptions) {
    this.#folder = new SandboxFolder(options.disk, folder)
    this.#options = options
    this.#disk = options.disk
    this.snapshots = new SnapshotFiles(options.disk, folder, options.force)
  }

  /** The path of the folder. */
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
    const file = readState(this.#disk, this.#folder.file(STATE_FILE))
    const log = file.version === 1 ? (names.includes(LOG_OF_0_1_0) ? LOG_OF_0_1_0 : undefined) : file.log
    if (log !== undefined && !names.includes(log))
      throw new StateFileError(
        `${this.#folder.file(log)} is missing: ${STATE_FILE} names it as its change log, and changes in it are lost`,
      )
    const { state, bytes, torn } = this.#applyLog(file, log)
    this.#generation = Number(LOG_NAME.exec(log ?? '')?.[1] ?? 0)
    this.#stateBytes = this.#folder.ask(() => this.#disk.stat(this.#folder.file(STATE_FILE)))?.size ?? 0
    this.#bytes = bytes
    this.#torn = torn
    if (bytes > 0 || torn || file.log === undefined) this.#compactAtOpening(state, file)
    if (torn) this.#options.onTorn(this.folder)
    this.#removeLeftovers(names, logName(this.#generation))
    return state
  }

  append(change: Change, state: () => WorldState): MaybePromise<void> {
    const descriptor = this.#requireWritable()
    const line = lineOf(this.#line + 1, change)
    try {
      this.#truncateIncompleteLine(descriptor)
      this.#torn = true
      writeAll(this.#disk, descriptor, line)
      this.#torn = false
    } catch (error) {
      tryQuietly(() => this.#truncateIncompleteLine(descriptor))
      throw storageErrorOf(error, this.folder)
    }
    this.#line++
    this.#bytes += line.length
    this.#rewriting?.lines.push(line)
    const flushed = this.#flush?.flush().catch((error: unknown) => {
      throw flushErrorOf(error, this.folder)
    })
    if (this.#bytes > Math.max(this.#maxLogBytes, MAX_LOG_RATIO * this.#stateBytes)) this.#compactInSlices(state)
    return flushed
  }

  /** Writes the state and starts a new log. Until the state file is renamed, the previous state and log are valid. */
  replace(state: WorldState): void {
    if (this.#closed) throw closedError(this.folder)
    this.#options.requireOwner()
    this.#rewriting?.stop()
    runAllSteps(this.#rewritingSteps(() => state, [], 'at once'))
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): void {
    const { isWorth = hasOutgrown } = this.#options
    if (when === 'worth' && isWorth(this.#bytes, this.#stateBytes)) this.#compactInSlices(state)
    if (when === 'now' && this.#bytes > 0 && this.#stateBytes <= MAX_BYTES_TO_COMPACT_AT_STOP) this.replace(state())
  }

  /** Resolves when no compaction is running; undefined when none is. */
  get compacting(): Promise<void> | undefined {
    return this.#rewritten
  }

  /** Removes the state, damaged or not, by one rename. The next call is {@link replace}. */
  clear(): void {
    this.#options.requireOwner()
    this.#rewriting?.stop()
    this.#folder.removeState()
    this.#release()
    this.#line = 0
    this.#bytes = 0
    this.#torn = false
    tryQuietly(() => {
      this.#removeLeftovers(this.#folder.names() ?? [], undefined)
      this.#folder.removeIfEmpty()
    })
  }

  close(): void {
    this.#closed = true
    this.snapshots.stop()
    this.#rewriting?.stop()
    this.#release()
  }

  #applyLog(
    file: StateFile,
    log: string | undefined,
  ): { readonly state: WorldState; readonly bytes: number; readonly torn: boolean } {
    const changed = new ChangedState(file)
    const read =
      log === undefined ? undefined : readLog(this.#disk, this.#folder.file(log), file.line, (change) => changed.apply(change))
    const { state } = changed
    const problem = referenceProblem(state.collections)
    if (problem) throw new StateFileError(`${this.#folder.file(STATE_FILE)} is damaged: ${problem}`)
    this.#line = read?.line ?? file.line
    return { state, bytes: read?.bytes ?? 0, torn: read?.torn ?? false }
  }

  /** If it fails, the log is continued; a state without a named log must be written. */
  #compactAtOpening(state: WorldState, { log }: StateFile): void {
    try {
      this.replace(state)
    } catch (error) {
      if (log === undefined) throw error
      this.#options.onCompactionFailed(this.folder, error)
    }
  }

  #useLog({ descriptor, identity, bytes }: OpenLog, generation: number): void {
    this.#useDescriptor(descriptor, identity)
    this.#generation = generation
    this.#bytes = bytes
    this.#maxLogBytes = MAX_LOG_BYTES
    this.#torn = false
  }

  #useDescriptor(descriptor: number, identity: string): void {
    this.#descriptor = descriptor
    this.#identity = identity
    this.#flush = this.#options.force ? new SharedFlush(this.#disk, descriptor, this.#options.flushes) : undefined
  }

  /** @throws StorageError when a change written now would be lost: the log was removed or replaced */
  #requireWritable(): number {
    if (this.#closed) throw closedError(this.folder)
    this.#options.requireOwner()
    const path = this.#folder.file(logName(this.#generation))
    const found = this.#folder.ask(() => this.#disk.stat(path))?.identity
    if (found === undefined || (this.#descriptor !== undefined && found !== this.#identity))
      throw new StorageError('lost', `nothing was changed: ${path} is gone; restore the data folder and start again`)
    return this.#descriptor ?? this.#openLog(path)
  }

  #openLog(path: string): number {
    try {
      const descriptor = this.#disk.open(path, 'a')
      this.#useDescriptor(descriptor, this.#disk.fstat(descriptor).identity)
      return descriptor
    } catch (error) {
      throw storageErrorOf(error, path)
    }
  }

  /** Removes the incomplete line of a failed write. */
  #truncateIncompleteLine(descriptor: number): void {
    if (!this.#torn) return
    this.#disk.truncate(descriptor, this.#bytes)
    this.#torn = false
  }

  /** A failed compaction is tried again when the log has grown by half. */
  #compactInSlices(state: () => WorldState): void {
    if (this.#rewriting || this.#closed) return
    const rewriting = new Rewriting((lines) => this.#rewritingSteps(state, lines, 'aside'))
    this.#rewriting = rewriting
    this.#rewritten = rewriting
      .run()
      .catch((error: unknown) => {
        this.#maxLogBytes = this.#bytes * 1.5
        this.#options.onCompactionFailed(this.folder, error)
      })
      .finally(() => {
        if (this.#rewriting !== rewriting) return
        this.#rewriting = undefined
        this.#rewritten = undefined
      })
  }

  /**
   * Writes the state of the moment in which this begins, and a new log with the changes since then.
   *
   * @param lines the lines of the changes since then
   */
  *#rewritingSteps(state: () => WorldState, lines: readonly Buffer[], when: 'at once' | 'aside'): FileSteps<void> {
    const generation = this.#generation + 1
    const log = logName(generation)
    const path = {
      folder: this.folder,
      name: STATE_FILE,
      ...(when === 'aside' && { temporary: `.${STATE_FILE}-${++rewritings}.new` }),
    }
    const force = this.#options.force && when
    let opened: OpenLog | undefined
    const beforeRename = (): void => {
      if (when === 'at once') return
      this.#options.requireOwner()
      opened = this.#newLog(log, lines)
    }
    let size: number
    try {
      this.#disk.makeFolder(this.folder)
      if (when === 'at once') opened = this.#newLog(log, lines)
      size = yield* stateWriting(this.#disk, path, { ...state(), line: this.#line, log }, { force, beforeRename })
    } catch (error) {
      const { descriptor } = opened ?? {}
      if (descriptor !== undefined) tryQuietly(() => this.#disk.close(descriptor))
      if (descriptor !== undefined) tryQuietly(() => this.#disk.remove(this.#folder.file(log)))
      throw storageErrorOf(error, this.folder)
    }
    if (!opened) throw new Error('a state was written without its log')
    this.#release()
    tryQuietly(() => this.#disk.remove(this.#folder.file(logName(generation - 1))))
    if (this.#options.force) tryQuietly(() => this.#folder.sync())
    this.#useLog(opened, generation)
    this.#stateBytes = size
  }

  /** A new log with some lines. */
  #newLog(name: string, lines: readonly Buffer[]): OpenLog {
    const descriptor = this.#disk.open(this.#folder.file(name), 'a')
    try {
      this.#disk.truncate(descriptor, 0)
      const { identity } = this.#disk.fstat(descriptor)
      for (const line of lines) writeAll(this.#disk, descriptor, line)
      if (this.#options.force) this.#disk.sync(descriptor)
      return { descriptor, identity, bytes: lines.reduce((sum, line) => sum + line.length, 0) }
    } catch (error) {
      tryQuietly(() => this.#disk.close(descriptor))
      tryQuietly(() => this.#disk.remove(this.#folder.file(name)))
      throw error
    }
  }

  #removeLeftovers(names: readonly string[], log: string | undefined): void {
    tryQuietly(() => this.snapshots.removeLeftovers())
    this.#folder.removeLeftovers(names, log)
  }

  #release(): void {
    const descriptor = this.#descriptor
    const flushed = this.#flush?.idle
    this.#descriptor = undefined
    this.#flush = undefined
    if (descriptor === undefined) return
    const close = (): void => tryQuietly(() => this.#disk.close(descriptor))
    // a descriptor closed during a flush could be reused for another file
    if (flushed) void flushed.then(close)
    else close()
  }
}

/** The error of a failed flush: it is unknown whether the change is on the disk. */
function flushErrorOf(error: unknown, folder: string): StorageError {
  const why = error instanceof Error ? error.message : String(error)
  return new StorageError('unavailable', `${folder} could not be forced to the disk: ${why}; look at the disk`, { cause: error })
}

const closedError = (folder: string): StorageError =>
  new StorageError('unavailable', `nothing was changed: the files of ${folder} are closed`)
