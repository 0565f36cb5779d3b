/** Judges the calls that the journal drops, so that a run longer than the journal is judged completely. */
import type { Instant } from '../base/instant.ts'
import type { SlicedWork } from '../base/sliced-work.ts'
import type { Exchange, Facts } from './exchange.ts'
import { fixedFacts } from './fixed-facts.ts'
import type { Judge } from './judge.ts'

const MAX_WAITING = 3000
/** Number of calls judged at once; more would delay the next request. */
const BATCH = 50
/** Number of characters kept of the form and of the response of a dropped call. */
const MAX_TEXT = 2000
/** Judging takes at most 1/50 of the time. Under more load, as in a load test, excess calls are not judged. */
const TIME_SHARE = 50
/** Maximum unused time that is saved, so that a burst is judged completely. */
const MAX_SAVED_MS = 500

export interface DroppedCall {
  entry(): Exchange
}

export class DroppedCalls {
  readonly #facts: () => Facts
  readonly #realNow: () => Instant
  #judge: Judge | undefined
  /** The steps of judging while the judge is full. */
  #steps: SlicedWork<void> | undefined
  #loading = false
  #waiting: DroppedCall[] = []
  #unjudged = 0
  /** Time that judging may take, and when it was last computed, by the machine's clock. */
  #savedMs = MAX_SAVED_MS
  #savedAt = 0

  /**
   * @param facts what the rules need to know, asked when calls are judged
   * @param realNow the machine's clock
   */
  constructor(facts: () => Facts, realNow: () => Instant) {
    this.#facts = facts
    this.#realNow = realNow
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Number of calls that were not judged, because too many came at once. */
  get unjudged(): number {
    return this.#unjudged
  }

  /** Continues after another process. @param dropped calls that its journal dropped; they count as not judged */
  resume(dropped: number): void {
    this.#unjudged = dropped
  }

  take(call: DroppedCall): void {
    this.#judgeWaiting()
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(call)
    else this.#unjudged++
    if (!this.#judge && !this.#loading) void this.#load()
  }

  /**
   * A judge with all dropped calls, for the caller to continue; undefined when nothing was dropped. Under load, some that came
   * meanwhile are still {@link waiting}: this judge has not seen them.
   */
  *judged(make: () => Judge): SlicedWork<Judge | undefined> {
    // Only those that wait now: under load, others follow as fast as these are judged.
    for (let left = this.#waiting.length; left > 0; ) {
      const before = this.#waiting.length
      this.#judgeNext((this.#judge ??= make()), Math.min(BATCH, left))
      left -= before - this.#waiting.length
      if (left > 0) yield
    }
    if (this.#judge && !this.#judge.isFull && this.#waiting.length <= BATCH) this.#judgeNext(this.#judge, this.#waiting.length)
    return this.#judge?.copy()
  }

  clear(): void {
    this.#judge = undefined
    this.#steps = undefined
    this.#waiting = []
    this.#unjudged = 0
    this.#loading = false
    this.#savedMs = MAX_SAVED_MS
  }

  async #load(): Promise<void> {
    this.#loading = true
    const { newJudge } = await import('./conformance.ts')
    if (this.#waiting.length > 0) this.#judge ??= newJudge()
    this.#loading = false
  }

  /** Judges a batch when it is complete and there is time, or does the next step of judging a part. */
  #judgeWaiting(): void {
    if (!this.#judge || (!this.#judge.isFull && this.#waiting.length < BATCH)) return
    const started = this.#realNow()
    const saved = Math.min(MAX_SAVED_MS, this.#savedMs + (started - this.#savedAt) / TIME_SHARE)
    this.#savedMs = saved
    this.#savedAt = started
    if (saved <= 0) return
    this.#judgeNext(this.#judge, BATCH)
    this.#savedMs = saved - (this.#realNow() - started)
  }

  /** Adds so many calls to the judge. When it is full, does the next step of judging them instead. */
  #judgeNext(judge: Judge, count: number): void {
    if (judge.isFull) {
      this.#steps ??= judge.judgeOlderHalf(fixedFacts(this.#facts()))
      if (this.#steps.next().done) this.#steps = undefined
      return
    }
    let taken = 0
    for (const call of this.#waiting.slice(0, count)) {
      if (judge.isFull) break
      const entry = call.entry()
      judge.take({ ...entry, response: shortText(entry.response), request: shortText(entry.request) })
      taken++
    }
    this.#waiting.splice(0, taken)
  }
}

/** A long text is cut, and gets a hash, so that equal texts stay equal. */
function shortText(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_TEXT) return text
  let mark = 0
  for (let index = MAX_TEXT; index < text.length; index++) mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0
  // A slice would keep the complete text in memory.
  return `${Buffer.from(text.slice(0, MAX_TEXT)).toString()}~${text.length}~${mark}`
}
