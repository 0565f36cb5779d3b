/** A file with a complete state: `state.json`, or a snapshot. JSON with one row per line and a checksum at the end. */
import { crc32 } from 'node:zlib'
import { messageOf } from '../../base/caught-error.ts'
import type { Instant } from '../../base/instant.ts'
import { isJsonMap } from '../../base/json-map.ts'
import { STATE_FORMAT } from '../../base/state-format.ts'
import type { WorldState } from '../state.ts'
import { checkedState } from '../state-check.ts'
import { StorageError } from '../storage.ts'
import { type Disk, readLines } from './disk.ts'

/** Version 1 is the format of 0.1.0: without checksum and without the name of the change log. */
export const VERSION = 2

/** A state file that cannot be used. It is not changed. */
export class StateFileError extends StorageError {
  override readonly name = 'StateFileError'
  override readonly exitCode = 2
  override readonly advice = 'understay repair FOLDER tells what can be recovered'

  constructor(message: string) {
    super('damaged', message)
  }
}

export interface StateFile extends WorldState {
  readonly version: number
  /** The number of the last change it contains. */
  readonly line: number
  /** The file name of the change log that continues it; undefined for snapshots and for files of 0.1.0. */
  readonly log?: string | undefined
  /** The time of a snapshot, by the clock of the sandbox; undefined otherwise. */
  readonly taken?: Instant | undefined
  readonly origin?: Origin | undefined
}

/** What a world was made from, as text by setting: its fixtures, its seed. */
export type Origin = Readonly<Record<string, unknown>>

/** The path of a file while it is written. */
export const temporaryPath = (folder: string, name: string): string => `${folder}/.${name}.new`

/** True for the files of an interrupted write, of this version or of 0.1.0. */
export const isTemporary = (name: string): boolean => /^\..+\.(?:new|tmp)$/.test(name)

export const hex = (sum: number): string => sum.toString(16).padStart(8, '0')

/**
 * Reads a state file.
 *
 * @throws StateFileError naming the file and the first wrong field
 */
export function readState(disk: Disk, path: string): StateFile {
  const { value, sound } = readJson(disk, path)
  if (!isJsonMap(value) || value['format'] !== STATE_FORMAT)
    throw new StateFileError(`${path} is not a state file: format is not "${STATE_FORMAT}"`)
  const version = value['version']
  if (typeof version === 'number' && version > VERSION)
    throw new StorageError(
      'damaged',
      `${path} was written by a newer version (format ${version}, this one reads ${VERSION}); start that version, or restore a backup`,
    )
  if (version !== VERSION && version !== 1)
    throw new StateFileError(`${path}: version should be ${VERSION}, not ${JSON.stringify(version)}`)
  const head = stateFileHead(value, version)
  if (typeof head === 'string') throw damaged(path, head)
  const { state, problem } = checkedState(value)
  if (!state) throw damaged(path, problem)
  if (version === VERSION && !sound) throw damaged(path, 'its content does not match its checksum')
  return { ...state, ...head }
}

const damaged = (path: string, problem: string): StateFileError => new StateFileError(`${path} is damaged: ${problem}`)

/** Files above this size are read row by row, because their text exceeds the maximum length of a string. */
const MAX_STRING_BYTES = 256 * 1024 * 1024

function readJson(disk: Disk, path: string): { readonly value: unknown; readonly sound: boolean } {
  try {
    const facts = disk.stat(path)
    if (!facts || facts.isFolder) throw new Error(facts ? 'it is a folder' : 'it is missing')
    return facts.size > MAX_STRING_BYTES ? readRows(disk, path) : readWhole(readBytes(disk, path, facts.size))
  } catch (error) {
    if (error instanceof StorageError) throw error
    // the message of a syntax error quotes the file, which may be a foreign one
    if (error instanceof SyntaxError) throw damaged(path, 'it is not JSON, or is cut off')
    throw damaged(path, messageOf(error))
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

/** The end of a state file: its checksum. */
export const endOf = (sum: number): string => `,\n  "sum": "${hex(sum)}"\n}\n`

const END_BYTES = endOf(0).length
const END_OF_COLLECTIONS = '  },'
const ROW_INDENT = '      '
/** The line that begins the rows of a collection. */
export const LIST_BEGIN_LINE = /^ {4}"(\w+)": \[(\]?),?$/

function readWhole(bytes: Buffer): { readonly value: unknown; readonly sound: boolean } {
  const body = bytes.subarray(0, Math.max(bytes.length - END_BYTES, 0))
  const end = bytes.subarray(body.length).toString('latin1')
  return { value: JSON.parse(bytes.toString('utf8')), sound: end === endOf(crc32(body)) }
}

/** Reads a large file row by row. */
function readRows(disk: Disk, path: string): { readonly value: unknown; readonly sound: boolean } {
  const collections: Record<string, unknown[]> = {}
  let rows: unknown[] | undefined
  let [head, end, sum] = ['', '', 0]
  for (const { text } of readLines(disk, path)) {
    if (end !== '') end += `${text}\n`
    else if (text === END_OF_COLLECTIONS) end = ',\n'
    if (end === '') sum = crc32(`${text}\n`, sum)
    const [, name] = LIST_BEGIN_LINE.exec(text) ?? []
    if (name !== undefined) rows = collections[name] = []
    else if (rows && text.startsWith(ROW_INDENT)) rows.push(JSON.parse(text.replace(/,$/, '')))
    else if (!rows) head += text
  }
  const value: unknown = JSON.parse(`${head}}}`)
  return {
    value: isJsonMap(value) ? { ...value, collections } : value,
    sound: end === endOf(crc32(END_OF_COLLECTIONS.slice(0, -1), sum)),
  }
}

function stateFileHead({ line, log, taken, origin }: Readonly<Record<string, unknown>>, version: number) {
  if (typeof line !== 'number' || !Number.isSafeInteger(line)) return 'line should be a whole number'
  const isLogName = typeof log === 'string' && LOG_NAME.test(log)
  if (version === VERSION && log !== undefined && !isLogName) return 'log should be the name of a change log'
  return {
    version,
    line,
    log: isLogName ? log : undefined,
    taken: typeof taken === 'number' ? taken : undefined,
    origin: isJsonMap(origin) ? origin : undefined,
  }
}

/** File names of change logs, with the number of the state they continue. */
export const LOG_NAME = /^changes-(\d+)\.ndjson$/

/** That number; 0 for any other name. */
export const generationOf = (log: string): number => Number(LOG_NAME.exec(log)?.[1] ?? 0)
