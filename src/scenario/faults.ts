/**
 * A fault that is armed: which calls it counts, and when its cause happens.
 *
 * @module
 */
import { type Instant, parseSpan } from '../base/instant.ts'
import { NO_PROGRESS, type Progress } from '../store/progress.ts'
import { CAUSES, type CauseName } from './names.ts'
import type { BlockedReason } from './scenario-context.ts'
import type { Fault } from './schema.ts'
import { isMeant, type RequestFacts } from './selector.ts'
import type { FaultStatus } from './status.ts'

/** What one token, client, session or sandbox has met so far. */
interface Count {
  readonly key: string
  matched: number
  happened: number
  /** When it happened first, by the sandbox's clock. */
  since: Instant | undefined
}

/** Tokens, clients or sessions that are counted apart; of more than that the older half is forgotten. */
const MAX_COUNTS = 10_000

/** What the calls of a sandbox are counted under, where they are counted together. */
const TOGETHER = 'sandbox'

const COUNT = 'count '
const HINDRANCE = 'hindrance '

/** Decides for a fault that has a chance, at its n-th matching call: true when the cause does not happen there. */
export type IsUnlucky = (fault: ArmedFault, matched: number) => boolean

export class ArmedFault {
  /** `<scenario>/<n>`. */
  readonly id: string
  readonly fault: Fault
  /** Its place in the list, from 1. */
  readonly number: number
  readonly cause: CauseName
  readonly #after: number
  readonly #times: number
  /** Milliseconds it lasts, where that bounds it. */
  readonly #lasts: number | undefined
  readonly #counts: Map<string, Count>
  readonly #progress: Progress
  /** The id of the fault that must have happened before; undefined for none. */
  readonly once: string | undefined
  #hindrance: BlockedReason | undefined

  /** @param scenario the name that its id begins with @param number its place in the list, from 1 @param progress what it has counted so far */
  constructor(scenario: string, number: number, fault: Fault, progress: Progress = NO_PROGRESS) {
    this.id = `${scenario}/${fault.id ?? number}`
    this.once = fault.once === undefined ? undefined : `${scenario}/${fault.once}`
    this.fault = fault
    this.number = number
    this.cause = causeOf(fault)
    this.#after = fault.after ?? 0
    this.#times = fault.times ?? 1
    this.#lasts = fault.for === undefined ? undefined : parseSpan(fault.for)
    this.#progress = progress
    this.#counts = new Map(progress.below<Count>(`${COUNT}${this.id}/`).map(([key, count]) => [key, { ...count }]))
    this.#hindrance = progress.get(`${HINDRANCE}${this.id}`)
  }

  /** Why it could not happen when it was due; undefined when it could. */
  get hindrance(): BlockedReason | undefined {
    return this.#hindrance
  }

  set hindrance(why: BlockedReason | undefined) {
    if (why === this.#hindrance) return
    this.#hindrance = why
    this.#progress.set(`${HINDRANCE}${this.id}`, why)
  }

  /** Forgets what is kept of it: it is taken away. */
  forget(): void {
    this.#progress.clear(`${COUNT}${this.id}/`)
    this.#progress.set(`${HINDRANCE}${this.id}`, undefined)
  }

  /**
   * Counts a call.
   *
   * @param now by the sandbox's clock
   * @returns the count it belongs to, when the cause is due at this call
   */
  count(request: RequestFacts, now: Instant, isUnlucky: IsUnlucky): Count | undefined {
    if (!isMeant(this.fault.on, request)) return undefined
    const key = keyOf(this.fault, request)
    if (key === undefined) return undefined
    const count = this.#countOf(key)
    count.matched++
    this.#keep(count)
    if (count.matched <= this.#after) return undefined
    if (this.#isOver(count, now) || isUnlucky(this, count.matched)) return undefined
    return count
  }

  /** How often its cause happened. */
  get happened(): number {
    return [...this.#counts.values()].reduce((sum, { happened }) => sum + happened, 0)
  }

  #countOf(key: string): Count {
    let count = this.#counts.get(key)
    if (count) return count
    count = { key, matched: 0, happened: 0, since: undefined }
    this.#counts.set(key, count)
    if (this.#counts.size > MAX_COUNTS)
      for (const oldest of [...this.#counts.keys()].slice(0, MAX_COUNTS / 2)) {
        this.#counts.delete(oldest)
        this.#progress.set(`${COUNT}${this.id}/${oldest}`, undefined)
      }
    return count
  }

  #keep(count: Count): void {
    if (this.#progress.keeps) this.#progress.set(`${COUNT}${this.id}/${count.key}`, { ...count })
  }

  /** Notes that the cause happened at a call that was counted. */
  note(count: Count, now: Instant): void {
    count.happened++
    count.since ??= now
    this.#keep(count)
  }

  #isOver({ happened, since }: Count, now: Instant): boolean {
    if (this.#lasts === undefined) return happened >= this.#times
    return since !== undefined && now >= since + this.#lasts
  }

  /** Its status at a moment of the sandbox's clock. */
  statusAt(now: Instant): FaultStatus {
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
function keyOf({ per = TOGETHER }: Fault, request: RequestFacts): string | undefined {
  return per === TOGETHER ? TOGETHER : request[per]
}
