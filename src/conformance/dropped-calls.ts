/**
 * The calls that a journal had to drop: judged as they go, so that a run longer than the journal is judged whole.
 *
 * @module
 */
import { connectionOf, noteConnection } from '../base/connection.ts'
import type { Exchange, Facts } from './exchange.ts'
import type { Judge } from './judge.ts'

/** Calls kept until the rules are loaded, which happens when the first of them goes. */
const MOST_WAITING = 20_000
/** Characters of a form or an answer that rules are given of a dropped call. */
const MOST_TEXT = 2000

export class DroppedCalls {
  readonly #facts: () => Facts
  #judge: Judge | undefined
  #loading = false
  #waiting: Exchange[] = []
  #unjudged = 0

  /** @param facts what the rules need to know, asked when calls are judged */
  constructor(facts: () => Facts) {
    this.#facts = facts
  }

  /** Calls that no rule has seen: so many came at once that they could not be kept. */
  get unjudged(): number {
    return this.#unjudged
  }

  /** Takes in a call that the journal drops. */
  take(call: Exchange): void {
    if (this.#judge) {
      this.#judge.take(compact(call), this.#facts())
      return
    }
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(compact(call))
    else this.#unjudged++
    if (!this.#loading) void this.#load()
  }

  /** What was judged so far; undefined when nothing was dropped. */
  judged(make: () => Judge): Judge | undefined {
    if (!this.#judge && this.#waiting.length > 0) this.#begin(make())
    return this.#judge
  }

  /** Forgets everything. */
  clear(): void {
    this.#judge = undefined
    this.#waiting = []
    this.#unjudged = 0
    this.#loading = false
  }

  async #load(): Promise<void> {
    this.#loading = true
    const { newJudge } = await import('./conformance.ts')
    if (!this.#judge && this.#waiting.length > 0) this.#begin(newJudge())
    this.#loading = false
  }

  #begin(judge: Judge): void {
    this.#judge = judge
    const facts = this.#facts()
    for (const call of this.#waiting) judge.take(call, facts)
    this.#waiting = []
  }
}

/** A call without what only a person would read: long texts are cut, with a mark by which equal ones are known. */
function compact(call: Exchange): Exchange {
  const { response, request } = call
  const answer = typeof response === 'string' || response === undefined ? response : response.toJSON()
  const kept = { ...call, response: short(answer), request: short(request) }
  noteConnection(kept, connectionOf(call))
  return kept
}

function short(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MOST_TEXT) return text
  let mark = 0
  for (let index = MOST_TEXT; index < text.length; index++) mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0
  // a slice would keep the whole text alive behind it
  return `${Buffer.from(text.slice(0, MOST_TEXT)).toString()}~${text.length}~${mark}`
}
