/**
 * The journal as it is written, as server-sent events.
 *
 * @module
 */
/** Records that are numbered in the order in which they come. */
interface Source<R extends { readonly id: number }> {
  readonly lastId: number
  /** True once there will be no more. */
  readonly ended: boolean
  /** Those kept after an id, in order. */
  entries(since: number): readonly R[]
  /** Calls back at each new one. @returns ends that */
  listen(listener: () => void): () => void
}

/** What is streamed. */
interface Streamed<R> {
  /** What the records are, in words. */
  readonly what: string
  /** Entries after this id are sent first; by default none. */
  readonly since: number | undefined
  readonly matches: (entry: R) => boolean
  readonly shown: (entry: R) => unknown
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
}

/** A comment this often keeps the line open, and shows when the client is gone. */
const HEARTBEAT_MS = 15_000
/** How soon a client that lost the line should come back. */
const RETRY_MS = 1000
/** Characters that one reader is sent in a second. */
const MAX_PER_SECOND = 1024 * 1024
const SECOND_MS = 1000

/**
 * Each new entry as it comes, until the client goes or the sandbox does. What waits to be sent is the source itself: a slow
 * client costs nothing. A reader that would get more than 1 MB in a second is told by an event `skipped` which ids it was not
 * sent; it can ask for them.
 */
export function recordEvents<R extends { readonly id: number }>(source: Source<R>, streamed: Streamed<R>): AsyncIterable<string> {
  const closed = new AbortController()
  const events = eventsUntil(source, { ...streamed, signal: AbortSignal.any([streamed.signal, closed.signal]) })
  const close = (): Promise<IteratorResult<string>> => {
    // The generator may be waiting for an entry, which has to end first.
    closed.abort()
    return events.return(undefined)
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: close }) }
}

async function* eventsUntil<R extends { readonly id: number }>(
  source: Source<R>,
  { what, since, matches, shown, signal }: Streamed<R>,
): AsyncGenerator<string, void> {
  // an id from before a restart is ahead of the ids there are: everything is new then
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

/** The texts of the latest records of a source, which all its readers are sent. */
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

/** Rings for whoever waits, now or next. */
class Bell {
  #rings = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rings = true
    this.#wake?.()
  }

  /** Waits for a time whatever rings, unless the signal aborts. */
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

  /** Waits for a ring; false when there was none for so long. */
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
