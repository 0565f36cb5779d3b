/** One delivery of an event to a hook, and its result. */
import type { Instant } from '../base/instant.ts'

/** `waiting`: not answered yet. `dropped`: too many were waiting, a fault lost it, or its hook or sandbox was removed. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped'

/** Maximum number of kept deliveries; the oldest ended ones are removed. */
export const MAX_KEPT_DELIVERIES = 1000

/** The cause of an event: a request (by the id of its journal entry), or an event, fault or traffic of a scenario. */
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
  /** Without secrets. */
  readonly url: string
  /** Id of the first event of its change; a restored state has other events. */
  readonly event?: number | undefined
  readonly task: string
  readonly property?: number | undefined
  /** A contract uid. */
  readonly booking?: number | undefined
  /** When the event happened, by the clock of the sandbox. */
  readonly at: Instant
  /** When it was enqueued, by the machine's clock. */
  readonly real: Instant
  readonly body: string
  /** Undefined for other causes, and until the request is in the journal. */
  raisedBy?: RaisedBy | undefined
  /** Undefined until it is sent. */
  request?: SentRequest | undefined
  state: DeliveryState
  /** Milliseconds from sending to the response, without times in which this process did not run; undefined while it waits. */
  ms?: number | undefined
  /** When it was sent, by the machine's clock. */
  sentAt?: Instant | undefined
  status?: number | undefined
  /** Why there was no response, or why it was dropped. */
  error?: string | undefined
  /** Id of the fault that affected it. */
  fault?: string | undefined
  /** True when the state was restored to one without its event: no rule judges it. */
  undone?: true
  /** Id of the delivery that it repeats. */
  readonly repeats?: number | undefined
  /** Counted from 1 among those that repeat the same one. */
  readonly attempt: number
}
