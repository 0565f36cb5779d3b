/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Webhooks, for users of the library.
 *
 * @module
 */
import type { DeliveryTotals, WebhookDelivery, WebhookShown } from './response-types.ts'

/** A URL that receives events. */
export interface WebhookOptions {
  /** http or https. */
  readonly url: string
  /** Authentication of deliveries; `none` by default. */
  readonly auth?: 'none' | 'basic' | 'oauth'
  /** User name of `basic`, client id of `oauth`. */
  readonly username?: string
  /** Password of `basic`, client secret of `oauth`. */
  readonly password?: string
  /** Only events caused by this manager; `all` by default. */
  readonly manager?: number | 'all'
  readonly enabled?: boolean
}

/** Numbers of deliveries. */
export type DeliveryNumbers = Omit<DeliveryTotals, 'hooks'>

/** An event as received. */
export interface ReceivedEvent {
  readonly task: string
  readonly data: Readonly<Record<string, unknown>> & { readonly task: string }
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface ReceiverOptions extends Omit<WebhookOptions, 'url'> {
  /** Status of its responses; 200 by default. */
  readonly status?: number
}

/** A webhook receiver in the test process. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  /** Status of its responses from now on. */
  status: number
  /**
   * Waits for the next event with these fields that was not returned yet.
   *
   * @throws Error when none arrives in time; 5 s by default
   */
  next(wanted?: Readonly<Record<string, string | number>>, options?: { readonly timeoutMs?: number }): Promise<ReceivedEvent>
  /** All received events, in order. */
  all(): readonly ReceivedEvent[]
  /** Stops the receiver and removes its webhook. */
  close(): Promise<void>
}

/** Which deliveries are listed; all by default. */
export interface DeliveryFilter {
  /** Only those after the one with this id. */
  readonly since?: number | undefined
  /** Only those of an event, such as `booking_added`. */
  readonly task?: string | undefined
  readonly state?: WebhookDelivery['state'] | undefined
}

/** The webhooks of a world. */
export interface UnderstayWebhooks {
  /** Starts a receiver on a free local port and registers it as a webhook. */
  receive(options?: ReceiverOptions): Promise<WebhookReceiver>
  /** Adds a webhook. A reset removes it. */
  add(hook: WebhookOptions): Promise<WebhookShown>
  list(): Promise<readonly WebhookShown[]>
  /** Removes the webhook with this id, or all. @returns how many were removed */
  remove(id?: number): Promise<number>
  /** The deliveries, oldest first. */
  deliveries(options?: DeliveryFilter): Promise<readonly WebhookDelivery[]>
  /** Sends a delivery again. */
  redeliver(id: number): Promise<WebhookDelivery>
}
