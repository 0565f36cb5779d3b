/**
 * Streams journal entries as server-sent events.
 *
 * @module
 */
import { steadyNow } from '../../simulation/clock.ts'

/** Records with ascending ids. */
interface Source<R extends { readonly id: number }> {
  /** The id of the oldest record kept; above {@link lastId} when there is none. */
  readonly firstId: number
  readonly lastId: number
  /** True once there will be no more. */
  readonly ended: boolean
  /** The kept records after an id, in order. */
  entries(since: number): readonly R[]
  /** Calls back for each new record. @returns a function that unsubscribes */
  listen(listener: () => void): () => void
}

/** Options of a stream. */
interface Streamed<R> {
  /** A plural noun for the records, for messages. */
  readonly what: string
  /** Sends the existing entries after this id first; by default only new entries. */
  readonly since: number | undefined
  readonly matches: (entry: R) => boolean
  readonly shown: (entry: R) => unknown
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** Interval of the comments that keep the connection open and detect a disconnected client. */
const HEARTBEAT_MS = 15_000
/** The reconnection time sent to the client. */
const RETRY_MS = 1000
/** Characters sent per second to one reader, and to all of them: sending takes processor time from requests. */
const MAX_PER_SECOND = 1024 * 1024
const MAX_OF_ALL = 16 * MAX_PER_SECOND
const SECOND_MS = 1000
/** Minimum interval between writes, and its increase per reader: entries that arrive in between share a write. */
const PAUSE_MS = 20
const PAUSE_PER_READER_MS = 2.5
/** Entries, and characters of their serialized events, kept for slower readers. */
const MAX_RECENT = 1000
const MAX_RECENT_TEXT = 8 * MAX_PER_SECOND

/**
 * Streams each new entry until the client disconnects or the sandbox ends. Entries are read from the source when they are sent,
 * so a slow client needs no buffer. Above 1 MB a second (less with more than 16 readers) an event `skipped` names the ids that were
 * left out; the client can request them.
 */
export function recordEvents<R extends { readonly id: number }>(source: Source<R>, streamed: Streamed<R>): AsyncIterable<string> {
  const closed = new AbortController()
  const events = eventsUntil(source, { ...streamed, signal: AbortSignal.any([streamed.signal, closed.signal]) })
  const close = (): Promise<IteratorResult<string>> => {
    // Ends the wait for the next entry, so that the generator can return.
    closed.abort()
    return events.return(undefined)
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: close }) }
}

async function* eventsUntil<R extends { readonly id: number }>(
  source: Source<R>,
  { what, since, matches, shown, signal }: Streamed<R>,
): AsyncGenerator<string, void> {
  // An id above the last one is from before a restart: all entries are new.
  let cursor = since === undefined ? source.lastId : since > source.lastId ? 0 : since
  const bell = new Bell()
  const readers = readersOf(source)
  const leave = readers.join(bell)
  const wake = (): void => bell.ring()
  signal.addEventListener('abort', wake)
  let sent = 0
  let second = 0
  try {
    yield `: ${what} from entry ${cursor + 1} on\nretry: ${RETRY_MS}\n\n`
    while (!signal.aborted) {
      // all readers use the same seconds, so that they continue together and share entries
      const now = steadyNow() / SECOND_MS
      if (Math.floor(now) > second) [second, sent] = [Math.floor(now), 0]
      const most = readers.mostPerSecond
      const { text, last } = readers.events({ after: cursor, most: most - sent, matches, shown })
      cursor = last
      sent += text.length
      if (text !== '') yield text
      if (signal.aborted) return
      if (sent > most) {
        await bell.silent((second + 1 - now) * SECOND_MS, signal)
        if (source.lastId > cursor) {
          yield `event: skipped\ndata: ${JSON.stringify({ from: cursor + 1, to: source.lastId })}\n\n`
          cursor = source.lastId
        }
      } else {
        if (source.ended) return
        if (!(await bell.rung(HEARTBEAT_MS))) yield ': still here\n\n'
      }
    }
  } finally {
    leave()
    signal.removeEventListener('abort', wake)
  }
}

/** An entry and its serialized event, once a reader needed it. */
interface Streaming<R> {
  readonly entry: R
  text: string | undefined
}

/** A request of one reader for events. */
interface Asked<R> {
  /** The id of the last entry already sent. */
  readonly after: number
  /** Limit in characters; the event that exceeds it is still included. */
  readonly most: number
  readonly matches: (entry: R) => boolean
  readonly shown: (entry: R) => unknown
}

/**
 * The readers of a source. They are notified together, at an interval; the latest entries are created and serialized once for all.
 */
class Readers<R extends { readonly id: number }> {
  readonly #source: Source<R>
  readonly #bells = new Set<Bell>()
  #silence: (() => void) | undefined
  #telling: NodeJS.Timeout | undefined
  #told = 0
  /** {@link #entries} holds every entry after this id. */
  #from = 0
  #last = 0
  #entries: Streaming<R>[] = []
  /** The text that was joined last, and the ids in it. */
  #made = { ids: '', text: '' }

  constructor(source: Source<R>) {
    this.#source = source
  }

  /** Rings a bell for new entries, and at the end. @returns a function that leaves */
  join(bell: Bell): () => void {
    this.#bells.add(bell)
    this.#silence ??= this.#source.listen(() => this.#tellSoon())
    return () => {
      this.#bells.delete(bell)
      if (this.#bells.size > 0) return
      this.#silence?.()
      this.#silence = undefined
      clearTimeout(this.#telling)
      this.#telling = undefined
      this.#entries = []
      this.#last = this.#from = 0
    }
  }

  /** Characters sent to each reader per second. */
  get mostPerSecond(): number {
    return Math.min(MAX_PER_SECOND, MAX_OF_ALL / this.#bells.size)
  }

  #tellSoon(): void {
    const wait = this.#told + PAUSE_MS + PAUSE_PER_READER_MS * this.#bells.size - steadyNow()
    if (wait <= 0 || this.#source.ended) this.#tell()
    else this.#telling ??= setTimeout(() => this.#tell(), wait).unref()
  }

  #tell(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#told = steadyNow()
    this.#trim()
    for (const bell of this.#bells) bell.ring()
  }

  /** Drops the oldest entries beyond the limits; for readers further behind, entries are created again. */
  #trim(): void {
    let size = 0
    let first = this.#entries.length
    while (first > 0 && this.#entries.length - first < MAX_RECENT && size < MAX_RECENT_TEXT)
      size += this.#entries[--first]?.text?.length ?? 0
    if (first === 0) return
    this.#from = this.#entries[first - 1]?.entry.id ?? this.#last
    this.#entries = this.#entries.slice(first)
  }

  /** Events for a reader, and the id of the last entry considered. */
  events({ after, most, matches, shown }: Asked<R>): { readonly text: string; readonly last: number } {
    const texts: string[] = []
    let [size, first, last] = [0, 0, after]
    for (const one of this.#after(after)) {
      if (size > most) break
      last = one.entry.id
      if (!matches(one.entry)) continue
      one.text ??= `data: ${JSON.stringify(shown(one.entry))}\nid: ${last}\n\n`
      size += one.text.length
      if (texts.push(one.text) === 1) first = last
    }
    if (texts.length === 0) return { text: '', last }
    // without a gap, the first and last id identify the entries
    const ids = texts.length === last - first + 1 ? `${first}-${last}` : ''
    if (ids === '' || ids !== this.#made.ids) this.#made = { ids, text: texts.join('') }
    return { text: this.#made.text, last }
  }

  #after(id: number): readonly Streaming<R>[] {
    // entries before the first request are not created
    if (this.#entries.length === 0) this.#from = this.#last = Math.max(id, this.#last)
    for (const entry of this.#source.entries(this.#last)) {
      this.#entries.push({ entry, text: undefined })
      this.#last = entry.id
    }
    if (id < this.#from) return this.#source.entries(id).map((entry) => ({ entry, text: undefined }))
    let first = this.#entries.length
    // entries cleared from the source are not sent
    const after = Math.max(id, this.#source.firstId - 1)
    while (first > 0 && (this.#entries[first - 1]?.entry.id ?? 0) > after) first--
    return this.#entries.slice(first)
  }
}

const READERS = new WeakMap<object, unknown>()

function readersOf<R extends { readonly id: number }>(source: Source<R>): Readers<R> {
  const known = READERS.get(source) as Readers<R> | undefined
  if (known) return known
  const readers = new Readers(source)
  READERS.set(source, readers)
  return readers
}

/** Wakes the current waiter, or the next one. */
class Bell {
  #rings = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rings = true
    this.#wake?.()
  }

  /** Waits for a fixed time, or until the signal aborts. */
  async silent(milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      timer.unref()
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
  }

  /** Waits until `ring` is called; false on timeout. */
  async rung(milliseconds: number): Promise<boolean> {
    if (!this.#rings) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        timer.unref()
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    const rang = this.#rings
    this.#rings = false
    return rang
  }
}
