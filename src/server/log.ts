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

/**
 * Buffers lines briefly: one write per request would cost more than the request. Lines that cannot be written, as when the disk is
 * full, are counted, and the next line that can be is about them.
 */
class BufferedLines {
  /** Lines that could not be written so far. */
  lost = 0
  readonly #lostLine: (count: number, error: string) => string
  #waiting: string[] = []
  #bytes = 0
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
    this.#bytes += line.length
    if (this.#bytes > FLUSH_BYTES) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length === 0) return
    const lines = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    const told = this.#untold > 0 ? [this.#lostLine(this.#untold, this.#error)] : []
    const text = Buffer.from(`${this.#isTorn ? '\n' : ''}${[...told, ...lines].join('\n')}\n`)
    const { written, error } = writeOut(text)
    if (error === undefined) {
      this.#untold = 0
      this.#isTorn = false
    } else this.#lose(text, written, lines.length, error)
  }

  /** Counts the lines that were not written as a whole. @param own how many of them are not about lost ones */
  #lose(text: Buffer, written: number, own: number, error: string): void {
    const missing = text.subarray(written).toString('latin1').split('\n').length - 1
    const lost = Math.min(missing, own)
    this.lost += lost
    this.#untold = missing > own ? this.#untold + lost : lost
    this.#error = error
    if (written > 0) this.#isTorn = text[written - 1] !== NEWLINE
  }
}

const NEWLINE = 10

/** Writes a text. A closed or slow reader and a full disk throw nothing: they leave bytes unwritten, for the reason in `error`. */
function writeOut(text: Buffer): { readonly written: number; readonly error: string | undefined } {
  let tries = 0
  let written = 0
  while (written < text.length) {
    try {
      written += writeSync(1, text, written)
    } catch (thrown) {
      const error = codeOf(thrown) || String(thrown)
      if (error !== 'EAGAIN' || ++tries === 1000) return { written, error }
    }
  }
  return { written, error: undefined }
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
    flush: () => lines.flush(),
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
