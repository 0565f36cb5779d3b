/** The time that a client has let pass after an event that it had to find or to be told of. */
import type { Instant } from '../base/instant.ts'
import { type Exchange, type Facts, movedTime } from './exchange.ts'

/** A time by the sandbox's clock, and by the machine's. */
export type Happened = Pick<Exchange, 'at' | 'real'>

/** Milliseconds of the sandbox's clock from an event to a later time, without moves before the next call of the client. @param exchanges in the order sent */
export function timeOfClient({ at, real }: Happened, exchanges: readonly Exchange[], facts: Facts): (to: Instant) => number {
  const next = facts.moves?.length ? exchanges.find((call) => call.real >= real) : undefined
  const skipped = next ? movedTime(facts, at, next.at) : 0
  return (to) => to - at - skipped
}

/** When a call was sent by the time of a client that moves of the clock spare the waiting: later calls have later times. */
export const timeOfCall =
  (facts: Pick<Facts, 'moves'>): ((call: Exchange) => Instant) =>
  ({ real, at }) =>
    real + movedTime(facts, -Infinity, at)

/** The events that are still to be judged: in a long run, earlier ones were judged with the calls of their time. */
export const stillToJudge = <T extends Happened>(events: readonly T[], { judgedUntil }: Facts): readonly T[] =>
  judgedUntil === undefined ? events : events.filter(({ real }) => real > judgedUntil)
