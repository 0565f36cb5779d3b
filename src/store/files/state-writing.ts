/**
 * Writes state files, at once or in steps.
 *
 * @module
 */

import { crc32 } from 'node:zlib'
import { runAllSteps } from '../../base/steps.ts'
import { COLLECTION_NAMES, type WorldState } from '../state.ts'
import { type Disk, rename, storageErrorOf, tryQuietly, writeAll } from './disk.ts'
import type { FileSteps } from './rewriting.ts'
import { FORMAT, hex, type StateFileHead, temporaryPath, VERSION } from './state-file.ts'

/** Characters that are written at a time: a few milliseconds. */
const WRITE_CHUNK_LENGTH = 256 * 1024

interface StatePath {
  readonly folder: string
  readonly name: string
  /** Its name while it is written. */
  readonly temporary?: string
}

interface WriteOptions {
  /** Forces it to the disk: `at once`, or with a promise that is yielded (`aside`). */
  readonly force: 'at once' | 'aside' | false
  /** Called when it is written, before it takes the place of the existing file. */
  readonly beforeRename?: () => void
}

/**
 * Writes a state file atomically.
 *
 * @returns its size in bytes
 * @throws StorageError; an existing file is then unchanged
 */
export const writeState = (disk: Disk, path: StatePath, state: WorldState & StateFileHead, force: boolean): number =>
  runAllSteps(stateWriting(disk, path, state, { force: force && 'at once' }))

/** {@link writeState} in steps; ended before the last one, it has no effect. */
export function* stateWriting(
  disk: Disk,
  { folder, name, temporary: own }: StatePath,
  { seed, clock, counters, collections, ...head }: WorldState & StateFileHead,
  { force, beforeRename }: WriteOptions,
): FileSteps<number> {
  const target = `${folder}/${name}`
  const temporary = own === undefined ? temporaryPath(folder, name) : `${folder}/${own}`
  let descriptor: number | undefined
  let isDone = false
  try {
    descriptor = disk.open(temporary, 'w')
    yield undefined
    const size = yield* writeText(
      disk,
      descriptor,
      stateText({ format: FORMAT, version: VERSION, ...head, seed, clock, counters }, collections),
    )
    if (force === 'at once') disk.sync(descriptor)
    if (force === 'aside') yield disk.flush(descriptor)
    const written = descriptor
    descriptor = undefined
    disk.close(written)
    beforeRename?.()
    rename(disk, temporary, target)
    isDone = true
    return size
  } catch (error) {
    throw storageErrorOf(error, target)
  } finally {
    const open = descriptor
    if (open !== undefined) tryQuietly(() => disk.close(open))
    if (!isDone) tryQuietly(() => disk.remove(temporary))
  }
}

function* stateText(head: object, collections: WorldState['collections']): Generator<string> {
  yield '{\n'
  for (const [name, value] of Object.entries(head)) if (value !== undefined) yield `  "${name}": ${JSON.stringify(value)},\n`
  yield '  "collections": {\n'
  for (const [index, name] of COLLECTION_NAMES.entries()) {
    yield `${index > 0 ? ',\n' : ''}    "${name}": [`
    for (const [at, row] of collections[name].entries()) yield `${at > 0 ? ',' : ''}\n      ${JSON.stringify(row)}`
    yield collections[name].length > 0 ? '\n    ]' : ']'
  }
  yield '\n  }'
}

/** Writes a text in parts, followed by its checksum. */
function* writeText(disk: Disk, descriptor: number, parts: Iterable<string>): FileSteps<number> {
  let [text, sum, size] = ['', 0, 0]
  const flush = (): void => {
    const bytes = Buffer.from(text)
    text = ''
    sum = crc32(bytes, sum)
    size += bytes.length
    writeAll(disk, descriptor, bytes)
  }
  for (const part of parts) {
    text += part
    if (text.length < WRITE_CHUNK_LENGTH) continue
    flush()
    yield undefined
  }
  flush()
  yield undefined
  const end = Buffer.from(`,\n  "sum": "${hex(sum)}"\n}\n`)
  writeAll(disk, descriptor, end)
  return size + end.length
}
