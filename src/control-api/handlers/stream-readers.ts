/** The readers of streams of one source of records, which share its entries and their serialized events. */
import { type Masking, maskedJson } from '../../api/json-parts.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { LatestRecords } from '../../base/latest-records.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { clearTimeout, setTimeout } from '../../simulation/machine-time.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Records with ascending ids. */
export interface RecordSource<R extends { readonly id: number }>
  extends Pick<LatestRecords<R>, 'oldestId' | 'lastId' | 'ended' | 'listen'> {
  /** The kept records after an id, in order. */
  entries(since: number): readonly R[]
}

/** Characters sent per second to one reader, and to all of them: sending takes processor time from requests. */
const MAX_PER_SECOND = 1024 * 1024
const MAX_OF_ALL = 16 * MAX_PER_SECOND
/** Minimum interval between writes, and its increase per reader: entries that arrive in between share a write. */
const PAUSE_MS = 20
const PAUSE_PER_READER_MS = 2.5
/** Entries, and characters of their serialized events, kept for slower readers. */
const MAX_RECENT = 1000
const MAX_RECENT_TEXT = 8 * MAX_PER_SECOND

/** An entry and its serialized event, once a reader needed it. */
interface StreamedRecord<R> {
  readonly entry: R
  text: string | undefined
}

/** What one reader asks for. */
export interface EventQuery<R> {
  /** The id of the last entry already sent. */
  readonly after: number
  /** Limit in characters; the event that exceeds it is still included. */
  readonly maxLength: number
  readonly matches: (entry: R) => boolean
  readonly shown: (entry: R) => unknown
  readonly masking?: Masking | undefined
}

/**
 * The readers of a source. They are notified together, at an interval; the latest entries are created and serialized once for all.
 */
class StreamReaders<R extends { readonly id: number }> {
  readonly #source: RecordSource<R>
  readonly #signals = new Set<WakeSignal>()
  #unsubscribe: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #notifiedAt = 0
  /** {@link #entries} holds every entry after this id. */
  #from = 0
  #last = 0
  #entries: StreamedRecord<R>[] = []
  /** The text that was joined last, and the ids in it. */
  #joined = { ids: '', text: '' }

  constructor(source: RecordSource<R>) {
    this.#source = source
  }

  /** Sets a signal for new entries, and at the end. @returns a function that leaves */
  join(signal: WakeSignal): () => void {
    this.#signals.add(signal)
    this.#unsubscribe ??= this.#source.listen(() => this.#notifySoon())
    return () => {
      this.#signals.delete(signal)
      if (this.#signals.size > 0) return
      this.#unsubscribe?.()
      this.#unsubscribe = undefined
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#entries = []
      this.#last = this.#from = 0
    }
  }

  /** Characters sent to each reader per second. */
  get mostPerSecond(): number {
    return Math.min(MAX_PER_SECOND, MAX_OF_ALL / this.#signals.size)
  }

  #notifySoon(): void {
    const wait = this.#notifiedAt + PAUSE_MS + PAUSE_PER_READER_MS * this.#signals.size - steadyNow()
    if (wait <= 0 || this.#source.ended) this.#notify()
    else this.#timer ??= setTimeout(() => this.#notify(), wait).unref()
  }

  #notify(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#notifiedAt = steadyNow()
    this.#trim()
    for (const signal of this.#signals) signal.set()
  }

  /** Drops the oldest entries beyond the limits; for readers further behind, entries are created again. */
  #trim(): void {
    let size = 0
    let first = this.#entries.length
    while (first > 0 && this.#entries.length - first < MAX_RECENT && size < MAX_RECENT_TEXT)
      size += this.#entries[--first]?.text?.length ?? 0
    if (first === 0) return
    this.#from = this.#entries[first - 1]?.entry.id ?? this.#last
    this.#entries = this.#entries.slice(first)
  }

  /** Events for a reader, and the id of the last entry considered. */
  events({ after, maxLength, matches, shown, masking }: EventQuery<R>): { readonly text: string; readonly last: number } {
    const texts: string[] = []
    let [size, first, last] = [0, 0, after]
    for (const one of this.#after(after)) {
      if (size > maxLength) break
      last = one.entry.id
      if (!matches(one.entry)) continue
      one.text ??= `data: ${maskedJson(shown(one.entry), masking)}\nid: ${last}\n\n`
      size += one.text.length
      if (texts.push(one.text) === 1) first = last
    }
    if (texts.length === 0) return { text: '', last }
    // Without a gap, the first and last id identify the entries.
    const ids = texts.length === last - first + 1 ? `${first}-${last}` : ''
    if (ids === '' || ids !== this.#joined.ids) this.#joined = { ids, text: texts.join('') }
    return { text: this.#joined.text, last }
  }

  #after(id: number): readonly StreamedRecord<R>[] {
    // Entries before the first request are not created.
    if (this.#entries.length === 0) this.#from = this.#last = Math.max(id, this.#last)
    for (const entry of this.#source.entries(this.#last)) {
      this.#entries.push({ entry, text: undefined })
      this.#last = entry.id
    }
    if (id < this.#from) return this.#source.entries(id).map((entry) => ({ entry, text: undefined }))
    let first = this.#entries.length
    // Entries cleared from the source are not sent.
    const after = Math.max(id, this.#source.oldestId - 1)
    while (first > 0 && (this.#entries[first - 1]?.entry.id ?? 0) > after) first--
    return this.#entries.slice(first)
  }
}

const READERS = new WeakMap<object, unknown>()

export const streamReadersOf = <R extends { readonly id: number }>(source: RecordSource<R>): StreamReaders<R> =>
  getOrInsert(READERS, source, () => new StreamReaders(source)) as StreamReaders<R>
