/** What the webhooks of a sandbox need of it. */
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { Randomness } from '../simulation/randomness.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { DeliveryState, RaisedBy } from './delivery.ts'
import type { RequestWithId } from './delivery-log.ts'

/** A sandbox, whose parts a reset replaces. */
export interface WebhookHost {
  /** Deliveries are stored with its progress. */
  readonly store: Pick<Store, 'db' | 'progress' | 'clock'>
  readonly choices: Pick<Choices, 'webhook_duplicates' | 'webhook_notes' | 'webhook_oauth' | 'webhook_order'>
  readonly gate: StorageGate | undefined
  readonly randomness: Randomness
  storeProgress(): void
  readonly scenarioRun: {
    /** The fault that a scenario applies to a delivery. @param key of the delivery: its hook and number */
    deliveryFault(task: string, key: string, randomness: Randomness): HookFault | undefined
  }
  readonly world: {
    /** `countDelivery` is called with the state of each delivery that has ended. */
    readonly metrics: { countDelivery(state: DeliveryState): void }
  }
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
