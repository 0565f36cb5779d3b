/**
 * Moves a clock and runs everything due on the way at its own time, in slices, so that other requests are answered meanwhile.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import { type ClockState, realNow } from '../simulation/clock.ts'

/** The result of a move. */
export interface ClockMove {
  /** Number of events and acts that ran on the way. */
  readonly acts: number
  /** The target, when the move stopped before it. */
  readonly wanted: Instant | undefined
}

/** The clock to move, and its due work. */
export interface Movable {
  /** The next due time; undefined when nothing will be due. */
  readonly nextAt: Instant | undefined
  /** Runs the next due work. */
  performNext(): void
  setClock(state: ClockState): void
  /** True when the move must stop: the sandbox was reset, restored or removed. */
  isEnded(): boolean
}

/** Maximum number of acts in one move. */
export const MAX_ACTS = 300_000
/** Milliseconds of work in one slice. */
const SLICE = 30

/** Moves the clock. @param pause yields to the event loop */
export async function moveClock(
  movable: Movable,
  to: ClockState,
  pause: () => Promise<void>,
  most = MAX_ACTS,
): Promise<ClockMove> {
  let acts = 0
  let sliceEnds = realNow() + SLICE
  for (;;) {
    const at = movable.nextAt
    if (at === undefined || at > to.at) break
    if (acts >= most) {
      movable.setClock({ ...to, at: Math.max(at - 1, 0), real: realNow() })
      return { acts, wanted: to.at }
    }
    try {
      movable.performNext()
    } catch (error) {
      // The clock is frozen between slices; after an error it runs on from the time reached.
      movable.setClock({ ...to, at, real: realNow() })
      throw error
    }
    acts++
    if (realNow() < sliceEnds) continue
    movable.setClock({ at, real: realNow(), speed: 0 })
    await pause()
    if (movable.isEnded()) return { acts, wanted: to.at }
    sliceEnds = realNow() + SLICE
  }
  movable.setClock(acts === 0 ? to : { ...to, real: realNow() })
  return { acts, wanted: undefined }
}
