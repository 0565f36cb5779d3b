/**
 * A change log: one line a change, numbered, each with a checksum.
 *
 * @module
 */
import { crc32 } from 'node:zlib'
import { isObject } from '../row-shapes.ts'
import type { Change } from '../storage.ts'
import type { Disk } from './disk.ts'
import { readLines } from './read-lines.ts'
import { hex, StateFileError } from './state-file.ts'

/** What was found in a change log. */
export interface LogRead {
  /** The number of its last change, or that of the state before it. */
  readonly line: number
  /** Bytes of its complete lines. */
  readonly bytes: number
  /** True when its last line was not written to its end: it was never acknowledged. */
  readonly torn: boolean
}

/** One change as a line. */
export function lineOf(line: number, change: Change): Buffer {
  const text = JSON.stringify(change)
  return Buffer.from(`{"line":${line},"sum":"${hex(crc32(text))}","change":${text}}\n`)
}

const LINE = /^\{"line":(\d+),"sum":"([0-9a-f]{8})","change":(.*)\}$/

/**
 * Reads a change log.
 *
 * @param after changes up to this number are in the state already, and skipped
 * @param apply takes each change in turn; answers what is wrong with it
 * @throws StateFileError naming the first line that cannot be used
 */
export function readLog(disk: Disk, path: string, after: number, apply: (change: Change) => string | undefined): LogRead {
  let [line, bytes, count] = [after, 0, 0]
  const damaged = (problem: string): StateFileError => new StateFileError(`${path} is damaged: line ${count}${problem}`)
  for (const { text, end, complete } of readLines(disk, path)) {
    count++
    if (!complete) {
      // what a write left unfinished is the beginning of a line, not something else
      if (!isBeginning(text)) throw damaged(' is not the beginning of a change')
      return { line, bytes, torn: true }
    }
    const read = readLine(text)
    if (!read) throw damaged(' does not match its checksum')
    if (read.line > after) {
      if (read.line !== line + 1) throw damaged(` is not change ${line + 1}`)
      const problem = isObject(read.change) ? apply(read.change) : 'not a change'
      if (problem) throw damaged(`: ${problem}`)
      line = read.line
    }
    bytes = end
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

const BEGINNING = '{"line":'

/** True for what a write may leave of a line that it did not finish. */
export const isBeginning = (text: string): boolean =>
  !text.includes('\0') && (text.startsWith(BEGINNING) || BEGINNING.startsWith(text))
