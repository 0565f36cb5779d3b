/**
 * The journal as it is written, as server-sent events.
 *
 * @module
 */
import type { Context } from 'hono'
import type { Entry, Journal } from '../http/journal.ts'

/** What is streamed. */
export interface Streamed {
  /** Entries after this id are sent first; by default none. */
  readonly since: number | undefined
  readonly matches: (entry: Entry) => boolean
  readonly shown: (entry: Entry) => unknown
}

/** A comment this often keeps the line open, and tells when the client is gone. */
const HEARTBEAT_MS = 15_000
/** How soon a client that lost the line should come back. */
const RETRY_MS = 1000

/**
 * Sends each new entry as it comes, until the client goes or the sandbox does. What waits to be sent is the journal itself:
 * a slow client costs nothing, and misses only what the journal has dropped by then.
 */
export async function streamJournal(c: Context, journal: Journal, { since, matches, shown }: Streamed): Promise<Response> {
  const { streamSSE } = await import('hono/streaming')
  // an id from before a restart is ahead of the ids there are: everything is new then
  let cursor = since === undefined ? journal.lastId : since > journal.lastId ? 0 : since
  return streamSSE(c, async (stream) => {
    const bell = new Bell()
    const silence = journal.listen(() => bell.ring())
    stream.onAbort(() => bell.ring())
    try {
      await stream.write(`: the journal from entry ${cursor + 1} on\nretry: ${RETRY_MS}\n\n`)
      while (!stream.aborted) {
        for (const entry of journal.entries(cursor)) {
          cursor = entry.id
          if (matches(entry)) await stream.writeSSE({ id: String(entry.id), data: JSON.stringify(shown(entry)) })
          if (stream.aborted) return
        }
        if (journal.ended) return
        if (!(await bell.rung(HEARTBEAT_MS))) await stream.write(': still here\n\n')
      }
    } finally {
      silence()
    }
  })
}

/** Rings for whoever waits, now or next. */
class Bell {
  #rings = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rings = true
    this.#wake?.()
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
