/**
 * One delivery of an event to a hook, and what became of it.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'

/** `waiting`: not yet answered. `dropped`: too many were waiting, a fault lost it, or its hook or its world was gone. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Deliveries kept; the oldest are removed. */
export const MAX_KEPT = 1000

/** What raised an event: a call by the id of its journal entry, or what acts without a call. */
export interface RaisedBy {
  readonly kind: 'call' | 'event' | 'fault' | 'traffic'
  readonly id: string
}

/** The request of a delivery as it was sent, secrets masked. */
export interface SentRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Delivery {
  /** Counted from 1. */
  readonly id: number
  readonly hook: number
  /** The address, without what is secret in it. */
  readonly url: string
  readonly task: string
  readonly property: number | undefined
  /** The contract uid it names. */
  readonly booking: number | undefined
  /** When the event happened, by the clock of the sandbox. */
  readonly at: Instant
  /** When it was enqueued, by the machine's clock. */
  readonly real: Instant
  readonly body: string
  /** Undefined where neither a call nor a scenario did it, and until its call is in the journal. */
  raisedBy: RaisedBy | undefined
  /** Undefined until it was sent. */
  request: SentRequest | undefined
  state: DeliveryState
  /** Milliseconds from sending to the answer; undefined while it waits. */
  ms: number | undefined
  /** When it was sent, by the machine's clock. */
  sentAt: Instant | undefined
  /** Of the answer; undefined when there was none. */
  status: number | undefined
  /** Why there was no answer, or why it was dropped. */
  error: string | undefined
  /** The fault that it met. */
  fault: string | undefined
  /** The delivery that it repeats. */
  readonly repeats: number | undefined
  /** Counted from 1 among those that repeat the same one. */
  readonly attempt: number
}
