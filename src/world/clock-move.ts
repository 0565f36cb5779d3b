/**
 * Moves a clock and runs everything due in between at its own time, in slices, so that other requests are answered meanwhile.
 */
import type { Instant } from '../base/instant.ts'
import { type ClockState, realNow, steadyNow } from '../simulation/clock.ts'

export interface ClockMove {
  /** Number of events and acts that ran in between. */
  readonly acts: number
  /** The target, when the move stopped before it. */
  readonly wanted: Instant | undefined
}

interface DueWork {
  /** The next due time; undefined when nothing will be due. */
  readonly nextAt: Instant | undefined
  performNext(): void
}

export interface Movable extends DueWork {
  setClock(state: ClockState): void
  /** Stops the clock at `state.at` until it is set again. What is stored is `state`, a clock that runs. */
  holdClock(state: ClockState): void
  /** True when the move must stop: the sandbox was reset, restored or removed. */
  isEnded(): boolean
}

/** Maximum time of work in one move, in milliseconds. */
const MAX_WORK_MS = 300_000
/** Milliseconds of work in one slice. */
export const MOVE_SLICE_MS = 15

/**
 * Runs work that is due by a time, for one slice.
 *
 * @param reaches called with the due time of each act before it
 * @returns the number of acts; at least one where any is due
 */
export function performSlice(work: DueWork, until: Instant, reaches?: (at: Instant) => void): number {
  const ends = steadyNow() + MOVE_SLICE_MS
  let acts = 0
  for (let at = work.nextAt; at !== undefined && at <= until; at = work.nextAt) {
    reaches?.(at)
    work.performNext()
    acts++
    if (steadyNow() >= ends) break
  }
  return acts
}

export const isDue = ({ nextAt }: DueWork, by: Instant): boolean => nextAt !== undefined && nextAt <= by

/**
 * Moves the clock.
 *
 * @param pause yields to the event loop
 * @param most milliseconds of work, after which the move stops
 */
export async function moveClock(
  movable: Movable,
  to: ClockState,
  pause: () => Promise<void>,
  most = MAX_WORK_MS,
): Promise<ClockMove> {
  let [acts, worked] = [0, 0]
  while (isDue(movable, to.at)) {
    if (worked >= most) {
      movable.setClock({ ...to, at: Math.max((movable.nextAt ?? 0) - 1, 0), real: realNow() })
      return { acts, wanted: to.at }
    }
    let last = to.at
    const begun = steadyNow()
    try {
      acts += performSlice(movable, to.at, (at) => (last = at))
      worked += steadyNow() - begun
    } catch (error) {
      // The clock runs on from where this failed.
      movable.setClock({ ...to, at: last, real: realNow() })
      throw error
    }
    if (!isDue(movable, to.at)) break
    movable.holdClock({ ...to, at: last, real: realNow() })
    await pause()
    if (movable.isEnded()) return { acts, wanted: to.at }
  }
  movable.setClock(acts === 0 ? to : { ...to, real: realNow() })
  return { acts, wanted: undefined }
}
