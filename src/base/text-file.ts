/** The text of files, which must be UTF-8: a byte of another encoding would be replaced silently. */
import { orUndefined } from './caught-error.ts'
import { type FixtureProblem, fileProblem, type Place } from './file-error.ts'
import { readProblem } from './read-problem.ts'

/** A file that is not UTF-8, and where. */
class NotUtf8 extends Error implements Place {
  readonly line: number
  readonly column: number

  constructor(message: string, { line, column }: Place) {
    super(`${message}; save the file as UTF-8`)
    this.line = line
    this.column = column
  }
}

/** @throws an error that {@link unreadProblem} puts in words */
export function utf8Text(bytes: Buffer): string {
  if (isUtf16(bytes)) throw new NotUtf8('this is UTF-16', { line: 1, column: 1 })
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const how = COMPRESSED[bytes.toString('hex', 0, 2)]
  if (how !== undefined) throw new Error(`it is ${how}; unpack it, and name the file inside`)
  throw bytes.includes(0) ? new Error('it is binary, such as a picture; name a file of text') : firstBroken(bytes)
}

/** How a file is compressed that begins with these bytes. */
const COMPRESSED: Readonly<Record<string, string>> = { '1f8b': 'gzip', '504b': 'ZIP', '28b5': 'zstd' }

export const unreadProblem = (file: string, error: unknown): FixtureProblem =>
  error instanceof NotUtf8
    ? { file, line: error.line, column: error.column, field: '', message: error.message }
    : fileProblem(file, readProblem(error))

/** Every other byte of the first four is 0, or the first two are the mark of UTF-16. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0
  if (mark === 0xfffe || mark === 0xfeff) return true
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes
  return first === 0 ? second > 0 && third === 0 && fourth > 0 : second === 0 && third > 0 && fourth === 0
}

const isUtf8 = (bytes: Buffer): boolean =>
  orUndefined(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== undefined

const [NEW_LINE, REPLACEMENT] = [0x0a, '\uFFFD']

function firstBroken(bytes: Buffer): NotUtf8 {
  let [line, start] = [1, 0]
  for (;;) {
    const end = bytes.indexOf(NEW_LINE, start)
    const rest = bytes.subarray(start, end < 0 ? bytes.length : end)
    if (end < 0 || !isUtf8(rest)) return brokenIn(rest, line)
    line++
    start = end + 1
  }
}

function brokenIn(bytes: Buffer, line: number): NotUtf8 {
  const text = bytes.toString('utf8')
  let at = text.indexOf(REPLACEMENT)
  let before = Buffer.byteLength(text.slice(0, at))
  // the file may have this character itself
  while (bytes.subarray(before, before + 3).equals(Buffer.from(REPLACEMENT))) {
    const next = text.indexOf(REPLACEMENT, at + 1)
    before += Buffer.byteLength(text.slice(at, next))
    at = next
  }
  const byte = (bytes[before] ?? 0).toString(16).toUpperCase()
  return new NotUtf8(`not UTF-8 (the byte 0x${byte})`, { line, column: at + 1 })
}
