/**
 * The recorded exchanges: what was sent to the newest public release, in order, and what it answered.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

/** Which of the exchanges can be compared with what. */
export type Kind = 'plain' | '2017' | 'states' | 'crash' | 'no-such-pattern' | 'other-settings'

/** An answer as it was recorded. Long texts, lists and maps are shortened, see `compare.ts`. */
export interface RecordedAnswer {
  readonly status: number
  /** The content type; null where there was none. */
  readonly type: string | null
  readonly body: unknown
}

export interface Exchange {
  readonly case: string
  /** 1 or 2: the world was made anew before each run. */
  readonly run: 1 | 2
  readonly kind: Kind
  /** Belongs to the booking session. */
  readonly session?: true
  readonly method: string
  /** May hold `<token of client NAME>`. */
  readonly path: string
  /** The client whose token is sent. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: readonly (readonly [string, string])[]
  /** A body that is no form. */
  readonly body?: string
  /** Absent where the answer is not on record; the request counts all the same, because it may change the world. */
  readonly answer?: RecordedAnswer
}

/** Every exchange, in the order in which they were made. */
export function readExchanges(): readonly Exchange[] {
  const text = readFileSync(new URL('./exchanges.ndjson', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
}
