/** Journal entries as text in the storage. */
import { type Entry, entryOf } from './entry.ts'
import type { KeptRequest } from './journal.ts'

/** Bytes that an entry counts, besides its text. */
const BASE_COST = 200

/** An entry kept as text and parsed on demand, without its commits. */
export class StoredRecord implements KeptRequest {
  readonly id: number
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
