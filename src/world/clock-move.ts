/**
 * Moves of a clock past what is due: everything happens at its moment, in slices, so that others are answered meanwhile.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import { type ClockState, realNow } from '../simulation/clock.ts'

/** How a move went. */
export interface ClockMove {
  /** Events and acts that were performed on the way. */
  readonly acts: number
  /** Where the clock should have got to, if it stopped before. */
  readonly wanted: Instant | undefined
}

/** What is moved. */
export interface Movable {
  /** When something happens next; undefined when nothing ever will. */
  readonly nextAt: Instant | undefined
  /** Lets it happen. */
  performNext(): void
  setClock(state: ClockState): void
  /** True once there is nothing to move any more: the sandbox was reset, restored or removed. */
  isEnded(): boolean
}

/** One move performs at most so many. */
export const MAX_ACTS = 300_000
/** Milliseconds of work at a time. */
const SLICE = 30

/** Moves to a state of the clock. @param pause lets others do their work */
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
      // It stands still between slices: it runs on from where this failed.
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
