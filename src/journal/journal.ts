/** The journal of requests: a ring buffer with limits on entries and bytes. */
import { LatestRecords } from '../base/latest-records.ts'
import type { Commit } from '../store/commit.ts'
import type { Entry } from './entry.ts'

/** A request as the journal keeps it: one of this process, or a stored one of another process. */
export interface KeptRequest {
  readonly id: number
  /** Bytes that count against the limit. */
  readonly bytes: number
  /** Its commits; undefined when they are not kept. */
  readonly commits?: readonly Commit[] | undefined
  entry(): Entry
}

/** What a user does about dropped requests. */
export const MORE_JOURNAL = 'raise --journal'

interface JournalLimits {
  readonly entries: number
  /** Maximum bytes for a journal of so many; asked for each entry, because sandboxes share the memory. */
  readonly bytes: (own: number) => number
}

/** The state of a stored journal. */
interface JournalStart {
  readonly kept: readonly KeptRequest[]
  readonly lastId: number
  readonly dropped: number
  readonly cleared: number
}

export class Journal extends LatestRecords<KeptRequest> {
  readonly #limits: JournalLimits
  readonly #onDrop: ((kept: KeptRequest) => void) | undefined
  #bytes = 0
  #dropped = 0
  #cleared = 0

  /** @param onDrop called with each dropped request */
  constructor(limits: JournalLimits, onDrop?: (kept: KeptRequest) => void) {
    super()
    this.#limits = limits
    this.#onDrop = onDrop
  }

  /** Continues from a stored journal. */
  resume({ kept, lastId, dropped, cleared }: JournalStart): void {
    this.replace(kept)
    this.last = lastId
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#dropped = dropped
    this.#cleared = cleared
  }

  get dropped(): number {
    return this.#dropped
  }

  /** Number of entries that were cleared since the sandbox was last restarted. */
  get cleared(): number {
    return this.#cleared
  }

  get bytes(): number {
    return this.#bytes
  }

  nextId(): number {
    return ++this.last
  }

  /** Adds a finished request, which must not change any more; drops the oldest ones beyond the limits. */
  add(kept: KeptRequest): void {
    this.push(kept)
    this.#bytes += kept.bytes
    const limit = this.#limits.bytes(this.#bytes)
    while (this.size > this.#limits.entries || this.#bytes > limit) this.#drop()
    this.notify()
  }

  /** Entries after the one with id `since`, oldest first. */
  entries(since = 0): Entry[] {
    return this.kept(since).map((kept) => kept.entry())
  }

  /**
   * Removes all entries and resets the count of dropped ones; ids are not reused.
   *
   * @param isRestart true when nothing counts that came before
   * @param lost number of entries that never came into it, and count as well
   * @returns the number of removed entries
   */
  clear(isRestart = false, lost = 0): number {
    const count = this.size
    this.#cleared = isRestart ? 0 : this.#cleared + count + this.#dropped + lost
    this.replace([])
    this.#bytes = 0
    this.#dropped = 0
    return count
  }

  #drop(): void {
    const kept = this.shift()
    if (!kept) return
    this.#bytes -= kept.bytes
    this.#dropped++
    this.#onDrop?.(kept)
  }
}
