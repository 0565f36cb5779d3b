/** Stores sandboxes as files: one folder per sandbox in a data folder, which one process uses at a time. */

import type { Metric } from '../../base/metrics.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import { type Storage, StorageError, type StoredSandbox } from '../storage.ts'
import { flushTimes } from '../storage-metrics.ts'
import { type Disk, NODE_DISK, onDisk, rename, tryQuietly } from './disk.ts'
import { type FolderLock, lockFolder } from './lock.ts'
import { type SandboxFileOptions, SandboxFiles } from './sandbox-files.ts'
import { holdsSandbox, isOwnName } from './sandbox-folder.ts'

interface FileStorageOptions extends Partial<Omit<SandboxFileOptions, 'flushes' | 'requireOwner'>> {
  /** For tests. */
  readonly lock?: FolderLock
}

/** The name of a folder whose removal has begun. */
const REMOVED_FOLDER = /^\.removed-/

export class FileStorage implements Storage {
  readonly place: string
  readonly remote = false
  readonly #disk: Disk
  readonly #lock: FolderLock
  readonly #fileOptions: SandboxFileOptions
  readonly #flushes = flushTimes()
  readonly #open = new Map<string, SandboxFiles>()

  /** @throws LockedError when another process uses the folder */
  constructor(path: string, options: FileStorageOptions = {}) {
    this.place = path
    this.#disk = options.disk ?? NODE_DISK
    this.#lock = options.lock ?? lockFolder(path)
    this.#fileOptions = {
      force: false,
      ...options,
      disk: this.#disk,
      flushes: this.#flushes,
      requireOwner: () => this.#requireOwner(),
    }
    tryQuietly(() => this.#removeLeftovers())
  }

  metrics(): readonly Metric[] {
    return [this.#flushes.metric()]
  }

  get isLost(): boolean {
    return !this.#lock.isHeld()
  }

  /** False when the lock can be lost while this process is paused, because the system has no kernel lock. */
  get survivesPauses(): boolean {
    return this.#lock.byKernel
  }

  /** The sandboxes with files in the folder; other content is ignored. */
  list(): string[] {
    const names = this.#disk.list(this.place) ?? []
    return names.filter((name) => SANDBOX_NAME.test(name) && holdsSandbox(this.#disk, this.#path(name)))
  }

  /** @throws StateFileError when the files cannot be used */
  open(name: string): StoredSandbox {
    const files = new SandboxFiles(this.#path(name), this.#fileOptions)
    const state = files.read()
    this.#open.set(name, files)
    return { state, storage: files }
  }

  clear(name: string): void {
    if (!SANDBOX_NAME.test(name)) return
    const files = this.#open.get(name) ?? new SandboxFiles(this.#path(name), this.#fileOptions)
    files.clear()
  }

  /** Removes the folder by one rename. If it has other content, only state and snapshots are removed. */
  remove(name: string): void {
    if (!SANDBOX_NAME.test(name)) return
    this.#requireOwner()
    const folder = this.#path(name)
    const names = onDisk(folder, () => this.#disk.stat(folder)?.isFolder && this.#disk.list(folder)) || []
    if (names.length > 0 && names.every(isOwnName)) {
      const removed = this.#path(`.removed-${name}`)
      tryQuietly(() => this.#removeAll(removed))
      onDisk(folder, () => rename(this.#disk, folder, removed))
      tryQuietly(() => this.#removeAll(removed))
    } else if (names.length > 0) {
      const files = new SandboxFiles(folder, this.#fileOptions)
      files.clear()
      files.snapshots.removeAll()
    }
    this.#open.get(name)?.close()
    this.#open.delete(name)
  }

  /** Releases the lock of the folder. All sandboxes are closed before. */
  close(): void {
    this.#lock.release()
  }

  #path(name: string): string {
    return `${this.place}/${name}`
  }

  #requireOwner(): void {
    if (this.isLost)
      throw new StorageError(
        'lost',
        `nothing was changed: ${this.place} was taken by another process, or its .lock was removed; start again`,
      )
  }

  #removeLeftovers(): void {
    for (const name of this.#disk.list(this.place) ?? []) if (REMOVED_FOLDER.test(name)) this.#removeAll(this.#path(name))
  }

  #removeAll(folder: string): void {
    for (const name of this.#disk.list(folder) ?? []) {
      const path = `${folder}/${name}`
      if (this.#disk.stat(path)?.isFolder) this.#removeAll(path)
      else this.#disk.remove(path)
    }
    if (this.#disk.stat(folder)) this.#disk.removeFolder(folder)
  }
}
