import { instantText, isPointInTime, POINT_IN_TIME } from '../config/point-in-time.ts'
import { shownValue } from '../config/setting-types.ts'
import type { ControlClient } from '../control-contract/client.ts'
import { advanceClock, setClock } from '../control-contract/clock.ts'
import type { AnswerOf } from '../control-contract/operation.ts'
import { ClockRun } from '../control-contract/parts.ts'
import type { Clock } from '../simulation/clock.ts'
import { requireOptions } from './checked-options.ts'
import type { UnderstayClock } from './types.ts'

/**
 * The clock of a sandbox. Errors of times and durations are those of the control API.
 *
 * @param clock returns the clock of the world as it is now
 */
export function worldClock(control: ControlClient, clock: () => Clock): UnderstayClock {
  const set: UnderstayClock['set'] = async (setting) => {
    const { at, run } = requireOptions('clock.set', setting, { at: {}, run: ClockRun })
    if (at !== undefined && !isPointInTime(at)) throw new Error(`clock.set: at: ${shownValue(at)} is not ${POINT_IN_TIME}`)
    const body = { at: at === undefined ? undefined : instantText(at), run }
    requireArrival(await control.call(setClock, { body }))
  }
  return {
    now: () => clock().now(),
    today: () => clock().today(),
    set,
    freeze: () => set({ run: 'frozen' }),
    advance: async (by) => {
      // Not "write it in quotes", as in a file: a number in quotes is no span.
      if (typeof by !== 'string') throw new Error(`clock.advance: ${shownValue(by)} is not a span such as '90s', '61m' or '2h'`)
      requireArrival(await control.call(advanceClock, { body: { by } }))
    },
  }
}

/** @throws Error when the clock stopped before its target because too much was due on the way */
function requireArrival({ at, stopped }: AnswerOf<typeof setClock>): void {
  if (!stopped) return
  throw new Error(
    `the clock stopped at ${at}, before ${stopped.wanted}, after ${stopped.acts} acts of traffic: move it again to continue`,
  )
}
