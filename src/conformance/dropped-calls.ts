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
/** Characters of a form or an answer that rules are given of a dropped call. */
const MOST_TEXT = 2000
/**
 * Judging takes at most one part in so many of the time. Under more load than a client makes, such as a load test, the calls
 * that come too fast are not judged.
 */
const TIME_SHARE = 50

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
  /** When calls may be judged again, by the machine's clock. */
  #judgeAgainAt = 0

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

  /** Takes in a call that the journal drops. */
  take(call: DroppedCall): void {
    if (this.#waiting.length >= MOST_WAITING) this.#judgeWaiting()
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(call)
    else this.#unjudged++
    if (!this.#judge && !this.#loading) void this.#load()
  }

  /** What was judged so far; undefined when nothing was dropped. */
  judged(make: () => Judge): Judge | undefined {
    if (this.#waiting.length > 0) this.#judgeAll((this.#judge ??= make()))
    return this.#judge
  }

  /** Forgets everything. */
  clear(): void {
    this.#judge = undefined
    this.#waiting = []
    this.#unjudged = 0
    this.#loading = false
    this.#judgeAgainAt = 0
  }

  async #load(): Promise<void> {
    this.#loading = true
    const { newJudge } = await import('./conformance.ts')
    if (this.#waiting.length > 0) this.#judge ??= newJudge()
    this.#loading = false
  }

  #judgeWaiting(): void {
    const started = this.#realNow()
    if (!this.#judge || started < this.#judgeAgainAt) return
    this.#judgeAll(this.#judge)
    const ended = this.#realNow()
    this.#judgeAgainAt = ended + TIME_SHARE * (ended - started)
  }

  #judgeAll(judge: Judge): void {
    const facts = this.#facts()
    for (const call of this.#waiting) judge.take(compact(call.entry()), facts)
    this.#waiting = []
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
