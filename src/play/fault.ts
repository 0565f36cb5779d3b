/**
 * A fault that is armed: which calls it counts, and when its cause happens.
 *
 * @module
 */
import type { Fault } from './scenario-schema.ts'
import { isMeant, type Sight } from './sight.ts'
import type { Hindrance } from './stage.ts'
import type { FaultStanding } from './standing.ts'
import { CAUSES, type CauseName } from './words.ts'

/** What one token, client, session or sandbox has met so far. */
interface Count {
  matched: number
  happened: number
}

/** What the calls of a sandbox are counted under, where they are counted together. */
const TOGETHER = 'sandbox'

export class ArmedFault {
  /** `<scenario>/<n>`. */
  readonly id: string
  readonly fault: Fault
  readonly cause: CauseName
  readonly #after: number
  readonly #times: number
  readonly #counts = new Map<string, Count>()
  /** Why it could not happen when it was due; undefined when it could. */
  hindrance: Hindrance | undefined

  constructor(id: string, fault: Fault) {
    this.id = id
    this.fault = fault
    this.cause = causeOf(fault)
    this.#after = fault.after ?? 0
    this.#times = fault.times ?? 1
  }

  /**
   * Counts a call.
   *
   * @returns the count it belongs to, when the cause is due at this call
   */
  count(sight: Sight): Count | undefined {
    if (!isMeant(this.fault.on, sight)) return undefined
    const key = keyOf(this.fault, sight)
    if (key === undefined) return undefined
    const count = this.#counts.get(key) ?? { matched: 0, happened: 0 }
    this.#counts.set(key, count)
    count.matched++
    return happens(count, this.#after, this.#times) ? count : undefined
  }

  get standing(): FaultStanding {
    const { id, fault, cause, hindrance } = this
    const counts = [...this.#counts.values()]
    const sum = (of: keyof Count): number => counts.reduce((all, count) => all + count[of], 0)
    const spent = counts.length > 0 && counts.every(({ happened }) => happened >= this.#times)
    return { id, fault, cause, matched: sum('matched'), happened: sum('happened'), spent, hindrance }
  }
}

/** True when a cause is due at a call that has just been counted: enough have passed, and it has not happened often enough. */
export const happens = ({ matched, happened }: Count, after: number, times: number): boolean =>
  matched > after && happened < times

/** The cause of a fault that has been checked. */
export const causeOf = (fault: Fault): CauseName => CAUSES.find((cause) => fault[cause] !== undefined) ?? 'edge'

/** What a call is counted under; undefined when it has no such thing. */
function keyOf({ per = TOGETHER }: Fault, sight: Sight): string | undefined {
  return per === TOGETHER ? TOGETHER : sight[per]
}
