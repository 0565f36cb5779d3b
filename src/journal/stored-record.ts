/** Journal entries as text in the storage. */
import type { Commit } from '../store/commit.ts'
import { type Entry, entryOf } from './entry.ts'
import type { KeptRequest } from './journal.ts'

/** A request of this process, or a stored one of another process. */
export interface JournalRecord extends KeptRequest {
  /** Its commits; undefined when they are not kept. */
  readonly commits: readonly Commit[] | undefined
}

/** Bytes that an entry counts, besides its text. */
const BASE_COST = 200

/** An entry kept as text and parsed on demand. */
export class StoredRecord implements JournalRecord {
  readonly id: number
  /** Commits are not stored. */
  readonly commits = undefined
  readonly #text: string

  constructor(id: number, text: string) {
    this.id = id
    this.#text = text
  }

  get bytes(): number {
    return BASE_COST + this.#text.length
  }

  entry(): Entry {
    return entryOf(JSON.parse(this.#text))
  }
}

export const storedEntry = (kept: KeptRequest): string => JSON.stringify(kept.entry())
