/** The log: readable on a terminal, NDJSON elsewhere. Tokens and secrets never reach it. */
import { writeSync } from 'node:fs'
import { codeOf } from '../base/caught-error.ts'
import { isoInstant } from '../base/instant.ts'
import { LOG_LEVELS, type LogLevel } from '../config/setting-table.ts'
import type { Entry } from '../journal/entry.ts'
import { realNow } from '../simulation/clock.ts'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import type { Log } from '../world/world.ts'

type Fields = Readonly<Record<string, unknown>>

const FLUSH_MS = 25
const FLUSH_BYTES = 32 * 1024
/** The characters that may wait for a slow reader, beside those being written; of more, the older half is lost. */
const MAX_WAITING = 1024 * 1024
/** How long the program waits for a slow reader, when it must have written; it does nothing else meanwhile. */
const MAX_WAIT_MS = 2000
const WAIT_STEP_MS = 5
const NEWLINE = 10

/** Lines as one text, which a slow reader takes in parts. */
interface LinesText {
  readonly bytes: Buffer
  writtenBytes: number
  /** Without its first line if that tells of lost ones. */
  readonly lineCount: number
  readonly lostBefore: number
}

/**
 * Buffers lines briefly: one write per request would cost more than the request. Lines that cannot be written, as when the disk is
 * full, are counted, and the next line that can be is about them.
 */
class BufferedLines {
  /** Lines that could not be written so far. */
  lost = 0
  readonly #lostLine: (count: number, error: string) => string
  #waiting: string[] = []
  #length = 0
  /** What is being written, before the lines that wait. */
  #text: LinesText | undefined
  #timer: NodeJS.Timeout | undefined
  /** The lost lines of which the log does not tell yet. */
  #untold = 0
  #error = ''
  #isTorn = false

  constructor(lostLine: (count: number, error: string) => string) {
    this.#lostLine = lostLine
  }

  add(line: string): void {
    this.#waiting.push(line)
    this.#length += line.length
    if (this.#text && this.#length > MAX_WAITING) this.#loseOlderHalf()
    if (this.#length > FLUSH_BYTES && !this.#text) this.flush(0)
    else this.#flushLater()
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => this.flush(0), FLUSH_MS).unref()
  }

  /** Writes what waits. Without time to wait for a slow reader, the rest is written later. */
  flush(maxWaitMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const wait = { leftMs: maxWaitMs }
    while (this.#text || this.#waiting.length > 0) {
      const text = (this.#text ??= this.#nextText())
      const error = writeOut(text, wait)
      if (error === BUSY && maxWaitMs === 0) {
        this.#flushLater()
        return
      }
      this.#text = undefined
      if (error === undefined) this.#isTorn = false
      else this.#loseText(text, error)
    }
  }

  #takeWaiting(): readonly string[] {
    const lines = this.#waiting
    this.#waiting = []
    this.#length = 0
    return lines
  }

  #nextText(): LinesText {
    const lostBefore = this.#untold
    const lines = this.#takeWaiting()
    const all = lostBefore > 0 ? [this.#lostLine(lostBefore, this.#error), ...lines] : lines
    this.#untold = 0
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${all.join('\n')}\n`)
    return { bytes, writtenBytes: 0, lineCount: lines.length, lostBefore }
  }

  /** Counts the lines that were not written as a whole. */
  #loseText({ bytes, writtenBytes: written, lineCount, lostBefore }: LinesText, error: string): void {
    const missing = bytes.subarray(written).toString('latin1').split('\n').length - 1
    if (missing > lineCount) this.#untold += lostBefore
    this.#lose(Math.min(missing, lineCount), error)
    if (written > 0) this.#isTorn = bytes[written - 1] !== NEWLINE
  }

  #loseOlderHalf(): void {
    const lost = this.#waiting.splice(0, Math.floor(this.#waiting.length / 2))
    for (const { length } of lost) this.#length -= length
    this.#lose(lost.length, BUSY)
  }

  #lose(count: number, error: string): void {
    this.lost += count
    this.#untold += count
    this.#error = error
  }
}

/** The error of a reader that takes nothing at the moment. */
const BUSY = 'EAGAIN'

/** Writes a text. A closed or slow reader and a full disk throw nothing: they leave bytes unwritten. @returns the reason */
function writeOut(text: LinesText, wait: { leftMs: number }): string | undefined {
  while (text.writtenBytes < text.bytes.length) {
    try {
      text.writtenBytes += writeSync(1, text.bytes, text.writtenBytes)
    } catch (thrown) {
      const error = codeOf(thrown) || String(thrown)
      if (error !== BUSY || wait.leftMs <= 0) return error
      wait.leftMs -= WAIT_STEP_MS
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_STEP_MS)
    }
  }
  return undefined
}

/** A log that can be flushed before the program exits. */
export interface ProgramLog extends Log {
  /** True for the human-readable format. */
  readonly pretty: boolean
  /** Writes a text unchanged. */
  say(text: string): void
  flush(): void
}

const LOST = 'lines of this log could not be written and are lost'

export function openLog(kind: 'auto' | 'pretty' | 'json' | 'off', level: LogLevel): ProgramLog {
  const pretty = kind === 'pretty' || (kind === 'auto' && process.stdout.isTTY === true)
  const lines = new BufferedLines((count, error) => {
    const fields = { lines: count, error }
    return pretty ? prettyLine('warn', LOST, fields) : jsonLine('warn', LOST, { ...tags, ...fields })
  })
  const threshold = LOG_LEVELS.indexOf(level)
  const wanted = (of: LogLevel): boolean => kind !== 'off' && LOG_LEVELS.indexOf(of) >= threshold
  let tags: Fields = {}
  const write = (of: LogLevel, message: string, fields: Fields = {}): void => {
    if (wanted(of)) lines.add(pretty ? prettyLine(of, message, fields) : jsonLine(of, message, { ...tags, ...fields }))
  }
  return {
    ...(wanted('debug') && { debug: (message, fields) => write('debug', message, fields) }),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    request: (sandbox, request) => {
      if (!wanted('info')) return
      const entry = request.entry()
      lines.add(
        pretty ? prettyRequest(sandbox, entry) : jsonLine('info', 'request', { ...tags, ...requestFields(sandbox, entry) }),
      )
    },
    tag: (fields) => {
      tags = fields
    },
    get lostLines() {
      return lines.lost
    },
    pretty,
    say: (text) => lines.add(text),
    flush: () => lines.flush(MAX_WAIT_MS),
  }
}

const jsonLine = (level: LogLevel, msg: string, fields: Fields): string =>
  JSON.stringify({ time: isoInstant(realNow()), level, msg, ...fields })

/** The fields of an entry in the log, besides sandbox, path and unread fields. */
const LOGGED = [
  ...(['id', 'method', 'operation', 'status', 'ms', 'client', 'refusal', 'hint', 'warnings'] as const),
  ...(['correlation', 'fault', 'networkFault', 'lostStatus'] as const),
]

function requestFields(sandbox: string, entry: Entry): Fields {
  const { target: path, unread } = entry
  const fields = Object.fromEntries(LOGGED.map((name) => [name, entry[name]]))
  return { sandbox, ...fields, path, ...(unread?.length && { unread }) }
}

/** Removes control characters, which could move the cursor or start a new line. */
const oneLine = (text: string): string =>
  text.replace(/\p{Cc}/gu, (char) => `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)

const colour = (code: number, text: string): string => `\x1b[${code}m${text}\x1b[0m`

function prettyLine(level: LogLevel, message: string, fields: Fields): string {
  const rest = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const mark = level === 'error' ? colour(31, 'error') : level === 'warn' ? colour(33, 'warn') : level
  return `${mark} ${message}${rest.length > 0 ? ` ${rest.join(' ')}` : ''}`
}

/** The status; a closed connection has none. */
function statusText({ status }: Entry): string {
  if (status === 0) return colour(31, 'cut')
  return colour(status >= 500 ? 31 : status >= 400 || status === 204 ? 33 : 32, String(status))
}

/** The faults that affected a request. */
function faultText({ fault, networkFault, lostStatus }: Entry): string | undefined {
  if (!fault) return undefined
  const how =
    networkFault === undefined
      ? ''
      : ` (${networkFault}${lostStatus === undefined ? '' : `; the answer would have been ${lostStatus}`})`
  return `fault: ${fault.join(', ')}${how}`
}

function prettyRequest(sandbox: string, entry: Entry): string {
  const { method, target, ms, operation, client, refusal, hint, warnings } = entry
  const code = statusText(entry)
  const where = sandbox === 'default' ? '' : ` @${sandbox}`
  const who = [operation, client].filter(Boolean).join(' by ')
  const unread = entry.unread?.length ? `nothing reads: ${entry.unread.join(', ')}` : undefined
  const called = entry.correlation && `the client calls it ${entry.correlation}`
  const more = [
    faultText(entry),
    refusal,
    unread,
    hint && `hint: ${hint}`,
    ...(warnings ?? []).map((text) => `warning: ${text}`),
    called,
  ].filter(Boolean)
  const notes = more.map((text) => `\n      ${colour(2, oneLine(String(text).trim()))}`).join('')
  return `${colour(2, isoInstant(realNow()).slice(11, 19))} ${code} ${method.padEnd(6)} ${oneLine(target)}${where} ${colour(2, `${who ? `${who} ` : ''}${ms} ms`)}${notes}`
}
