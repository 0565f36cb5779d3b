/**
 * The journal of requests: a ring, bounded in entries and bytes, secrets masked.
 *
 * @module
 */
import type { Entry } from './entry.ts'

/** A request as the journal keeps it. */
export interface KeptRequest {
  readonly id: number
  /** The bytes it is counted with. */
  readonly bytes: number
  /** Makes its entry. */
  entry(): Entry
}

export interface JournalLimits {
  readonly entries: number
  /** Bytes an entry may be added to at most; asked each time, because sandboxes share what there is. */
  readonly bytes: () => number
}

/** Where a journal goes on that was kept elsewhere before. */
export interface JournalStart<K> {
  readonly kept: readonly K[]
  /** The id that was given out last. */
  readonly lastId: number
  readonly dropped: number
}

/** @typeParam K what it keeps of a request */
export class Journal<K extends KeptRequest = KeptRequest> {
  readonly #limits: JournalLimits
  readonly #onDrop: ((kept: K) => void) | undefined
  #kept: (K | undefined)[] = []
  #head = 0
  #bytes = 0
  #next = 1
  #dropped = 0
  #ended = false
  readonly #listeners = new Set<() => void>()

  /** @param onDrop called with each request that has to make room */
  constructor(limits: JournalLimits, onDrop?: (kept: K) => void) {
    this.#limits = limits
    this.#onDrop = onDrop
  }

  /** Goes on with what another process has kept. */
  goOn({ kept, lastId, dropped }: JournalStart<K>): void {
    this.#kept = [...kept]
    this.#head = 0
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#next = lastId + 1
    this.#dropped = dropped
  }

  /** How many entries it holds. */
  get size(): number {
    return this.#kept.length - this.#head
  }

  /** How many entries had to make room. */
  get dropped(): number {
    return this.#dropped
  }

  get bytes(): number {
    return this.#bytes
  }

  nextId(): number {
    return this.#next++
  }

  /** The id of the oldest entry; above {@link lastId} when there is none. */
  get firstId(): number {
    return this.#kept[this.#head]?.id ?? this.#next
  }

  /** The id that was given out last; 0 before the first. */
  get lastId(): number {
    return this.#next - 1
  }

  /** True once no entries will be added any more. */
  get ended(): boolean {
    return this.#ended
  }

  /** Calls back at each new entry and at the end. @returns ends that */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** How many listen. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** No entries will be added any more. */
  end(): void {
    this.#ended = true
    for (const listener of this.#listeners) listener()
  }

  /** Adds a finished request; the oldest ones are dropped when it is too much. It must not change any more. */
  add(kept: K): void {
    this.#kept.push(kept)
    this.#bytes += kept.bytes
    const limit = this.#limits.bytes()
    while (this.size > this.#limits.entries || this.#bytes > limit) this.#drop()
    if (this.#head > 1024 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head)
      this.#head = 0
    }
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener()
  }

  /** What it holds now, oldest first. */
  kept(): readonly K[] {
    return this.#kept.slice(this.#head).filter((kept) => kept !== undefined)
  }

  /** Entries after the one with id `since`, oldest first. */
  entries(since = 0): Entry[] {
    return this.since(since).map((kept) => kept.entry())
  }

  /** The id of the oldest one that is kept; the next id where there is none. */
  get oldestId(): number {
    return this.#kept[this.#head]?.id ?? this.#next
  }

  /** The requests after the one with id `since`, oldest first. */
  since(since: number): readonly K[] {
    let from = this.#kept.length
    // ids grow: what is new stands at the end
    while (from > this.#head && (this.#kept[from - 1]?.id ?? 0) > since) from--
    return this.#kept.slice(from).filter((kept) => kept !== undefined)
  }

  /** The request with this id; undefined where it has been dropped. */
  find(id: number): K | undefined {
    return this.#kept.find((kept) => kept?.id === id)
  }

  /** Removes everything, the count of dropped entries too; ids are not used again. @returns how many entries there were */
  clear(): number {
    const count = this.size
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
