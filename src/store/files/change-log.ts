/** A change log: one numbered line per change, each with a checksum. */
import { crc32 } from 'node:zlib'
import { isJsonMap } from '../../base/json-map.ts'
import type { Change } from '../storage.ts'
import { type Disk, readLines } from './disk.ts'
import { hex, StateFileError } from './state-file.ts'

export interface LogRead {
  /** The number of its last change, or that of the state before it. */
  readonly line: number
  /** The size of its complete lines, in bytes. */
  readonly bytes: number
  /** True when its last line is incomplete: that change was never acknowledged. */
  readonly torn: boolean
  /** True when the last change is whole, but not the end of its line: nothing can be added after it. */
  readonly unterminated?: boolean
}

export function lineOf(line: number, change: Change): Buffer {
  const text = JSON.stringify(change)
  return Buffer.from(`{"line":${line},"sum":"${hex(crc32(text))}","change":${text}}\n`)
}

// with s, because U+2028 and U+2029 in a text are line ends to a regular expression, not to JSON
const LINE = /^\{"line":(\d+),"sum":"([0-9a-f]{8})","change":(.*)\}$/s

/**
 * Reads a change log.
 *
 * @param after the number of the last change in the state; changes up to it are skipped
 * @param apply applies one change; returns its problem
 * @throws StateFileError naming the first invalid line
 */
export function readLog(disk: Disk, path: string, after: number, apply: (change: Change) => string | undefined): LogRead {
  let [line, bytes, count] = [after, 0, 0]
  const damaged = (problem: string): StateFileError => new StateFileError(`${path} is damaged: line ${count}${problem}`)
  for (const { text, end, complete } of readLines(disk, path)) {
    count++
    const read = complete ? readLine(text) : readUnterminated(text)
    if (!read && !complete) {
      // an interrupted write leaves the beginning of a line, nothing else
      if (!isPartialLine(text)) throw damaged(' is not the beginning of a change')
      return { line, bytes, torn: true }
    }
    if (!read) throw damaged(' does not match its checksum')
    if (read.line > after) {
      if (read.line !== line + 1) throw damaged(` is not change ${line + 1}`)
      const problem = isJsonMap(read.change) ? apply(read.change) : 'not a change'
      if (problem) throw damaged(`: ${problem}`)
      line = read.line
    }
    bytes = end
    if (!complete) return { line, bytes, torn: false, unterminated: true }
  }
  return { line, bytes, torn: false }
}

/** One line of a change log; undefined when it does not match its checksum. */
export function readLine(text: string): { readonly line: number; readonly change: Change } | undefined {
  const match = LINE.exec(text)
  if (!match) return undefined
  const [, line = '', sum, change = ''] = match
  return hex(crc32(change)) === sum ? { line: Number(line), change: JSON.parse(change) as Change } : undefined
}

/** The last line of a log that does not end with a line break: the break is missing, or another byte is in its place. */
export const readUnterminated = (text: string): ReturnType<typeof readLine> => readLine(text) ?? readLine(text.slice(0, -1))

const LINE_START = '{"line":'

/** True for a text that an interrupted write of a line can leave. */
export const isPartialLine = (text: string): boolean =>
  !text.includes('\0') && (text.startsWith(LINE_START) || LINE_START.startsWith(text))
