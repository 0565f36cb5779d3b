/** The lock of a data folder: a kernel lock if the system has one, else a file that its owner touches every second. */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../base/caught-error.ts'
import { processExists } from '../../base/process-exists.ts'
import { UserError } from '../../base/user-error.ts'
import { realNow } from '../../simulation/clock.ts'
import { clearInterval, setInterval } from '../../simulation/machine-time.ts'
import { secretHex } from '../../simulation/randomness.ts'
import { makeDataFolder, NODE_DISK, tryQuietly } from './disk.ts'

const TOUCH_MS = 1000
/** A lock file without a kernel lock is stale when it was not touched for this time. */
const STALE_MS = 5000
/** Marks the file of a kernel lock. */
const KERNEL_MARK = 'flock'

/** The data folder cannot be used: another process uses it, or it is not writable. */
export class LockedError extends UserError {
  override readonly name = 'LockedError'
}

export interface FolderLock {
  /** True for a kernel lock: it is kept while the process is paused, and released when the process ends. */
  readonly byKernel: boolean
  /** False after the lock was lost. */
  isHeld(): boolean
  release(): void
}

/**
 * Locks a data folder, and creates the folder if it is missing.
 *
 * @throws LockedError naming the process that holds it
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, '.lock')
  try {
    makeDataFolder(folder)
    return kernelLock(path) ?? fileLock(path)
  } catch (error) {
    if (error instanceof InUseError)
      throw new LockedError(`${folder} is in use by ${describeHolder(path)}, or give this one another folder with --data`)
    throw new LockedError(
      `${folder} cannot be used as the data folder: ${messageOf(error)}; ${codeOf(error) === 'ENOSPC' ? 'make room on its disk, ' : ''}name another with --data, or keep nothing with --memory`,
    )
  }
}

/**
 * Requires that no process uses a data folder, without writing to it.
 *
 * @throws LockedError naming the process that uses it
 */
export function requireUnused(folder: string): void {
  const path = join(folder, '.lock')
  if (!statSync(path, { throwIfNoEntry: false })) return
  const descriptor = openSync(path, 'r')
  try {
    const isFree = process.platform === 'linux' ? flock(descriptor) : undefined
    if (isFree === true && isKernelLockFile(path)) return
    if (isFree !== false && !isAlive(path)) return
  } finally {
    closeSync(descriptor)
  }
  throw new LockedError(`${folder} is in use by ${describeHolder(path)} first`)
}

class InUseError extends Error {}

/**
 * A kernel lock on Linux: `flock` locks an inherited descriptor, and the lock is held until that is closed. Undefined without
 * `flock`.
 */
function kernelLock(path: string): FolderLock | undefined {
  if (process.platform !== 'linux') return undefined
  const descriptor = openSync(path, 'a+')
  try {
    const taken = flock(descriptor)
    if (taken === undefined) {
      closeSync(descriptor)
      return undefined
    }
    // a process without a kernel lock, or of version 0.1.0, touches the file while it runs
    if (!taken || (!isKernelLockFile(path) && isAlive(path))) throw new InUseError()
    if (NODE_DISK.stat(path)?.identity !== NODE_DISK.fstat(descriptor).identity) throw new InUseError()
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  const mine = `${process.pid}@${hostname()} ${secretHex(8)} ${KERNEL_MARK}\n`
  ftruncateSync(descriptor, 0)
  writeSync(descriptor, mine)
  const own = NODE_DISK.fstat(descriptor).identity
  return heldLock(path, () => NODE_DISK.stat(path)?.identity === own, descriptor)
}

/**
 * A lock that was taken. Its file is touched every second, and removed in the end.
 *
 * @param descriptor of a kernel lock
 */
function heldLock(path: string, isHeld: () => boolean, descriptor?: number): FolderLock {
  // where the folder is missing or cannot be read, the next write reports it
  const beat = setInterval(() => tryQuietly(() => isHeld() && touch(path)), TOUCH_MS)
  beat.unref()
  let isReleased = false
  const release = (): void => {
    // The number of a closed descriptor is that of another file before long.
    if (isReleased) return
    isReleased = true
    clearInterval(beat)
    // where the folder cannot be written to any more: a lock that nobody holds is taken over
    tryQuietly(() => isHeld() && rmSync(path, { force: true }))
    if (descriptor !== undefined) closeSync(descriptor)
  }
  return { byKernel: descriptor !== undefined, isHeld, release }
}

/** True when this process got the lock, false when another process has it; undefined without `flock`. */
function flock(descriptor: number): boolean | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  if (error || status === null || status > 1) return undefined
  return status === 0
}

/** A lock file that its owner touches every second. It is lost when the process is paused for 5 seconds. */
function fileLock(path: string): FolderLock {
  const mine = `${process.pid}@${hostname()} ${secretHex(8)}\n`
  if (!create(path, mine)) takeOver(path, mine)
  if (read(path) !== mine) throw new InUseError()
  return heldLock(path, () => read(path) === mine)
}

/** True when the file was created; false when it exists already. */
function create(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Replaces a stale file. If two processes do so at once, one finds the name of the other in it. */
function takeOver(path: string, mine: string): void {
  if (isAlive(path)) return
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, mine)
  renameSync(beside, path)
}

function touch(path: string): void {
  const now = realNow() / 1000
  utimesSync(path, now, now)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const isKernelLockFile = (path: string): boolean => read(path).trimEnd().endsWith(` ${KERNEL_MARK}`)

function holderOf(path: string): { readonly pid: number; readonly host: string } {
  const [pid, host = ''] = (read(path).split(' ')[0] ?? '').trim().split('@')
  return { pid: Number(pid), host }
}

/** Names the holder, and says how to end it. */
function describeHolder(path: string): string {
  const { pid, host } = holderOf(path)
  if (host !== hostname()) return `process ${pid} on ${host}; stop it`
  return pid === process.pid ? `another server of this process (${pid}); close it` : `process ${pid}; stop it`
}

/** True when the owner of a lock file still runs: it touches the file, and on this host its process exists. */
function isAlive(path: string): boolean {
  const { pid, host } = holderOf(path)
  if (host === '' || realNow() - modifiedAt(path) > STALE_MS) return false
  return host !== hostname() || processExists(pid)
}

function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
