/**
 * How long a client has had to react, whichever clock it lives by.
 *
 * The machine's clock is fair to a client that works by it while the sandbox's clock runs fast. Where a test moves the clock
 * in the place of waiting, hardly any time passes by the machine: a move counts then, but only from the first call that the
 * client made after the act. Before that call nothing of what happened during the move could be known.
 *
 * @module
 */
import type { Instant } from '../../base/instant.ts'

/** When something happened that a client has to react to. */
export interface Moment {
  /** By the sandbox's clock. */
  readonly at: Instant
  /** By the machine's clock. */
  readonly real: Instant
  /** The client's next call, shared by all that happened before it. */
  readonly call: NextCall
}

/** The next call of a client. */
interface NextCall {
  /** How far the clock had been moved at the call; undefined before it. */
  movedAt: number | undefined
}

/** Time that passes for a client. */
export class ClientTime {
  /** Milliseconds by which the clock was moved forward so far. */
  #moved = 0
  #nextCall: NextCall = { movedAt: undefined }

  /** Milliseconds by which the clock was moved forward so far, for another process that goes on. */
  get moved(): number {
    return this.#moved
  }

  /** Goes on with the time of another process. */
  goOn(moved: number): void {
    this.#moved = moved
  }

  /** A moment that another process has begun to measure. */
  again({ at, real, call: { movedAt } }: Moment): Moment {
    return { at, real, call: movedAt === undefined ? this.#nextCall : { movedAt } }
  }

  /** Begins to measure. */
  begin(at: Instant, real: Instant): Moment {
    return { at, real, call: this.#nextCall }
  }

  /** Notes that the sandbox's clock was moved. @param by milliseconds; backwards counts for nothing */
  clockMoved(by: number): void {
    this.#moved += Math.max(0, by)
  }

  /** Notes that a call was answered. */
  called(): void {
    this.#nextCall.movedAt = this.#moved
    this.#nextCall = { movedAt: undefined }
  }

  /** Milliseconds since a moment: by the sandbox's clock or by the client's own time, whichever is shorter. */
  since({ at, real, call: { movedAt } }: Moment, now: { readonly at: Instant; readonly real: Instant }): number {
    const slept = movedAt === undefined ? 0 : this.#moved - movedAt
    return Math.max(0, Math.min(now.at - at, now.real - real + slept))
  }
}
