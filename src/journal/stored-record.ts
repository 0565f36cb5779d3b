/**
 * Entries as they are stored for whichever process answers next.
 *
 * @module
 */
import type { Commit } from '../store/commit.ts'
import { type Entry, entryOf } from './entry.ts'
import type { KeptRequest } from './journal.ts'

/** A request of this process, or one that another process has kept. */
export interface JournalRecord extends KeptRequest {
  /** What it has committed; undefined where that is not kept. */
  readonly commits: readonly Commit[] | undefined
}

/** Bytes an entry is counted with beside its text. */
const BASE_COST = 200

/** An entry of which the text is kept; it is read when somebody asks for it. */
export class StoredRecord implements JournalRecord {
  readonly id: number
  /** What it committed is not kept. */
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

/** The text of an entry. */
export const storedEntry = (kept: KeptRequest): string => JSON.stringify(kept.entry())
