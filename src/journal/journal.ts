/** The journal of requests: a ring buffer with limits on entries and bytes. */
import type { Entry } from './entry.ts'

/** A request as the journal keeps it. */
export interface KeptRequest {
  readonly id: number
  /** Bytes that count against the limit. */
  readonly bytes: number
  entry(): Entry
}

/** What a user does about dropped requests. */
export const MORE_JOURNAL = 'raise --journal'

export interface JournalLimits {
  readonly entries: number
  /** Maximum bytes for a journal of so many; asked for each entry, because sandboxes share the memory. */
  readonly bytes: (own: number) => number
}

/** The state of a stored journal. */
export interface JournalStart<K> {
  readonly kept: readonly K[]
  readonly lastId: number
  readonly dropped: number
  readonly cleared: number
}

/** @typeParam K the record of a request */
export class Journal<K extends KeptRequest = KeptRequest> {
  readonly #limits: JournalLimits
  readonly #onDrop: ((kept: K) => void) | undefined
  #kept: (K | undefined)[] = []
  #head = 0
  #bytes = 0
  #next = 1
  #dropped = 0
  #cleared = 0
  #ended = false
  readonly #listeners = new Set<() => void>()

  /** @param onDrop called with each dropped request */
  constructor(limits: JournalLimits, onDrop?: (kept: K) => void) {
    this.#limits = limits
    this.#onDrop = onDrop
  }

  /** Continues from a stored journal. */
  resume({ kept, lastId, dropped, cleared }: JournalStart<K>): void {
    this.#kept = [...kept]
    this.#head = 0
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#next = lastId + 1
    this.#dropped = dropped
    this.#cleared = cleared
  }

  get size(): number {
    return this.#kept.length - this.#head
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
    return this.#next++
  }

  /** The latest id; 0 before the first. */
  get lastId(): number {
    return this.#next - 1
  }

  /** True once no more entries will be added. */
  get ended(): boolean {
    return this.#ended
  }

  /** Calls back for each new entry and at the end. @returns a function that unsubscribes */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Ends the journal: no more entries will be added. */
  end(): void {
    this.#ended = true
    for (const listener of this.#listeners) listener()
  }

  /** Adds a finished request, which must not change any more; drops the oldest ones beyond the limits. */
  add(kept: K): void {
    this.#kept.push(kept)
    this.#bytes += kept.bytes
    const limit = this.#limits.bytes(this.#bytes)
    while (this.size > this.#limits.entries || this.#bytes > limit) this.#drop()
    if (this.#head > 1024 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head)
      this.#head = 0
    }
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  /** Entries after the one with id `since`, oldest first. */
  entries(since = 0): Entry[] {
    return this.kept(since).map((kept) => kept.entry())
  }

  /** The id of the oldest request; the next id when there is none. */
  get oldestId(): number {
    return this.#kept[this.#head]?.id ?? this.#next
  }

  /** The requests after the one with id `since`, oldest first. */
  kept(since = 0): readonly K[] {
    let from = this.#kept.length
    // Ids ascend, so new requests are at the end.
    while (from > this.#head && (this.#kept[from - 1]?.id ?? 0) > since) from--
    return this.#kept.slice(from).filter((kept) => kept !== undefined)
  }

  /** The request with this id; undefined when it has been dropped. */
  find(id: number): K | undefined {
    return this.#kept.find((kept) => kept?.id === id)
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
    this.#kept = []
    this.#head = 0
    this.#bytes = 0
    this.#dropped = 0
    return count
  }

  #drop(): void {
    const kept = this.#kept[this.#head]
    this.#kept[this.#head++] = undefined
    if (!kept) return
    this.#bytes -= kept.bytes
    this.#dropped++
    this.#onDrop?.(kept)
  }
}
