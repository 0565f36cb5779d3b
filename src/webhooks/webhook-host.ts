/** The interface between a sandbox and its webhooks. */
import type { Instant } from '../base/instant.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { Timers } from '../simulation/timers.ts'
import type { Db } from '../store/db.ts'
import type { Progress } from '../store/progress.ts'
import type { DeliveryState, RaisedBy } from './delivery.ts'
import type { RequestWithId } from './delivery-log.ts'

/** What the webhooks of a sandbox need of it. */
export interface WebhookHost {
  db(): Pick<Db, 'webhooks' | 'users'>
  choices(): Pick<Choices, 'webhook_duplicates' | 'webhook_notes' | 'webhook_oauth' | 'webhook_order'>
  now(): Instant
  readonly timers: Timers
  /** Why the changes made so far could not be stored; undefined when they are. */
  storageProblem(): MaybePromise<string | undefined>
  /** Where deliveries are stored. */
  progress(): Progress
  storeProgress(): void
  /** The fault that a scenario applies to a delivery. @param key of the delivery: its hook and number */
  faultOn(task: string, key: string): HookFault | undefined
  /** Called with the state of each delivery that has ended. */
  ended(state: DeliveryState): void
}

/** What a fault does to one delivery. */
export interface HookFault {
  readonly id: string
  /** Milliseconds. */
  readonly delay: number
  /** Deliveries within this number of milliseconds are sent together; 0 for none. */
  readonly burst: number
  readonly drop: boolean
  readonly duplicate: boolean
  /** Sent after the next one. */
  readonly reorder: boolean
}

/** What made a change. */
export interface Origin {
  /** The user; undefined for visitors, traffic and scenarios. */
  readonly user: number | undefined
  /** The record of the request. */
  readonly call?: RequestWithId | undefined
  /** The event, fault or traffic of a scenario. */
  readonly acting?: RaisedBy | undefined
}
