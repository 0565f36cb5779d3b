/** A delivery of a webhook, as conformance rules read it. */
import type { Instant } from '../base/instant.ts'

/** One notification to one hook, and its result. */
export interface Delivery {
  readonly id: number
  readonly hook: number
  readonly task: string
  readonly property: number | undefined
  /** A contract uid. */
  readonly booking: number | undefined
  /** When the event happened, by the sandbox's clock. */
  readonly at: Instant
  /** When the event happened, by the machine's clock. */
  readonly real: Instant
  /** When it was sent, by the machine's clock. */
  readonly sentAt: Instant | undefined
  /** Milliseconds from sending to the response. */
  readonly ms: number | undefined
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  /** Status of the response; undefined when there was none. */
  readonly status: number | undefined
  readonly error: string | undefined
  /** Id of the fault that affected it. */
  readonly fault: string | undefined
  readonly body: string
}
