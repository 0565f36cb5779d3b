/**
 * The operations on files that the file storage uses, one by one, so that tests can make each of them fail.
 *
 * @module
 */
import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { StorageError } from '../storage.ts'
import { makeFolder } from './make-folder.ts'

/** What is known of a file or folder. */
export interface FileFacts {
  readonly isFolder: boolean
  readonly size: number
  /** The same for the same file only. */
  readonly identity: string
}

/** How a file is opened: to read, to append, as a new and empty file, or to change it. */
type OpenMode = 'r' | 'a' | 'w' | 'r+'

export interface Disk {
  open(path: string, mode: OpenMode): number
  read(descriptor: number, into: Uint8Array, position: number): number
  /** Writes from an offset on. @returns how many bytes were written */
  write(descriptor: number, bytes: Uint8Array, offset: number): number
  truncate(descriptor: number, length: number): void
  /** Forces to the disk what was written. */
  sync(descriptor: number): void
  /** The same beside the event loop. */
  flush(descriptor: number): Promise<void>
  close(descriptor: number): void
  factsOf(descriptor: number): FileFacts
  /** Undefined where there is nothing. */
  facts(path: string): FileFacts | undefined
  /** The names in a folder; undefined where there is none. */
  list(folder: string): readonly string[] | undefined
  makeFolder(path: string): void
  rename(from: string, to: string): void
  /** Removes a file; does nothing where there is none. */
  remove(path: string): void
  removeFolder(path: string): void
}

export const NODE_DISK: Disk = {
  open: (path, mode) => openSync(path, mode),
  read: (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position),
  write: (descriptor, bytes, offset) => writeSync(descriptor, bytes, offset),
  truncate: (descriptor, length) => ftruncateSync(descriptor, length),
  sync: (descriptor) => fsyncSync(descriptor),
  flush: promisify(fsync),
  close: (descriptor) => closeSync(descriptor),
  factsOf: (descriptor) => shown(fstatSync(descriptor)),
  facts: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && shown(found)
  },
  list: (folder) => unlessMissing(() => readdirSync(folder)),
  makeFolder,
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlessMissing(() => unlinkSync(path)),
  removeFolder: (path) => rmdirSync(path),
}

const shown = (of: { isDirectory(): boolean; size: number; dev: number; ino: number }): FileFacts => ({
  isFolder: of.isDirectory(),
  size: of.size,
  identity: `${of.dev}/${of.ino}`,
})

/** The code of an error of the system; empty for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function unlessMissing<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Writes all bytes. */
export function writeAll(disk: Disk, descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += disk.write(descriptor, bytes, written)
}

/** Renames; an error after which it has happened is none. */
export function rename(disk: Disk, from: string, to: string): void {
  try {
    disk.rename(from, to)
  } catch (error) {
    if (disk.facts(from) !== undefined || disk.facts(to) === undefined) throw error
  }
}

/** Does what may fail without harm: what it leaves behind is recognised and removed later. */
export function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // left for the next start
  }
}

/** The error of the system as a storage error that says what to do. */
export function storageErrorOf(error: unknown, path: string): StorageError {
  if (error instanceof StorageError) return error
  const code = codeOf(error)
  const options = { cause: error }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StorageError('full', `nothing was changed: the disk of ${path} is full; make room on it`, options)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return new StorageError('read-only', `nothing was changed: ${path} cannot be written (${code}); make it writable`, options)
  const why = error instanceof Error ? error.message : String(error)
  return new StorageError('unavailable', `nothing was changed: ${path} cannot be written: ${why}`, options)
}
