/**
 * The moves of the sandbox's clock by a test. A client could not act during a move, so rules do not count it as time that the
 * client has let pass before its next call.
 */
import type { Instant } from '../base/instant.ts'
import type { Progress } from '../store/progress.ts'

/** A part of the sandbox's time that a move has skipped. */
interface MovedSpan {
  readonly from: Instant
  readonly to: Instant
}

/** The key of the stored spans. */
const MOVES = 'moves'
/** Maximum number of kept spans; the oldest are removed. Moves of a frozen clock are one span. */
const MAX_SPANS = 1000

export class ClockMoves {
  readonly #progress: Progress
  #spans: readonly MovedSpan[]

  constructor(progress: Progress) {
    this.#progress = progress
    this.#spans = progress.get<readonly MovedSpan[]>(MOVES) ?? []
  }

  /** In their order. */
  get spans(): readonly MovedSpan[] {
    return this.#spans
  }

  /** Adds a move; one backwards skips nothing. */
  add(from: Instant, to: Instant): void {
    if (to <= from) return
    const last = this.#spans.at(-1)
    const isNext = last !== undefined && last.to === from
    const others = isNext ? this.#spans.slice(0, -1) : this.#spans.slice(1 - MAX_SPANS)
    this.#set([...others, { from: isNext ? last.from : from, to }])
  }

  /** Removes what is after a time: the clock was set back to it. */
  rewind(now: Instant): void {
    this.#set(this.#spans.flatMap(({ from, to }) => (from < now ? [{ from, to: Math.min(to, now) }] : [])))
  }

  #set(spans: readonly MovedSpan[]): void {
    this.#spans = spans
    this.#progress.set(MOVES, spans)
  }
}
