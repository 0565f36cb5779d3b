/**
 * The journal of requests: a ring, bounded in entries and bytes, secrets masked.
 *
 * @module
 */
import type { Subject } from '../api/subject.ts'
import type { Instant } from '../base/instant.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { Touched } from '../store/commit.ts'
import { headersLength, type KeptHeaders } from './kept-headers.ts'
import { cutBody } from './masking.ts'

export type { Touched } from '../store/commit.ts'

/** What happened to a call on its way, between client and service. */
export type EdgeKind =
  | 'delay'
  | 'status'
  | 'carried-out'
  | 'cut-before'
  | 'cut-after-commit'
  | 'truncated'
  | 'html'
  | 'empty'
  | 'extra-fields'

/** One request and what became of it. */
export interface Entry {
  /** Given when the entry is finished, so that a cursor misses none. */
  id: number
  /** When it came in, by the sandbox's clock. */
  readonly at: Instant
  /** When it came in, by the machine's clock: what waits are measured by, also where the sandbox's clock stands still. */
  readonly real: Instant
  readonly method: string
  /** Path and query as sent, secrets masked. */
  readonly target: string
  operation: string | undefined
  /** The values in the path, by parameter name, as they were sent. */
  path: Readonly<Record<string, string>> | undefined
  client: string | undefined
  /** The first characters of the token that was sent, by which calls with one token are known. */
  token: string | undefined
  /** The property the call was about, if its path or its booking session names one. */
  property: number | undefined
  /** Property, rooms, nights, booking and guest that the call is about. */
  subject: Subject | undefined
  session: string | undefined
  channel: string | undefined
  /** What the client calls the request: its `X-Request-Id` or `X-Correlation-Id`. */
  readonly correlation: string | undefined
  /** What the client was answered with; 0 for an answer that never came. */
  status: number
  /** Milliseconds it took, by the machine's clock. */
  ms: number
  /** The name of a refusal, and its text. A booking session also objects with status 200: such an answer has a text only. */
  refusalCode: RefusalCode | undefined
  refusal: string | undefined
  hint: string | undefined
  warnings: string[] | undefined
  /** What a scenario did to this call: `<scenario>/<n>`. */
  fault: readonly string[] | undefined
  /** Trouble on the way that the call met. */
  edge: EdgeKind | undefined
  /** The caller had hung up before the answer was sent. */
  gone: true | undefined
  /** The status of an answer that was made and then lost on the way; what it did has happened. */
  lost: number | undefined
  /** Form fields nothing read. */
  unread: readonly string[] | undefined
  /** Rows the request changed. */
  touched: Touched | undefined
  readonly requestHeaders: KeptHeaders
  responseHeaders: Readonly<Record<string, string>> | undefined
  request: string | undefined
  /** The answer's text, at most 64 KiB of it. */
  response: string | LargeAnswer | undefined
}

/**
 * A large answer as the journal keeps it: the value it was made of, which others share and nobody changes. Its text would
 * outlive most of the memory that is freed quickly, which costs a list of bookings a fourth of its speed.
 */
export class LargeAnswer {
  /** Characters of the text. */
  readonly length: number
  readonly #value: unknown

  constructor(value: unknown, length: number) {
    this.#value = value
    this.length = length
  }

  /** The text, where an entry is shown. */
  toJSON(): string {
    return cutBody(JSON.stringify(this.#value))
  }
}

export interface JournalLimits {
  readonly entries: number
  /** Bytes an entry may be added to at most; asked each time, because sandboxes share what there is. */
  readonly bytes: () => number
  /** Called with each entry that has to go. */
  readonly dropped?: (entry: Entry) => void
}

const ENTRY_COST = 400
const NO_TEXTS: readonly string[] = []

/** The bytes an entry is counted with: its bodies and a flat share for the rest. */
function costOf({ target, request, response, refusal, hint, warnings, unread, touched, requestHeaders }: Entry): number {
  let cost = ENTRY_COST + target.length + (request?.length ?? 0) + (response?.length ?? 0)
  cost += (refusal?.length ?? 0) + (hint?.length ?? 0) + headersLength(requestHeaders)
  for (const text of warnings ?? NO_TEXTS) cost += text.length
  for (const text of unread ?? NO_TEXTS) cost += text.length
  if (touched) for (const ids of Object.values(touched)) cost += 16 * ids.length
  return cost
}

/** An entry as it begins: what is known before anything happened. Its fields stand in one order, for speed. */
export function openEntry(
  of: Pick<Entry, 'at' | 'real' | 'method' | 'target' | 'session' | 'correlation' | 'requestHeaders'>,
): Entry {
  return {
    id: 0,
    at: of.at,
    real: of.real,
    method: of.method,
    target: of.target,
    operation: undefined,
    path: undefined,
    client: undefined,
    token: undefined,
    property: undefined,
    subject: undefined,
    session: of.session,
    channel: undefined,
    correlation: of.correlation,
    status: 0,
    ms: 0,
    refusalCode: undefined,
    refusal: undefined,
    hint: undefined,
    warnings: undefined,
    fault: undefined,
    edge: undefined,
    gone: undefined,
    lost: undefined,
    unread: undefined,
    touched: undefined,
    requestHeaders: of.requestHeaders,
    responseHeaders: undefined,
    request: undefined,
    response: undefined,
  }
}

export class Journal {
  readonly #limits: JournalLimits
  #entries: (Entry | undefined)[] = []
  #head = 0
  #bytes = 0
  #next = 1
  #dropped = 0
  #ended = false
  readonly #listeners = new Set<() => void>()

  constructor(limits: JournalLimits) {
    this.#limits = limits
  }

  /** How many entries had to go. */
  get dropped(): number {
    return this.#dropped
  }

  get bytes(): number {
    return this.#bytes
  }

  nextId(): number {
    return this.#next++
  }

  /** The id that was given out last; 0 before the first. */
  get lastId(): number {
    return this.#next - 1
  }

  /** True once nothing comes any more. */
  get ended(): boolean {
    return this.#ended
  }

  /** Calls back when there is a new entry, or there will be none any more. The answer ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How many listen. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** Nothing comes any more: whoever listens is told. */
  end(): void {
    this.#ended = true
    for (const listener of this.#listeners) listener()
  }

  /** Takes in a finished entry; the oldest ones go when it is too much. */
  add(entry: Entry): void {
    this.#entries.push(entry)
    this.#bytes += costOf(entry)
    const limit = this.#limits.bytes()
    while (this.#entries.length - this.#head > this.#limits.entries || this.#bytes > limit) this.#drop()
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  /** Entries after the one with id `since`, oldest first. */
  entries(since = 0): Entry[] {
    const entries: Entry[] = []
    for (let i = this.#head; i < this.#entries.length; i++) {
      const entry = this.#entries[i]
      if (entry && entry.id > since) entries.push(entry)
    }
    return entries
  }

  /** Forgets everything, the count of dropped entries too; ids go on. Answers how many entries there were. */
  clear(): number {
    const count = this.#entries.length - this.#head
    this.#entries = []
    this.#head = 0
    this.#bytes = 0
    this.#dropped = 0
    return count
  }

  #drop(): void {
    const entry = this.#entries[this.#head]
    this.#entries[this.#head++] = undefined
    if (!entry) return
    this.#bytes -= costOf(entry)
    this.#dropped++
    this.#limits.dropped?.(entry)
  }
}
