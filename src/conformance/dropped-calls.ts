/**
 * The calls that a journal had to drop: judged before they are lost, so that a run longer than the journal is judged whole.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Exchange, Facts } from './exchange.ts'
import type { Judge } from './judge.ts'

/** Calls kept until they are judged. */
const MOST_WAITING = 3000
/** Calls that are judged in one go: more would keep the next request waiting. */
const BATCH = 50
/** Characters of a form or an answer that rules are given of a dropped call. */
const MOST_TEXT = 2000
/**
 * Judging takes at most one part in so many of the time. Under more load than a client makes, such as a load test, the calls
 * that come too fast are not judged.
 */
const TIME_SHARE = 50
/** Time for judging that is saved up at most, so that a burst is judged whole. */
const MOST_SAVED_MS = 500

/** A call that makes its entry when it is asked. */
export interface DroppedCall {
  entry(): Exchange
}

export class DroppedCalls {
  readonly #facts: () => Facts
  readonly #realNow: () => Instant
  #judge: Judge | undefined
  #loading = false
  #waiting: DroppedCall[] = []
  #unjudged = 0
  /** Time that judging may take, and when that was reckoned by the machine's clock. */
  #savedMs = MOST_SAVED_MS
  #savedAt = 0

  /**
   * @param facts what the rules need to know, asked when calls are judged
   * @param realNow the machine's clock
   */
  constructor(facts: () => Facts, realNow: () => Instant) {
    this.#facts = facts
    this.#realNow = realNow
  }

  /** Calls that no rule has seen: so many came at once that they could not be kept. */
  get unjudged(): number {
    return this.#unjudged
  }

  /** Goes on after calls that another process has let go: no rule sees them any more. */
  goOn(dropped: number): void {
    this.#unjudged = dropped
  }

  /** Takes in a call that the journal drops. */
  take(call: DroppedCall): void {
    this.#judgeWaiting()
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(call)
    else this.#unjudged++
    if (!this.#judge && !this.#loading) void this.#load()
  }

  /** What was judged so far; undefined when nothing was dropped. */
  judged(make: () => Judge): Judge | undefined {
    if (this.#waiting.length > 0) this.#judgeNext((this.#judge ??= make()), this.#waiting.length)
    return this.#judge
  }

  /** Forgets everything. */
  clear(): void {
    this.#judge = undefined
    this.#waiting = []
    this.#unjudged = 0
    this.#loading = false
    this.#savedMs = MOST_SAVED_MS
  }

  async #load(): Promise<void> {
    this.#loading = true
    const { newJudge } = await import('./conformance.ts')
    if (this.#waiting.length > 0) this.#judge ??= newJudge()
    this.#loading = false
  }

  /** Judges a batch when there is one, and time for it. */
  #judgeWaiting(): void {
    if (!this.#judge || this.#waiting.length < BATCH) return
    const started = this.#realNow()
    const saved = Math.min(MOST_SAVED_MS, this.#savedMs + (started - this.#savedAt) / TIME_SHARE)
    this.#savedMs = saved
    this.#savedAt = started
    if (saved <= 0) return
    this.#judgeNext(this.#judge, BATCH)
    this.#savedMs = saved - (this.#realNow() - started)
  }

  #judgeNext(judge: Judge, count: number): void {
    const facts = this.#facts()
    for (const call of this.#waiting.splice(0, count)) judge.take(compact(call.entry()), facts)
  }
}

/** A call without what only a person would read: long texts are cut, with a mark by which equal ones are known. */
const compact = (call: Exchange): Exchange => ({ ...call, response: short(call.response), request: short(call.request) })

function short(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MOST_TEXT) return text
  let mark = 0
  for (let index = MOST_TEXT; index < text.length; index++) mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0
  // a slice would keep the whole text alive behind it
  return `${Buffer.from(text.slice(0, MOST_TEXT)).toString()}~${text.length}~${mark}`
}
