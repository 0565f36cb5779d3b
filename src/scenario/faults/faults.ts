/** An armed fault: which calls it counts, and when its cause happens. */
import { getOrInsert } from '../../base/get-or-insert.ts'
import { type Instant, parseSpan } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'
import { CAUSES, type CauseName } from '../names.ts'
import type { BlockedReason } from '../scenario-context.ts'
import { isSelected, type RequestFacts } from '../selectors/selector.ts'
import type { Fault, NetworkFaultFields } from './fault-schema.ts'

/** Counts for one token, client, session or sandbox. */
interface Count {
  readonly key: string
  matched: number
  happened: number
  /** When the cause happened first, by the sandbox's clock. */
  since: Instant | undefined
  /** The latest span of a quota: when it began, by the sandbox's clock, and its calls so far. */
  span?: { readonly since: Instant; readonly calls: number }
}

/** Maximum number of tokens, clients or sessions that are counted separately; beyond it the older half is removed. */
const MAX_COUNTS = 10_000

/** The key for counting all calls of a sandbox together. */
const ALL_CALLS = 'sandbox'

const COUNT_KEY_PREFIX = 'count '
const BLOCKED_REASON_KEY_PREFIX = 'blocked reason '

/** Draws for a fault with a chance: true when its cause does not happen at the n-th matching call. */
type IsUnlucky = (fault: ArmedFault, matched: number) => boolean

export class ArmedFault {
  /** `<scenario>/<id>`, the id by default its number from 1; `armed/<id>` when it was armed at run time. Responses that it affects name it in a header. */
  readonly id: string
  readonly fault: Fault
  /** Its position in the list, from 1. */
  readonly number: number
  readonly cause: CauseName
  /** Duration in milliseconds; undefined when it is limited by a count. */
  readonly #lasts: number | undefined
  /** Length of the span of its quota, in milliseconds. */
  readonly #quotaMs: number
  readonly #counts: Map<string, Count>
  readonly #progress: Progress
  /** The id of the fault that must have happened before; undefined for none. */
  readonly afterFault: string | undefined
  #blockedReason: BlockedReason | undefined

  /**
   * @param scenario prefix of its id
   * @param number its position in the list, from 1
   * @param progress the stored counts
   */
  constructor(scenario: string, number: number, fault: Fault, progress: Progress = NO_PROGRESS) {
    this.id = `${scenario}/${fault.id ?? number}`
    this.afterFault = fault.after_fault === undefined ? undefined : `${scenario}/${fault.after_fault}`
    this.fault = fault
    this.number = number
    this.cause = causeOf(fault)
    this.#lasts = fault.for === undefined ? undefined : parseSpan(fault.for)
    this.#quotaMs = parseSpan(fault.over?.within ?? '') ?? 0
    this.#progress = progress
    this.#counts = new Map(
      progress.entriesWithPrefix<Count>(`${COUNT_KEY_PREFIX}${this.id}/`).map(([key, count]) => [key, { ...count }]),
    )
    this.#blockedReason = progress.get(`${BLOCKED_REASON_KEY_PREFIX}${this.id}`)
  }

  /** Why it could not happen when it was due; undefined when it could. */
  get blockedReason(): BlockedReason | undefined {
    return this.#blockedReason
  }

  set blockedReason(why: BlockedReason | undefined) {
    if (why === this.#blockedReason) return
    this.#blockedReason = why
    this.#progress.set(`${BLOCKED_REASON_KEY_PREFIX}${this.id}`, why)
  }

  /** Removes its stored counts. */
  forget(): void {
    this.#progress.clear(`${COUNT_KEY_PREFIX}${this.id}/`)
    this.#progress.set(`${BLOCKED_REASON_KEY_PREFIX}${this.id}`, undefined)
  }

  /**
   * Counts a call.
   *
   * @param now by the sandbox's clock
   * @returns its count when the cause is due at this call
   */
  count(request: RequestFacts, now: Instant, isUnlucky: IsUnlucky): Count | undefined {
    if (!isSelected(this.fault.on, request)) return undefined
    const key = keyOf(this.fault, request)
    if (key === undefined) return undefined
    const count = this.#countOf(key)
    count.matched++
    const { over, after = 0 } = this.fault
    if (over) count.span = this.#withCall(count, now)
    this.#keep(count)
    if (count.matched <= after || (over && count.span && count.span.calls <= over.calls)) return undefined
    if (this.#isOver(count, now) || isUnlucky(this, count.matched)) return undefined
    return count
  }

  /** The span of a quota with one more call; a new one where the latest is over, or the clock was set back to before it. */
  #withCall({ span }: Count, now: Instant): NonNullable<Count['span']> {
    if (!span || now < span.since || now >= span.since + this.#quotaMs) return { since: now, calls: 1 }
    return { ...span, calls: span.calls + 1 }
  }

  /** The `Retry-After` of a refusal beyond a quota: the rest of its span, in seconds. */
  retryAfter({ span }: Count, now: Instant): Pick<NetworkFaultFields, 'retry_after'> {
    const { network, respond } = this.fault
    if (!span || (network?.status ?? respond?.status ?? 0) < 400) return {}
    return { retry_after: Math.ceil((span.since + this.#quotaMs - now) / 1000) }
  }

  get happened(): number {
    return [...this.#counts.values()].reduce((sum, { happened }) => sum + happened, 0)
  }

  #countOf(key: string): Count {
    const count = getOrInsert(this.#counts, key, () => ({ key, matched: 0, happened: 0, since: undefined }))
    if (this.#counts.size > MAX_COUNTS)
      for (const oldest of [...this.#counts.keys()].slice(0, MAX_COUNTS / 2)) {
        this.#counts.delete(oldest)
        this.#progress.set(`${COUNT_KEY_PREFIX}${this.id}/${oldest}`, undefined)
      }
    return count
  }

  #keep(count: Count): void {
    if (this.#progress.keeps) this.#progress.set(`${COUNT_KEY_PREFIX}${this.id}/${count.key}`, { ...count })
  }

  /** Records that the cause happened at a counted call. */
  note(count: Count, now: Instant): void {
    count.happened++
    count.since ??= now
    this.#keep(count)
  }

  /** Takes back that the cause happened at a counted call. */
  takeBack(count: Count): void {
    count.happened--
    if (count.happened === 0) count.since = undefined
    this.#keep(count)
    this.blockedReason = 'the answer has nothing at the paths of the patch'
  }

  #isOver({ happened, since }: Count, now: Instant): boolean {
    const { times, chance, over } = this.fault
    if (this.#lasts === undefined) return happened >= (times ?? (chance === undefined && !over ? 1 : Number.POSITIVE_INFINITY))
    return since !== undefined && now >= since + this.#lasts
  }

  /** For reports and the control API. @returns `blockedReason`: why it could not happen at the latest matching call; null when it could */
  statusAt(now: Instant) {
    const { id, cause, fault, happened, blockedReason = null } = this
    const counts = [...this.#counts.values()]
    const matched = counts.reduce((sum, count) => sum + count.matched, 0)
    // True once it cannot happen again; when it counts per token, client or session, to those seen so far.
    const exhausted = counts.length > 0 && counts.every((count) => this.#isOver(count, now))
    return { id, cause, fault, matched, happened, exhausted, blockedReason }
  }
}

export type FaultStatus = ReturnType<ArmedFault['statusAt']>

/** The cause of a fault that has been checked. */
export const causeOf = (fault: Fault): CauseName => CAUSES.find((cause) => fault[cause] !== undefined) ?? 'network'

/** What the calls of a fault are counted by. */
export const perOf = ({ per, over }: Fault): NonNullable<Fault['per']> => per ?? (over ? 'client' : ALL_CALLS)

/** The key under which a call is counted; undefined when it has no such key. */
function keyOf(fault: Fault, request: RequestFacts): string | undefined {
  const per = perOf(fault)
  return per === ALL_CALLS ? ALL_CALLS : request[per]
}

/** Decides by the seed whether a fault with a chance spares a call. */
export const chanceOf =
  (randomness: Randomness): IsUnlucky =>
  ({ id, fault: { chance } }, matched) =>
    chance !== undefined && !randomness.stream('fault-chance', `${id}/${matched}`).happens(chance)
