/** Records (journal entries, deliveries): their pages, and their stream as server-sent events. */
import { SECOND_MS } from '../../base/duration.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { type EventQuery, type RecordSource, streamReadersOf } from './stream-readers.ts'
import { WakeSignal } from './wake-signal.ts'

/** The first records after `since`, or the latest ones without it. */
export function limited<R extends { readonly id: number }>(records: readonly R[], since?: number, limit = records.length) {
  if (since === undefined) return records.slice(Math.max(0, records.length - limit))
  return records.filter(({ id }) => id > since).slice(0, limit)
}

interface StreamOptions<R> extends Pick<EventQuery<R>, 'matches' | 'shown' | 'masking'> {
  /** A plural noun for the records, for the first comment. */
  readonly what: string
  /** Sends the existing entries after this id first; by default only new entries. */
  readonly since: number | undefined
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** Interval of the comments that keep the connection open and detect a disconnected client. */
const HEARTBEAT_MS = 15_000
/** The reconnection time sent to the client. */
const RETRY_MS = 1000

/**
 * Streams each new entry until the client disconnects or the sandbox ends. Entries are read from the source when they are sent,
 * so a slow client needs no buffer. Above 1 MB a second (less with more than 16 readers) an event `skipped` names the ids that were
 * left out; the client can request them.
 */
export function recordEvents<R extends { readonly id: number }>(
  source: RecordSource<R>,
  streamed: StreamOptions<R>,
): AsyncIterable<string> {
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
  source: RecordSource<R>,
  { what, since, matches, shown, masking, signal }: StreamOptions<R>,
): AsyncGenerator<string, void> {
  // An id above the last one is from before a restart: all entries are new.
  let cursor = since === undefined ? source.lastId : since > source.lastId ? 0 : since
  const wakeSignal = new WakeSignal()
  const readers = streamReadersOf(source)
  const leave = readers.join(wakeSignal)
  const wake = (): void => wakeSignal.set()
  signal.addEventListener('abort', wake)
  let sent = 0
  let second = 0
  try {
    yield `: ${what} from entry ${cursor + 1} on\nretry: ${RETRY_MS}\n\n`
    while (!signal.aborted) {
      // All readers use the same seconds, so that they continue together and share entries.
      const now = steadyNow() / SECOND_MS
      if (Math.floor(now) > second) [second, sent] = [Math.floor(now), 0]
      const most = readers.mostPerSecond
      const { text, last } = readers.events({ after: cursor, maxLength: most - sent, matches, shown, masking })
      cursor = last
      sent += text.length
      if (text !== '') yield text
      if (signal.aborted) return
      if (sent > most) {
        const ends = (second + 1) * SECOND_MS
        while (!signal.aborted && steadyNow() < ends) await wakeSignal.wait(ends - steadyNow())
        if (source.lastId > cursor) {
          yield `event: skipped\ndata: ${JSON.stringify({ from: cursor + 1, to: source.lastId })}\n\n`
          cursor = source.lastId
        }
      } else {
        if (source.ended) return
        if (!(await wakeSignal.wait(HEARTBEAT_MS))) yield ': still here\n\n'
      }
    }
  } finally {
    leave()
    signal.removeEventListener('abort', wake)
  }
}
