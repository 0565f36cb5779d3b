/**
 * One file with a whole state: `state.json`, and each snapshot beside it. JSON with one row a line and a checksum at its end.
 *
 * @module
 */
import { crc32 } from 'node:zlib'
import type { Instant } from '../../base/instant.ts'
import { collectionsProblem, headProblem, isObject } from '../row-shapes.ts'
import { COLLECTION_NAMES, type WorldState } from '../state.ts'
import { attempt, type Disk, rename, storageErrorOf, writeAll } from './disk.ts'

const FORMAT = 'understay state'
/** 1 was the format of 0.1.0: without a checksum, and with a change log that it does not name. */
const VERSION = 2
const CHUNK = 1024 * 1024

/** A state file that cannot be used. It is left as it is. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** What a state file says of itself. */
export interface StateFileHead {
  /** The number of the last change it contains. */
  readonly line: number
  /** The change log that continues it, a file beside it; undefined for snapshots and for files of 0.1.0. */
  readonly log?: string | undefined
  /** When it was taken, by the sandbox's clock; of a snapshot only. */
  readonly taken?: Instant | undefined
}

/** What a state file holds. */
export interface StateFile extends WorldState, StateFileHead {
  readonly version: number
}

/** The name a file has while it is written. */
export const temporaryOf = (folder: string, name: string): string => `${folder}/.${name}.new`

/** Files left behind by a write that did not come to its end, of this version or of 0.1.0. */
export const isTemporary = (name: string): boolean => /^\..+\.(?:new|tmp)$/.test(name)

/**
 * Writes a state file, whole or not at all.
 *
 * @param force forces it to the disk before it counts
 * @returns its size in bytes
 * @throws StorageError; the file before it is then still there
 */
export function writeState(
  disk: Disk,
  path: { readonly folder: string; readonly name: string },
  { seed, clock, counters, collections, ...head }: WorldState & StateFileHead,
  force: boolean,
): number {
  const target = `${path.folder}/${path.name}`
  const temporary = temporaryOf(path.folder, path.name)
  let descriptor: number | undefined
  try {
    descriptor = disk.open(temporary, 'w')
    const size = writeText(
      disk,
      descriptor,
      stateText({ format: FORMAT, version: VERSION, ...head, seed, clock, counters }, collections),
    )
    if (force) disk.sync(descriptor)
    const written = descriptor
    descriptor = undefined
    disk.close(written)
    rename(disk, temporary, target)
    return size
  } catch (error) {
    if (descriptor !== undefined) {
      const open = descriptor
      attempt(() => disk.close(open))
    }
    attempt(() => disk.remove(temporary))
    throw storageErrorOf(error, target)
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

/** Writes a text in parts, and its checksum after it. */
function writeText(disk: Disk, descriptor: number, parts: Iterable<string>): number {
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
    if (text.length >= CHUNK) flush()
  }
  flush()
  const end = Buffer.from(`,\n  "sum": "${hex(sum)}"\n}\n`)
  writeAll(disk, descriptor, end)
  return size + end.length
}

export const hex = (sum: number): string => sum.toString(16).padStart(8, '0')

/**
 * Reads a state file.
 *
 * @throws StateFileError naming the file and the first wrong field
 */
export function readState(disk: Disk, path: string): StateFile {
  const { value, sound } = readJson(disk, path)
  if (!isObject(value) || value['format'] !== FORMAT)
    throw new StateFileError(`${path} is not a state file: format is not "${FORMAT}"`)
  const version = value['version']
  if (typeof version === 'number' && version > VERSION)
    throw new StateFileError(`${path} was written by a newer version (format ${version}, this one reads ${VERSION})`)
  if (version !== VERSION && version !== 1)
    throw new StateFileError(`${path}: version should be ${VERSION}, not ${JSON.stringify(version)}`)
  const problem = fieldsProblem(value) ?? headProblem(value) ?? collectionsProblem(value['collections'])
  if (problem) throw damaged(path, problem)
  if (version === VERSION && !sound) throw damaged(path, 'its content does not match its checksum')
  return value as unknown as StateFile
}

const damaged = (path: string, problem: string): StateFileError => new StateFileError(`${path} is damaged: ${problem}`)

/** Above this a file is read row by row: its text is longer than a string can be. */
const WHOLE = 256 * 1024 * 1024

function readJson(disk: Disk, path: string): { readonly value: unknown; readonly sound: boolean } {
  try {
    const facts = disk.facts(path)
    if (!facts || facts.isFolder) throw new Error(facts ? 'it is a folder' : 'it is missing')
    return facts.size > WHOLE ? readRows(disk, path, facts.size) : readWhole(readBytes(disk, path, facts.size))
  } catch (error) {
    throw damaged(path, error instanceof Error ? error.message : String(error))
  }
}

function readBytes(disk: Disk, path: string, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  const descriptor = disk.open(path, 'r')
  try {
    let read = 0
    for (let count = 1; read < size && count > 0; read += count) count = disk.read(descriptor, bytes.subarray(read), read)
    return bytes.subarray(0, read)
  } finally {
    disk.close(descriptor)
  }
}

/** Bytes that the checksum and the end of the file take. */
const END = ',\n  "sum": "00000000"\n}\n'.length

function readWhole(bytes: Buffer): { readonly value: unknown; readonly sound: boolean } {
  const body = bytes.subarray(0, Math.max(bytes.length - END, 0))
  const end = bytes.subarray(body.length).toString('latin1')
  return { value: JSON.parse(bytes.toString('utf8')), sound: end === `,\n  "sum": "${hex(crc32(body))}"\n}\n` }
}

/** Reads a file of our own layout in parts: head, then the rows of each collection. */
function readRows(disk: Disk, path: string, size: number): { readonly value: unknown; readonly sound: boolean } {
  const descriptor = disk.open(path, 'r')
  const collections: Record<string, unknown[]> = {}
  let [head, rows, open, sum, position] = ['', '', '', 0, 0]
  const end = size - END
  const take = (line: string): void => {
    const begins = /^ {4}"(\w+)": \[(\]?),?$/.exec(line)
    if (begins) {
      open = begins[1] ?? ''
      collections[open] = []
    } else if (/^ {4}\],?$/.test(line)) flush()
    else if (line.startsWith('      ') && open !== '') {
      rows += line
      if (rows.length >= CHUNK) flush()
    } else if (open === '') head += line
  }
  const flush = (): void => {
    if (rows !== '') collections[open]?.push(...(JSON.parse(`[${rows.replace(/,\s*$/, '')}]`) as unknown[]))
    rows = ''
  }
  try {
    let rest = Buffer.alloc(0)
    const chunk = Buffer.alloc(CHUNK)
    while (position < end) {
      const count = disk.read(descriptor, chunk.subarray(0, Math.min(CHUNK, end - position)), position)
      if (count === 0) break
      const bytes = chunk.subarray(0, count)
      sum = crc32(bytes, sum)
      position += count
      rest = Buffer.concat([rest, bytes])
      let from = 0
      for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a, from)) {
        take(rest.subarray(from, at).toString('utf8'))
        from = at + 1
      }
      rest = rest.subarray(from)
    }
    const tail = Buffer.alloc(END)
    disk.read(descriptor, tail, end)
    const value: unknown = JSON.parse(`${head.replace(/"collections": \{\s*$/, '')}"collections": {}}`)
    const sound = tail.toString('latin1') === `,\n  "sum": "${hex(sum)}"\n}\n`
    return { value: isObject(value) ? { ...value, collections } : value, sound }
  } finally {
    disk.close(descriptor)
  }
}

function fieldsProblem({ line, log, version }: Readonly<Record<string, unknown>>): string | undefined {
  if (!Number.isSafeInteger(line)) return 'line should be a whole number'
  if (version === VERSION && log !== undefined && (typeof log !== 'string' || !LOG_NAME.test(log)))
    return 'log should be the name of a change log'
  return undefined
}

/** The names change logs have, with the number of the state they continue. */
export const LOG_NAME = /^changes-(\d+)\.ndjson$/
