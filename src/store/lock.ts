/**
 * One process on one data folder.
 *
 * @module
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { secretHex } from '../sim/chance.ts'
import { realNow } from '../sim/clock.ts'

const BEAT_MS = 1000
/** A lock that has not been touched for so long is left over, whoever wrote it. */
const STALE_MS = 5000

/** The data folder cannot be had: it is in use, or may not be written. */
export class LockedError extends Error {
  override readonly name = 'LockedError'
}

/**
 * Takes the lock of a data folder, making the folder if need be.
 *
 * @returns lets the lock go
 * @throws LockedError naming the process that holds it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, '.lock')
  const mine = `${process.pid}@${hostname()} ${secretHex(8)}\n`
  try {
    mkdirSync(folder, { recursive: true })
    if (!create(path, mine)) takeOver(path, mine)
  } catch (error) {
    throw new LockedError(
      `${folder} cannot be used as the data folder: ${error instanceof Error ? error.message : String(error)}; name another with --data, or keep nothing with --memory`,
    )
  }
  if (read(path) !== mine)
    throw new LockedError(`${folder} is in use by ${describe(path)}; stop it, or give this one another --data folder`)
  const beat = setInterval(() => touch(path, mine), BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

/** True when the lock is ours now; false when there is one already. */
function create(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Puts our lock in the place of one that is left over. Of two that try at once, one finds the other's name in it. */
function takeOver(path: string, mine: string): void {
  if (isAlive(path)) return
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, mine)
  renameSync(beside, path)
}

function touch(path: string, mine: string): void {
  if (read(path) !== mine) return
  try {
    const now = realNow() / 1000
    utimesSync(path, now, now)
  } catch {
    // the folder was taken away; the next write will say so
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function holderOf(path: string): { readonly pid: number; readonly host: string } {
  const [pid, host = ''] = (read(path).split(' ')[0] ?? '').trim().split('@')
  return { pid: Number(pid), host }
}

function describe(path: string): string {
  const { pid, host } = holderOf(path)
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
}

/** True when whoever wrote the lock still runs: its heart beats, and on this host its process is there. */
function isAlive(path: string): boolean {
  const { pid, host } = holderOf(path)
  if (realNow() - modified(path) > STALE_MS) return false
  if (host !== hostname() || pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function modified(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
