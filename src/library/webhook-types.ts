/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Webhooks, as users of the library see them.
 *
 * @module
 */

/** An address that is notified of what happens. */
export interface WebhookOptions {
  /** http or https. */
  readonly url: string
  /** How the receiver knows who sends; by default not at all. */
  readonly auth?: 'none' | 'basic' | 'oauth'
  /** The name of `basic`, the client id of `oauth`. */
  readonly username?: string
  /** The password of `basic`, the secret of `oauth`. */
  readonly password?: string
  /** The manager whose actions it hears of; by default `all`. */
  readonly manager?: number | 'all'
  readonly enabled?: boolean
}

/** A hook of a sandbox, without its password. */
export interface WebhookShown {
  readonly id: number
  readonly url: string
  readonly auth: 'none' | 'basic' | 'oauth'
  readonly username: string
  readonly manager: number | 'all'
  readonly enabled: boolean
}

/** One delivery of an event to a hook. */
export interface WebhookDelivery {
  readonly id: number
  readonly hook: number
  readonly url: string
  readonly task: string
  readonly property: number | null
  /** When it happened, by the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  /** What the receiver answered; nothing else of its answer is kept. */
  readonly status: number | null
  /** Milliseconds the receiver took. */
  readonly ms: number | null
  readonly error: string | null
  /** What a scenario did to it. */
  readonly fault: string | null
  /** The delivery that it repeats. */
  readonly repeats: number | null
  /** What is sent. */
  readonly body: string
}

/** An event that a receiver got. */
export interface ReceivedEvent {
  readonly task: string
  readonly data: Readonly<Record<string, unknown>> & { readonly task: string }
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface ReceiverOptions extends Omit<WebhookOptions, 'url'> {
  /** What it answers; by default 200. */
  readonly status?: number
}

/** A receiver in the process of a test. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  /** What it answers from now on. */
  status: number
  /**
   * The next event with these members that was not returned yet; waits for it.
   *
   * @throws Error when there is none within the time, by default 5 s
   */
  next(wanted?: Readonly<Record<string, string | number>>, options?: { readonly timeoutMs?: number }): Promise<ReceivedEvent>
  /** All events so far, in order. */
  all(): readonly ReceivedEvent[]
  /** Ends it, and removes its hook. */
  close(): Promise<void>
}

/** The webhooks of a world. */
export interface UnderstayWebhooks {
  /** Opens a receiver in this process, on a free port of this machine, and notifies it from now on. */
  receive(options?: ReceiverOptions): Promise<WebhookReceiver>
  /** Notifies one more address. A reset takes it away. */
  add(hook: WebhookOptions): Promise<WebhookShown>
  list(): Promise<readonly WebhookShown[]>
  /** Removes the hook of this id, or all. Answers how many there were. */
  remove(id?: number): Promise<number>
  /** The deliveries, oldest first. */
  deliveries(options?: {
    readonly since?: number
    readonly task?: string
    readonly state?: string
  }): Promise<readonly WebhookDelivery[]>
  /** Sends a delivery again. */
  redeliver(id: number): Promise<WebhookDelivery>
}
