/**
 * A sandbox's files: `state.json`, readable and complete, and the change log it names, one line a change since then.
 *
 * A change counts once its line is written. `state.json` is replaced by one rename, and names the log that continues it: a
 * log that no state names is left over and removed, one that is named and missing is an error. Compaction writes the state
 * again and begins the next log; it happens when the sandbox is opened and closed, and when the log has outgrown the state.
 *
 * @module
 */
import { ChangedState } from '../apply-changes.ts'
import { referenceProblem } from '../references.ts'
import type { WorldState } from '../state.ts'
import { type Change, type SandboxStorage, StorageError } from '../storage.ts'
import type { FlushTimes } from '../storage-metrics.ts'
import { lineOf, readLog } from './change-log.ts'
import { attempt, type Disk, rename, storageErrorOf, writeAll } from './disk.ts'
import { SharedFlush } from './shared-flush.ts'
import { SNAPSHOT_FOLDER, SnapshotFiles } from './snapshot-files.ts'
import { isTemporary, LOG_NAME, readState, type StateFile, StateFileError, writeState } from './state-file.ts'

/** A log is compacted, when there is time, once it takes more than this and more than the state itself. */
const COMPACT_BYTES = 4 * 1024 * 1024
/** A log is compacted at once when it takes more than this and more than four times the state. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_TIMES = 4

export const STATE_FILE = 'state.json'
/** The change log of 0.1.0. */
export const OLD_LOG = 'changes.ndjson'
/** `state.json` while its removal is under way: from here on the sandbox has no state. */
export const REMOVED_FILE = '.state.json.removed'

/** True for the names of files and folders that the files of a sandbox may have. */
export const isOwnName = (name: string): boolean =>
  [STATE_FILE, OLD_LOG, REMOVED_FILE, SNAPSHOT_FOLDER].includes(name) || LOG_NAME.test(name) || isTemporary(name)

/** True for a folder that holds something of a sandbox, sound or not. */
export function holdsSandbox(disk: Disk, folder: string): boolean {
  if (!disk.facts(folder)?.isFolder) return false
  const names = disk.list(folder) ?? []
  if (names.includes(STATE_FILE) || names.includes(OLD_LOG)) return true
  if (names.some((name) => LOG_NAME.test(name)) && !names.includes(REMOVED_FILE)) return true
  return names.includes(SNAPSHOT_FOLDER) && new SnapshotFiles(disk, folder, false).list().length > 0
}

/** How the files of a sandbox are kept. */
export interface FileRules {
  readonly disk: Disk
  readonly flushes: FlushTimes
  /** Forces each change to the disk before it counts. */
  readonly force: boolean
  /** @throws StorageError once this process may not write any more */
  readonly requireOwner: () => void
  readonly onTorn: (folder: string) => void
  readonly onCompactionFailed: (folder: string, error: unknown) => void
}

/** The files of one sandbox, in one folder. */
export class SandboxFiles implements SandboxStorage {
  readonly snapshots: SnapshotFiles
  readonly folder: string
  readonly #rules: FileRules
  readonly #disk: Disk
  #descriptor: number | undefined
  /** That of the log, where changes are forced to the disk. */
  #flush: SharedFlush | undefined
  #identity = ''
  #generation = 0
  #line = 0
  #bytes = 0
  #stateBytes = 0
  /** The log is compacted at once beyond this; moved on when that has failed. */
  #mostBytes = MOST_BYTES
  /** True while the log may hold part of a line after its last change. */
  #unclean = false
  #closed = false

  constructor(folder: string, rules: FileRules) {
    this.folder = folder
    this.#rules = rules
    this.#disk = rules.disk
    this.snapshots = new SnapshotFiles(rules.disk, folder, rules.force)
  }

  /**
   * Reads what the folder holds and removes what is left over in it; undefined when it holds no state.
   *
   * @throws StateFileError naming the file and the first wrong field; nothing is changed then
   */
  read(): WorldState | undefined {
    const names = this.#names()
    if (!names) return undefined
    if (!names.includes(STATE_FILE)) {
      this.#requireNothing(names)
      this.#removeLeftovers(names, undefined)
      return undefined
    }
    const file = readState(this.#disk, this.#path(STATE_FILE))
    const log = file.version === 1 ? (names.includes(OLD_LOG) ? OLD_LOG : undefined) : file.log
    if (log !== undefined && !names.includes(log))
      throw new StateFileError(
        `${this.#path(log)} is missing: ${STATE_FILE} names it as its change log, and changes in it are lost`,
      )
    const { state, bytes, torn } = this.#continued(file, log)
    this.#generation = Number(LOG_NAME.exec(log ?? '')?.[1] ?? 0)
    this.#stateBytes = this.#asked(() => this.#disk.facts(this.#path(STATE_FILE)))?.size ?? 0
    this.#bytes = bytes
    this.#unclean = torn
    if (bytes > 0 || torn || file.log === undefined) this.#compactAtOpening(state, file)
    if (torn) this.#rules.onTorn(this.folder)
    this.#removeLeftovers(names, `changes-${this.#generation}.ndjson`)
    return state
  }

  append(change: Change, state: () => WorldState): void | Promise<void> {
    const descriptor = this.#requireWritable()
    const line = lineOf(this.#line + 1, change)
    try {
      this.#clean(descriptor)
      this.#unclean = true
      writeAll(this.#disk, descriptor, line)
      this.#unclean = false
    } catch (error) {
      attempt(() => this.#clean(descriptor))
      throw storageErrorOf(error, this.folder)
    }
    this.#line++
    this.#bytes += line.length
    const flushed = this.#flush?.flush().catch((error: unknown) => {
      throw flushErrorOf(error, this.folder)
    })
    if (this.#bytes > Math.max(this.#mostBytes, MOST_TIMES * this.#stateBytes)) this.#compactAtOnce(state)
    return flushed
  }

  /** Writes the state and begins the next log. Until the state is renamed into its place, the one before is in force. */
  replace(state: WorldState): void {
    if (this.#closed) throw closedError(this.folder)
    this.#rules.requireOwner()
    const generation = this.#generation + 1
    const log = `changes-${generation}.ndjson`
    let descriptor: number | undefined
    let [size, identity] = [0, '']
    try {
      this.#disk.makeFolder(this.folder)
      descriptor = this.#disk.open(this.#path(log), 'a')
      this.#disk.truncate(descriptor, 0)
      identity = this.#disk.factsOf(descriptor).identity
      if (this.#rules.force) this.#disk.sync(descriptor)
      const head = { line: this.#line, log }
      size = writeState(this.#disk, { folder: this.folder, name: STATE_FILE }, { ...state, ...head }, this.#rules.force)
    } catch (error) {
      if (descriptor !== undefined) {
        const open = descriptor
        attempt(() => this.#disk.close(open))
        attempt(() => this.#disk.remove(this.#path(log)))
      }
      throw storageErrorOf(error, this.folder)
    }
    this.#release()
    attempt(() => this.#disk.remove(this.#path(`changes-${generation - 1}.ndjson`)))
    if (this.#rules.force) attempt(() => this.#syncFolder())
    this.#useLog(descriptor, identity, generation)
    this.#stateBytes = size
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): void {
    const worth = this.#bytes > COMPACT_BYTES && this.#bytes > this.#stateBytes
    if (worth || (when === 'now' && this.#bytes > 0)) this.replace(state())
  }

  /** Removes the state, whatever there is of it: one rename decides. The next call is {@link replace}. */
  clear(): void {
    this.#rules.requireOwner()
    const names = this.#names() ?? []
    try {
      if (names.includes(STATE_FILE)) rename(this.#disk, this.#path(STATE_FILE), this.#path(REMOVED_FILE))
      else if (names.includes(OLD_LOG) || names.some((name) => LOG_NAME.test(name)))
        this.#disk.close(this.#disk.open(this.#path(REMOVED_FILE), 'w'))
    } catch (error) {
      throw storageErrorOf(error, this.folder)
    }
    this.#release()
    this.#line = 0
    this.#bytes = 0
    this.#unclean = false
    attempt(() => {
      this.#removeLeftovers(this.#names() ?? [], undefined)
      if (this.#disk.list(this.folder)?.length === 0) this.#disk.removeFolder(this.folder)
    })
  }

  close(): void {
    this.#closed = true
    this.#release()
  }

  #path(name: string): string {
    return `${this.folder}/${name}`
  }

  #names(): readonly string[] | undefined {
    const facts = this.#asked(() => this.#disk.facts(this.folder))
    if (!facts) return undefined
    if (!facts.isFolder) throw new StateFileError(`${this.folder} is a file, not the folder of a sandbox; move it away`)
    return this.#asked(() => this.#disk.list(this.folder))
  }

  /** @throws StorageError what the disk throws */
  #asked<T>(ask: () => T): T {
    try {
      return ask()
    } catch (error) {
      throw storageErrorOf(error, this.folder)
    }
  }

  /** @throws StateFileError when a folder without a state holds something else, or changes that need one */
  #requireNothing(names: readonly string[]): void {
    if (names.some((name) => !isOwnName(name)))
      throw new StateFileError(`${this.folder} holds other things than the state of a sandbox; take another --data folder`)
    if (names.includes(REMOVED_FILE)) return
    const log = names.find(
      (name) => name === OLD_LOG || (LOG_NAME.test(name) && this.#asked(() => this.#disk.facts(this.#path(name)))?.size !== 0),
    )
    if (log !== undefined)
      throw new StateFileError(
        `${this.#path(log)} has no ${STATE_FILE} beside it; --fresh, a reset or DELETE gives up what it holds`,
      )
  }

  #continued(
    file: StateFile,
    log: string | undefined,
  ): { readonly state: WorldState; readonly bytes: number; readonly torn: boolean } {
    const changed = new ChangedState(file)
    const read =
      log === undefined ? undefined : readLog(this.#disk, this.#path(log), file.line, (change) => changed.apply(change))
    const { state } = changed
    const problem = referenceProblem(state.collections)
    if (problem) throw new StateFileError(`${this.#path(STATE_FILE)} is damaged: ${problem}`)
    this.#line = read?.line ?? file.line
    return { state, bytes: read?.bytes ?? 0, torn: read?.torn ?? false }
  }

  /** Where it fails, the log is complete and goes on; a state without a log of its own has to be written. */
  #compactAtOpening(state: WorldState, { log }: StateFile): void {
    try {
      this.replace(state)
    } catch (error) {
      if (log === undefined) throw error
      this.#rules.onCompactionFailed(this.folder, error)
    }
  }

  #useLog(descriptor: number, identity: string, generation: number): void {
    this.#useDescriptor(descriptor, identity)
    this.#generation = generation
    this.#bytes = 0
    this.#mostBytes = MOST_BYTES
    this.#unclean = false
  }

  #useDescriptor(descriptor: number, identity: string): void {
    this.#descriptor = descriptor
    this.#identity = identity
    this.#flush = this.#rules.force ? new SharedFlush(this.#disk, descriptor, this.#rules.flushes) : undefined
  }

  /** @throws StorageError when a change written now would be lost */
  #requireWritable(): number {
    if (this.#closed) throw closedError(this.folder)
    this.#rules.requireOwner()
    const path = this.#path(`changes-${this.#generation}.ndjson`)
    const found = this.#asked(() => this.#disk.facts(path))?.identity
    if (found === undefined || (this.#descriptor !== undefined && found !== this.#identity))
      throw new StorageError('lost', `nothing was changed: ${path} is gone; restore the data folder and start again`)
    return this.#descriptor ?? this.#openLog(path)
  }

  #openLog(path: string): number {
    try {
      const descriptor = this.#disk.open(path, 'a')
      this.#useDescriptor(descriptor, this.#disk.factsOf(descriptor).identity)
      return descriptor
    } catch (error) {
      throw storageErrorOf(error, path)
    }
  }

  /** Cuts off what a failed write has left of a line. */
  #clean(descriptor: number): void {
    if (!this.#unclean) return
    this.#disk.truncate(descriptor, this.#bytes)
    this.#unclean = false
  }

  /** The change is stored already: a compaction that fails is tried again when the log has grown by half. */
  #compactAtOnce(state: () => WorldState): void {
    try {
      this.replace(state())
    } catch (error) {
      this.#mostBytes = this.#bytes * 1.5
      this.#rules.onCompactionFailed(this.folder, error)
    }
  }

  #removeLeftovers(names: readonly string[], log: string | undefined): void {
    const isLeftOver = (name: string): boolean => isTemporary(name) || name === OLD_LOG || (LOG_NAME.test(name) && name !== log)
    // the mark of a removal goes last: without it, a log without a state is an error
    attempt(() => this.snapshots.removeLeftovers())
    for (const name of names) if (isLeftOver(name)) attempt(() => this.#disk.remove(this.#path(name)))
    attempt(() => {
      const left = this.#disk.list(this.folder) ?? []
      if (left.includes(REMOVED_FILE) && !left.some(isLeftOver)) this.#disk.remove(this.#path(REMOVED_FILE))
    })
  }

  #release(): void {
    const descriptor = this.#descriptor
    const flushed = this.#flush?.idle
    this.#descriptor = undefined
    this.#flush = undefined
    if (descriptor === undefined) return
    const close = (): void => attempt(() => this.#disk.close(descriptor))
    // a number that is free while it is being flushed may soon be another file's
    if (flushed) void flushed.then(close)
    else close()
  }

  #syncFolder(): void {
    const descriptor = this.#disk.open(this.folder, 'r')
    try {
      this.#disk.sync(descriptor)
    } finally {
      this.#disk.close(descriptor)
    }
  }
}

/** After a flush has failed, nobody knows whether the change is on the disk. */
function flushErrorOf(error: unknown, folder: string): StorageError {
  const why = error instanceof Error ? error.message : String(error)
  return new StorageError('unavailable', `${folder} could not be forced to the disk: ${why}; look at the disk`, { cause: error })
}

const closedError = (folder: string): StorageError =>
  new StorageError('unavailable', `nothing was changed: the files of ${folder} are closed`)
