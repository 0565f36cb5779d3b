/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The public types of the library. They need no other package.
 *
 * @module
 */

import type {
  ArmedFault,
  DeliveryFilter,
  DeliveryTotals,
  ExpectationOptions,
  ExpectationOutcome,
  FaultOptions,
  FixtureRows,
  JournalEntry,
  PointInTime,
  ScenarioOptions,
  SettingOptions,
  SnapshotInfo,
  StateChanges,
  TriggeredEvent,
  TriggerOptions,
  UnderstayEvent,
  UnderstayReport,
  UnderstayTraffic,
  WebhookDelivery,
  WebhookOptions,
  WebhookShown,
} from './schema-types.ts'

/**
 * Speed of a clock: real time, frozen, or a multiple of real time (`60x`: one minute per second).
 *
 * @example
 * await sandbox.clock.set({ run: '60x' })
 */
export type ClockRun = 'real' | 'frozen' | `${number}x`

/**
 * Options of a server, all optional. Environment variables are not read, and a configuration file only when it is named.
 *
 * @example
 * const frozen = await startUnderstay({ at: '2026-12-31', freeze: true, listen: false })
 * await frozen.close()
 */
export interface UnderstayOptions extends Omit<SettingOptions, 'fixtures'> {
  /** Initial data: names of bundled worlds, files, folders, and rows themselves. Default: baseline. */
  readonly fixtures?: string | FixtureRows | readonly (string | FixtureRows)[] | undefined
  /** False to open no socket; the server is then reached through `fetch` only. */
  readonly listen?: boolean | undefined
  /** A configuration file, such as that of `understay calibrate`. Options that are given win. */
  readonly config?: string | undefined
  /** The scenario of every world: the name of a bundled one, a file, or an object. */
  readonly scenario?: string | ScenarioOptions | undefined
}

/**
 * OAuth client credentials.
 *
 * @example
 * const { clientId, clientSecret } = sandbox.credentials
 */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The scopes this client may have. */
  readonly scopes: readonly string[]
}

/**
 * @example
 * const token = await sandbox.token({ scopes: ['properties_get'] })
 */
export interface TokenOptions {
  /** Id of the client; that of `credentials` by default. */
  readonly client?: string | undefined
  /** Requested scopes; by default all that the client may have. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * @example
 * await sandbox.clock.set({ at: '2026-12-31T23:59:00Z', run: 'frozen' })
 */
export interface ClockSetting {
  readonly at?: PointInTime | undefined
  readonly run?: ClockRun | undefined
}

/**
 * The clock of a sandbox. Token lifetimes, sessions, "today", timestamps and the `Date` header follow it.
 *
 * @example
 * await sandbox.clock.freeze()
 * await sandbox.clock.advance('61m')
 */
export interface UnderstayClock {
  /** Current time in epoch milliseconds. */
  now(): number
  /** Current day in UTC: `YYYY-MM-DD`. */
  today(): string
  /** Sets time, speed, or both. */
  set(to: ClockSetting): Promise<void>
  /** Stops the clock. */
  freeze(): Promise<void>
  /** Moves it forward by a duration: `250ms`, `90s`, `61m`, `2h`, `1d`. */
  advance(by: string): Promise<void>
}

/**
 * Entries after the one with this id only.
 *
 * @example
 * const later = await sandbox.journal({ since: 3 })
 */
export interface Since {
  readonly since?: number | undefined
}

/**
 * @example
 * await sandbox.verify({ operation: 'deleteGuest', never: true }, { timeoutMs: 50 })
 */
export interface VerifyOptions extends Since {
  /** Maximum wait in milliseconds of real time; 0 by default. */
  readonly timeoutMs?: number | undefined
  /** `ignore` leaves a `reaction` inconclusive, which cannot be told here; `require` by default. */
  readonly reactions?: 'require' | 'ignore' | undefined
}

/**
 * The faults of a world.
 *
 * @example
 * const { id } = await sandbox.faults.arm({ on: { operation: 'listProperties' }, network: { status: 503 } })
 * await sandbox.faults.disarm(id)
 */
export interface UnderstayFaults {
  /** Arms a fault. A reset removes it. @throws Error with every problem of the fault */
  arm(fault: FaultOptions): Promise<ArmedFault>
  list(): Promise<readonly ArmedFault[]>
  /** Disarms all faults armed at run time, or the one with this id. @returns how many were disarmed */
  disarm(id?: string): Promise<number>
}

/**
 * Named copies of the state. A reset keeps them.
 *
 * @example
 * await sandbox.snapshots.take('before')
 * const changes = await sandbox.snapshots.diff('before')
 * await sandbox.snapshots.remove('before')
 */
export interface UnderstaySnapshots {
  /** Saves the state under a name: lower-case letters, digits and hyphens. @throws Error when the name is taken */
  take(name: string): Promise<SnapshotInfo>
  /** Restores rows, tokens, sessions, counters and clock; the journal is unchanged. */
  restore(name: string): Promise<void>
  /** What has changed since it was taken, until now or until another one, `to`, was. */
  diff(name: string, to?: string): Promise<StateChanges>
  remove(name: string): Promise<void>
}

/**
 * Numbers of deliveries.
 *
 * @example
 * const { made, failed } = (await sandbox.report()).deliveries
 */
export type DeliveryNumbers = Omit<DeliveryTotals, 'hooks'>

/**
 * An event as received.
 *
 * @example
 * const receiver = await sandbox.webhooks.receive()
 * const names = receiver.all().map(({ task }) => task)
 * await receiver.close()
 */
export interface ReceivedEvent {
  readonly task: string
  readonly data: Readonly<Record<string, unknown>> & { readonly task: string }
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * @example
 * const broken = await sandbox.webhooks.receive({ status: 500 })
 * await broken.close()
 */
export interface ReceiverOptions extends Omit<WebhookOptions, 'url'> {
  /** Status of its responses; 200 by default. */
  readonly status?: number | undefined
}

/**
 * A webhook receiver in the test process.
 *
 * @example
 * const receiver = await sandbox.webhooks.receive()
 * const event = receiver.next({ task: 'booking_added' }, { timeoutMs: 50 }).catch(() => undefined)
 * await event
 * await receiver.close()
 */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  /** Status of its responses from now on. */
  status: number
  /**
   * Waits for the next event with these fields that was not returned yet.
   *
   * @throws Error when none arrives in time; 5 s by default
   */
  next(
    wanted?: Readonly<Record<string, string | number>>,
    options?: { readonly timeoutMs?: number | undefined },
  ): Promise<ReceivedEvent>
  /** All received events, in order. */
  all(): readonly ReceivedEvent[]
  /** Stops the receiver and removes its webhook. */
  close(): Promise<void>
}

/**
 * The webhooks of a world.
 *
 * @example
 * const { id } = await sandbox.webhooks.add({ url: 'http://127.0.0.1:9/hook' })
 * await sandbox.webhooks.remove(id)
 */
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

/**
 * A world: its addresses, and operations for tests.
 *
 * @example
 * const headers = { authorization: `Bearer ${await sandbox.token()}` }
 * const answer = await sandbox.fetch('/service/api/properties/all', { headers })
 * await sandbox.verify({ operation: 'listProperties', status: 200 })
 */
export interface UnderstayWorld {
  readonly url: string
  /** The base URL for clients. */
  readonly baseUrl: string
  /** `baseUrl` followed by the path of the interface: `/service/api`. */
  readonly apiUrl: string
  readonly tokenUrl: string
  /** The credentials of the option `client`, else of the client `demo`, else of the first one with valid tokens. */
  readonly credentials: Credentials
  /** The credentials of a client. @throws Error naming the existing clients */
  credentialsOf(clientId: string): Credentials
  readonly clock: UnderstayClock
  /**
   * Sends a request without a socket. A text that begins with `/` is a path of this world; the host of any other URL is ignored.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Issues an access token; not journalled. @throws Error when the client may not have the scopes */
  token(options?: TokenOptions): Promise<string>
  /** Resets state, tokens, clock, randomness, scenario and journal. */
  reset(): Promise<void>
  /**
   * Restarts the world with a scenario: the name of a bundled one, a file, or an object; undefined for none.
   *
   * @throws Error with every problem of the scenario, by line and field
   */
  play(scenario: string | ScenarioOptions | undefined): Promise<void>
  /**
   * Makes an event of scenarios happen now, such as `{ do: 'guest_cancels', with: { booking: 'latest' } }`.
   *
   * @throws Error with every problem of the event, or why it cannot happen
   */
  trigger(event: TriggerOptions): Promise<TriggeredEvent>
  /** Faults to inject. */
  readonly faults: UnderstayFaults
  /** Saved states. */
  readonly snapshots: UnderstaySnapshots
  /** Webhooks and their deliveries. */
  readonly webhooks: UnderstayWebhooks
  /**
   * Verifies expectations, immediately or within a time limit.
   *
   * @param expected the expectations of the scenario by default; a `reaction` cannot be told here, and fails without `reactions: 'ignore'`: `report()` has a `verdict`
   * @throws VerifyError if one is unmet or inconclusive, naming what differs and the most similar calls
   */
  verify(
    expected?: ExpectationOptions | readonly ExpectationOptions[],
    options?: VerifyOptions,
  ): Promise<readonly ExpectationOutcome[]>
  /** The report on scenario and client: as data, Markdown (`md`), one HTML page (`html`) or JUnit XML (`junit`). */
  report(): Promise<UnderstayReport>
  report(format: 'md' | 'html' | 'junit'): Promise<string>
  /** The journalled requests, oldest first. Requests to the control API are not journalled. */
  journal(options?: Since): Promise<readonly JournalEntry[]>
  /** The events of the world, oldest first. */
  events(options?: Since): Promise<readonly UnderstayEvent[]>
  /** The traffic of the scenario; with `since`, only sales after that id. */
  traffic(options?: Since): Promise<UnderstayTraffic>
}

/**
 * An isolated world on the same server.
 *
 * @example
 * const other = await understay.sandbox('w1')
 * await other.delete()
 */
export interface UnderstaySandbox extends UnderstayWorld {
  readonly name: string
  /** Deletes the sandbox. This object then refuses calls; `sandbox(name)` of the server opens a new one of this name. */
  delete(): Promise<void>
}

/**
 * A server, and its default world.
 *
 * @example
 * const server = await startUnderstay()
 * const other = await server.sandbox('w1')
 * await server.close()
 */
export interface Understay extends UnderstayWorld, AsyncDisposable {
  /** With the option `tls`: the PEM file of the CA that clients have to trust; deleted by `close`. */
  readonly caFile: string | undefined
  /**
   * An isolated world, created on first use.
   *
   * @param name lower-case letters, digits and hyphens, at most 63
   * @throws Error when the name is invalid, or there are too many sandboxes
   */
  sandbox(name: string): Promise<UnderstaySandbox>
  /** Completes the requests in progress and stops the server and its webhook receivers. */
  close(): Promise<void>
}
