/**
 * A fault that is armed: which calls it counts, and when its cause happens.
 *
 * @module
 */
import { type Instant, parseSpan } from '../base/instant.ts'
import type { Fault } from './scenario-schema.ts'
import { isMeant, type Sight } from './sight.ts'
import type { Hindrance } from './stage.ts'
import type { FaultStanding } from './standing.ts'
import { CAUSES, type CauseName } from './words.ts'

/** What one token, client, session or sandbox has met so far. */
interface Count {
  matched: number
  happened: number
  /** When it happened first, by the sandbox's clock. */
  since: Instant | undefined
}

/** Tokens, clients or sessions that are counted apart; of more than that the older half is forgotten. */
const MAX_COUNTS = 10_000

/** What the calls of a sandbox are counted under, where they are counted together. */
const TOGETHER = 'sandbox'

export class ArmedFault {
  /** `<scenario>/<n>`. */
  readonly id: string
  readonly fault: Fault
  readonly cause: CauseName
  readonly #after: number
  readonly #times: number
  /** Milliseconds it lasts, where that bounds it. */
  readonly #lasts: number | undefined
  readonly #counts = new Map<string, Count>()
  /** Why it could not happen when it was due; undefined when it could. */
  hindrance: Hindrance | undefined

  constructor(id: string, fault: Fault) {
    this.id = id
    this.fault = fault
    this.cause = causeOf(fault)
    this.#after = fault.after ?? 0
    this.#times = fault.times ?? 1
    this.#lasts = fault.for === undefined ? undefined : parseSpan(fault.for)
  }

  /**
   * Counts a call.
   *
   * @param now by the sandbox's clock
   * @returns the count it belongs to, when the cause is due at this call
   */
  count(sight: Sight, now: Instant): Count | undefined {
    if (!isMeant(this.fault.on, sight)) return undefined
    const key = keyOf(this.fault, sight)
    if (key === undefined) return undefined
    const count = this.#countOf(key)
    count.matched++
    if (count.matched <= this.#after) return undefined
    return this.#isOver(count, now) ? undefined : count
  }

  #countOf(key: string): Count {
    let count = this.#counts.get(key)
    if (count) return count
    count = { matched: 0, happened: 0, since: undefined }
    this.#counts.set(key, count)
    if (this.#counts.size > MAX_COUNTS)
      for (const oldest of [...this.#counts.keys()].slice(0, MAX_COUNTS / 2)) this.#counts.delete(oldest)
    return count
  }

  /** Notes that the cause happened at a call that was counted. */
  note(count: Count, now: Instant): void {
    count.happened++
    count.since ??= now
  }

  #isOver({ happened, since }: Count, now: Instant): boolean {
    if (this.#lasts === undefined) return happened >= this.#times
    return since !== undefined && now >= since + this.#lasts
  }

  /** How it stands at a moment of the sandbox's clock. */
  standingAt(now: Instant): FaultStanding {
    const { id, fault, cause, hindrance } = this
    const counts = [...this.#counts.values()]
    const sum = (of: 'matched' | 'happened'): number => counts.reduce((all, count) => all + count[of], 0)
    const spent = counts.length > 0 && counts.every((count) => this.#isOver(count, now))
    return { id, fault, cause, matched: sum('matched'), happened: sum('happened'), spent, hindrance }
  }
}

/** The cause of a fault that has been checked. */
export const causeOf = (fault: Fault): CauseName => CAUSES.find((cause) => fault[cause] !== undefined) ?? 'edge'

/** What a call is counted under; undefined when it has no such thing. */
function keyOf({ per = TOGETHER }: Fault, sight: Sight): string | undefined {
  return per === TOGETHER ? TOGETHER : sight[per]
}
