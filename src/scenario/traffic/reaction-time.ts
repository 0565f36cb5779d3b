/**
 * The time that a client has had to react, by the sandbox's clock or the machine's.
 *
 * The machine's clock counts for a client that runs in real time while the sandbox's clock is fast. When a test moves the clock
 * instead of waiting, hardly any real time passes; then a move counts, but only from the first call of the client after the act,
 * because before that call the client could not know of it.
 */
import type { Instant } from '../../base/instant.ts'
import type { Happened } from '../../conformance/client-time.ts'

/** The time of an act that a client has to react to. */
export interface ActTime extends Happened {
  /** The next call of the client, shared by all acts before it. */
  readonly call: NextCall
}

interface NextCall {
  /** Milliseconds by which the clock had been moved at the call; undefined before it. */
  movedAt: number | undefined
}

export class ReactionTime {
  /** Milliseconds by which the clock was moved forward so far. */
  moved = 0
  #nextCall: NextCall = { movedAt: undefined }

  /** A stored moment, to continue measuring. */
  fromStored({ at, real, call: { movedAt } }: ActTime): ActTime {
    return { at, real, call: movedAt === undefined ? this.#nextCall : { movedAt } }
  }

  begin(at: Instant, real: Instant): ActTime {
    return { at, real, call: this.#nextCall }
  }

  /** Handles a move of the sandbox's clock. @param by milliseconds; moves back are ignored */
  clockMoved(by: number): void {
    this.moved += Math.max(0, by)
  }

  /** Handles an answered call. */
  called(): void {
    this.#nextCall.movedAt = this.moved
    this.#nextCall = { movedAt: undefined }
  }

  /** Milliseconds since a moment, by the sandbox's clock or the client's own time, whichever is shorter. */
  elapsed({ at, real, call: { movedAt } }: ActTime, now: Happened): number {
    const slept = movedAt === undefined ? 0 : this.moved - movedAt
    return Math.max(0, Math.min(now.at - at, now.real - real + slept))
  }
}
