/** The file operations of the file storage. Tests make each of them fail. */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, messageOf } from '../../base/caught-error.ts'
import { StorageError } from '../storage.ts'

export interface FileStatus {
  readonly isFolder: boolean
  readonly size: number
  /** Device and inode: identifies the file under any name. */
  readonly identity: string
}

export interface Disk {
  open(path: string, mode: 'r' | 'a' | 'w' | 'r+'): number
  read(descriptor: number, into: Uint8Array, position: number): number
  /** Writes from an offset on. @returns the number of written bytes */
  write(descriptor: number, bytes: Uint8Array, offset: number): number
  truncate(descriptor: number, length: number): void
  /** Forces written data to the disk. */
  sync(descriptor: number): void
  /** {@link sync} without blocking the event loop. */
  flush(descriptor: number): Promise<void>
  close(descriptor: number): void
  fstat(descriptor: number): FileStatus
  /** Undefined for a missing path. */
  stat(path: string): FileStatus | undefined
  /** The names in a folder; undefined for a missing folder. */
  list(folder: string): readonly string[] | undefined
  makeFolder(path: string): void
  rename(from: string, to: string): void
  /** Removes a file if it exists. */
  remove(path: string): void
  removeFolder(path: string): void
}

export const NODE_DISK: Disk = {
  open: (path, mode) => {
    requireRegular(path)
    return mode === 'r' ? reading(path, () => openSync(path, mode)) : openSync(path, mode)
  },
  read: (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position),
  write: (descriptor, bytes, offset) => writeSync(descriptor, bytes, offset),
  truncate: (descriptor, length) => ftruncateSync(descriptor, length),
  sync: (descriptor) => fsyncSync(descriptor),
  flush: promisify(fsync),
  close: (descriptor) => closeSync(descriptor),
  fstat: (descriptor) => statusOf(fstatSync(descriptor)),
  stat: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && statusOf(found)
  },
  list: (folder) => undefinedIfMissing(() => reading(folder, () => readdirSync(folder))),
  makeFolder: (path) => makeFolder(path),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => undefinedIfMissing(() => unlinkSync(path)),
  removeFolder: (path) => rmdirSync(path),
}

/** @throws StorageError where this user may not read the path */
function reading<T>(path: string, operation: () => T): T {
  try {
    return operation()
  } catch (error) {
    const code = codeOf(error)
    // EPERM is what Windows says, and macOS of a protected folder
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    const problem = `${path} cannot be read (${code}); make it readable for the user of the server`
    throw new StorageError('unavailable', problem, { cause: error })
  }
}

/** To open a named pipe would block the process, and a device has no end. @throws Error for these */
function requireRegular(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile() && !found.isDirectory()) throw new Error('it is not a regular file')
}

const statusOf = (of: { isDirectory(): boolean; size: number; dev: number; ino: number }): FileStatus => ({
  isFolder: of.isDirectory(),
  size: of.size,
  identity: `${of.dev}/${of.ino}`,
})

function undefinedIfMissing<T>(operation: () => T): T | undefined {
  try {
    return operation()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

export function writeAll(disk: Disk, descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += disk.write(descriptor, bytes, written)
}

/** Renames a file. An error is ignored when the file was renamed nevertheless. */
export function rename(disk: Disk, from: string, to: string): void {
  try {
    disk.rename(from, to)
  } catch (error) {
    if (disk.stat(from) !== undefined || disk.stat(to) === undefined) throw error
  }
}

/** Runs an operation that may fail: what it leaves behind is removed at the next start. */
export function tryQuietly(work: () => unknown): void {
  try {
    work()
  } catch {
    // removed at the next start
  }
}

/** Runs operations of the disk on a path. @throws StorageError for their errors */
export function onDisk<T>(path: string, operations: () => T): T {
  try {
    return operations()
  } catch (error) {
    throw storageErrorOf(error, path)
  }
}

/** Converts a system error to a storage error that says what to do. */
export function storageErrorOf(error: unknown, path: string): StorageError {
  if (error instanceof StorageError) return error
  const code = codeOf(error)
  const options = { cause: error }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StorageError('full', `nothing was changed: the disk of ${path} is full; make room on it`, options)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return new StorageError('read-only', `nothing was changed: ${path} cannot be written (${code}); make it writable`, options)
  return new StorageError('unavailable', `nothing was changed: ${path} cannot be written: ${messageOf(error)}`, options)
}

/**
 * Creates a folder and its missing parents. `mkdirSync` with `recursive` never returns on a file system that answers ENOENT for
 * a folder whose parent exists, as `/proc` does.
 *
 * @throws the error of the file system
 */
export function makeFolder(path: string, mode?: number): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (isFolder(path)) return
    if (existsSync(path)) throw new Error('it is a file, and a folder is needed', { cause: error })
    throw codeOf(error) === 'EEXIST' ? new Error(deadLinkProblem(path), { cause: error }) : error
  }
}

const deadLinkProblem = (path: string): string =>
  `${path} is a symbolic link to ${readlinkSync(path)}, which does not exist; make that folder, or remove the link`

/** Creates a data folder, which holds secrets and tokens: other users of the machine cannot read it, nor what is in it. */
export const makeDataFolder = (path: string): void => makeFolder(path, 0o700)

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** A line, and the offset of its end in the file. */
interface FileLine {
  readonly text: string
  readonly end: number
  /** False for the last line of a file that does not end with a line break. */
  readonly complete: boolean
}

/** The lines of a file, read in chunks. */
export function* readLines(disk: Disk, path: string): Generator<FileLine> {
  const descriptor = disk.open(path, 'r')
  try {
    const chunk = new Uint8Array(CHUNK_BYTES)
    let parts: Uint8Array[] = []
    let [position, begins] = [0, 0]
    for (let count = disk.read(descriptor, chunk, 0); count > 0; count = disk.read(descriptor, chunk, position)) {
      const bytes = chunk.subarray(0, count)
      for (let from = 0; from < count; ) {
        const at = bytes.indexOf(NEWLINE, from)
        const until = at < 0 ? count : at
        parts.push(bytes.slice(from, until))
        from = until + 1
        if (at < 0) break
        begins = position + from
        yield { text: joined(parts), end: begins, complete: true }
        parts = []
      }
      position += count
    }
    if (position > begins) yield { text: joined(parts), end: position, complete: false }
  } finally {
    disk.close(descriptor)
  }
}

const joined = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('utf8')
