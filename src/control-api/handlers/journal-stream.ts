/**
 * Streams journal entries as server-sent events.
 *
 * @module
 */
/** Records with ascending ids. */
interface Source<R extends { readonly id: number }> {
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
/** Characters sent to one reader per second. */
const MAX_PER_SECOND = 1024 * 1024
const SECOND_MS = 1000

/**
 * Streams each new entry until the client disconnects or the sandbox ends. Entries are read from the source when they are sent,
 * so a slow client needs no buffer. Above 1 MB a second an event `skipped` names the ids that were left out; the client can
 * request them.
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
  const silence = source.listen(() => bell.ring())
  const wake = (): void => bell.ring()
  signal.addEventListener('abort', wake)
  const texts = textsOf(source)
  let sent = 0
  let windowStart = 0
  try {
    yield `: ${what} from entry ${cursor + 1} on\nretry: ${RETRY_MS}\n\n`
    while (!signal.aborted) {
      const now = Number(process.hrtime.bigint() / 1_000_000n)
      if (now - windowStart >= SECOND_MS) [windowStart, sent] = [now, 0]
      for (const entry of source.entries(cursor)) {
        if (sent > MAX_PER_SECOND) break
        cursor = entry.id
        if (!matches(entry)) continue
        const text = texts.of(entry, shown)
        sent += text.length
        yield `data: ${text}\nid: ${entry.id}\n\n`
        if (signal.aborted) return
      }
      if (sent > MAX_PER_SECOND) {
        await bell.silent(SECOND_MS, signal)
        if (source.lastId > cursor) {
          yield `event: skipped\ndata: ${JSON.stringify({ from: cursor + 1, to: source.lastId })}\n\n`
          cursor = source.lastId
        }
        continue
      }
      if (source.ended) return
      if (!(await bell.rung(HEARTBEAT_MS))) yield ': still here\n\n'
    }
  } finally {
    silence()
    signal.removeEventListener('abort', wake)
  }
}

/** A cache of the serialized latest records, shared by all readers of a source. */
class EntryTexts {
  readonly #texts = new Map<number, string>()

  of<R extends { readonly id: number }>(entry: R, shown: (entry: R) => unknown): string {
    const known = this.#texts.get(entry.id)
    if (known !== undefined) return known
    const text = JSON.stringify(shown(entry))
    this.#texts.set(entry.id, text)
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > MAX_TEXTS && oldest !== undefined) this.#texts.delete(oldest)
    return text
  }
}

const MAX_TEXTS = 50
const TEXTS = new WeakMap<object, EntryTexts>()

function textsOf(source: object): EntryTexts {
  const known = TEXTS.get(source)
  if (known) return known
  const texts = new EntryTexts()
  TEXTS.set(source, texts)
  return texts
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
