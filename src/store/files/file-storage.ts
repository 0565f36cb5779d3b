/**
 * The folder of state files: one folder a sandbox, used by one process at a time.
 *
 * @module
 */

import type { Metric } from '../../base/metrics.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import { type Storage, StorageError, type StoredSandbox } from '../storage.ts'
import { FlushTimes } from '../storage-metrics.ts'
import { attempt, type Disk, NODE_DISK, rename, storageErrorOf } from './disk.ts'
import { type FolderLock, lockFolder } from './lock.ts'
import { type FileRules, holdsSandbox, isOwnName, SandboxFiles } from './sandbox-files.ts'

/** How files are kept, and who is told of what. */
export interface FileStorageOptions {
  /** Forces each change to the disk before it counts. */
  readonly force?: boolean
  /** Told when the last change of a sandbox was cut off, because it was not written to its end: it was never acknowledged. */
  readonly onTorn?: (folder: string) => void
  /** Told when a change log could not be compacted; it is complete. */
  readonly onCompactionFailed?: (folder: string, error: unknown) => void
  /** Tests bring their own. */
  readonly disk?: Disk
  /** Tests bring their own. */
  readonly lock?: FolderLock
}

/** A folder that is being removed: under this name, it counts for nothing. */
const REMOVED = /^\.removed-/

/** Sandboxes as files in one folder. */
export class FileStorage implements Storage {
  readonly place: string
  readonly remote = false
  readonly #disk: Disk
  readonly #lock: FolderLock
  readonly #rules: FileRules
  readonly #flushes = new FlushTimes()
  readonly #open = new Map<string, SandboxFiles>()

  /** @throws LockedError when another process uses the folder */
  constructor(path: string, options: FileStorageOptions = {}) {
    this.place = path
    this.#disk = options.disk ?? NODE_DISK
    this.#lock = options.lock ?? lockFolder(path)
    this.#rules = {
      disk: this.#disk,
      force: options.force ?? false,
      flushes: this.#flushes,
      requireOwner: () => this.#requireOwner(),
      onTorn: options.onTorn ?? (() => undefined),
      onCompactionFailed: options.onCompactionFailed ?? (() => undefined),
    }
    attempt(() => this.#removeLeftovers())
  }

  metrics(): readonly Metric[] {
    return [this.#flushes.metric()]
  }

  /** False where the lock may be lost while this process is paused, because the system has no lock of its own. */
  get survivesPauses(): boolean {
    return this.#lock.byKernel
  }

  /** The sandboxes that have files here; everything else in the folder is left alone. */
  list(): string[] {
    const names = this.#disk.list(this.place) ?? []
    return names.filter((name) => SANDBOX_NAME.test(name) && holdsSandbox(this.#disk, this.#path(name)))
  }

  /** @throws StateFileError when the files cannot be used */
  open(name: string): StoredSandbox {
    const files = new SandboxFiles(this.#path(name), this.#rules)
    const state = files.read()
    this.#open.set(name, files)
    return { state, storage: files }
  }

  clear(name: string): void {
    if (!SANDBOX_NAME.test(name)) return
    const files = this.#open.get(name) ?? new SandboxFiles(this.#path(name), this.#rules)
    files.clear()
  }

  /** One rename decides where the folder holds nothing else; otherwise state and snapshots are removed, and the rest stays. */
  remove(name: string): void {
    if (!SANDBOX_NAME.test(name)) return
    this.#requireOwner()
    const folder = this.#path(name)
    const names = this.#namesIn(folder)
    if (names.length > 0 && names.every(isOwnName)) {
      const removed = this.#path(`.removed-${name}`)
      attempt(() => this.#removeAll(removed))
      try {
        rename(this.#disk, folder, removed)
      } catch (error) {
        throw storageErrorOf(error, folder)
      }
      attempt(() => this.#removeAll(removed))
    } else if (names.length > 0) {
      const files = new SandboxFiles(folder, this.#rules)
      files.clear()
      files.snapshots.removeAll()
    }
    this.#open.get(name)?.close()
    this.#open.delete(name)
  }

  /** Gives the folder back; sandboxes have been closed before. */
  close(): void {
    this.#lock.release()
  }

  #namesIn(folder: string): readonly string[] {
    try {
      return this.#disk.facts(folder)?.isFolder ? (this.#disk.list(folder) ?? []) : []
    } catch (error) {
      throw storageErrorOf(error, folder)
    }
  }

  #path(name: string): string {
    return `${this.place}/${name}`
  }

  #requireOwner(): void {
    if (!this.#lock.isHeld())
      throw new StorageError(
        'lost',
        `nothing was changed: ${this.place} was taken by another process, or its .lock was removed; start again`,
      )
  }

  #removeLeftovers(): void {
    for (const name of this.#disk.list(this.place) ?? []) if (REMOVED.test(name)) this.#removeAll(this.#path(name))
  }

  /** Removes a folder with all that is in it. */
  #removeAll(folder: string): void {
    for (const name of this.#disk.list(folder) ?? []) {
      const path = `${folder}/${name}`
      if (this.#disk.facts(path)?.isFolder) this.#removeAll(path)
      else this.#disk.remove(path)
    }
    if (this.#disk.facts(folder)) this.#disk.removeFolder(folder)
  }
}
