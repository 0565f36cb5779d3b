/**
 * What the rules read of a delivery of a webhook.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'

/** One notification to one hook, and what became of it. */
export interface Delivery {
  readonly id: number
  readonly hook: number
  readonly task: string
  readonly property: number | undefined
  /** The contract uid it names. */
  readonly booking: number | undefined
  /** When the event happened, by the sandbox's clock. */
  readonly at: Instant
  /** The same by the machine's clock. */
  readonly real: Instant
  /** When it was sent, by the machine's clock. */
  readonly sentAt: Instant | undefined
  /** From sending to the answer, milliseconds. */
  readonly ms: number | undefined
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined
  readonly error: string | undefined
  /** The fault that it met. */
  readonly fault: string | undefined
  readonly body: string
}
