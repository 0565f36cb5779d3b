import { isoInstant, parseInstant, parseSpan } from '../../base/instant.ts'
import { advanceClock, readClock, setClock } from '../../control-contract/clock.ts'
import { ClockRangeError, type ClockTarget, noTimeText, parseAt, parseRun, runText } from '../../simulation/clock.ts'
import type { ClockMove, Sandbox } from '../../world/world.ts'
import type { ControlContext, OnControl } from '../app.ts'
import { badRequest } from '../control-refusal.ts'

export function shownClock({ clock }: Sandbox) {
  const { speed, waits } = clock.state
  return { at: isoInstant(clock.now()), run: runText(speed), ...(waits && { waits }) }
}

/** The clock after a move; `wanted` is the target when the move stopped before it. */
const moved = (sandbox: Sandbox, { acts, wanted }: ClockMove) => ({
  ...shownClock(sandbox),
  ...(wanted !== undefined && { stopped: { acts, wanted: isoInstant(wanted) } }),
})

/** Moves the clock. @param sent how a time was sent that the clock cannot show */
async function move(context: ControlContext, to: ClockTarget, sent: string) {
  const { sandbox } = context
  const from = isoInstant(sandbox.clock.now())
  try {
    const clock = moved(sandbox, await sandbox.moveClock(to))
    context.log('clock moved', { from, at: clock.at, run: clock.run })
    return clock
  } catch (error) {
    throw error instanceof ClockRangeError ? badRequest(`${sent}: ${error.message}`) : error
  }
}

export function controlClock(on: OnControl): void {
  on(readClock, (_, { sandbox }) => shownClock(sandbox))
  on(setClock, async ({ body: { at, run } }, context) => {
    const instant = at === undefined ? undefined : (parseAt(at) ?? parseInstant(at))
    if (at !== undefined && instant === undefined) throw badRequest(`at: ${noTimeText(at)}`)
    const speed = run === undefined ? undefined : parseRun(run)
    if (run !== undefined && speed === undefined) throw badRequest(`run: "${run}" is not real, frozen or a factor such as 60x`)
    return move(context, { at: instant, speed }, `at: ${at}`)
  })
  on(advanceClock, ({ body: { by } }, context) => move(context, { by: parseSpan(by) ?? 0 }, `by: ${by}`))
}
