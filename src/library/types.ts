/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What users of the library see. These types stand alone: nothing here needs a package that is not installed with them.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import type { EventData, EventName } from '../domain/event/events.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { OperationId } from './operation-id.ts'
import type { PointInTime } from './point-in-time.ts'
import type { ExpectationOptions, ExpectationOutcome, ScenarioOptions, UnderstayFaults } from './scenario-types.ts'
import type { SettingOptions } from './setting-options.ts'
import type { UnderstayWebhooks } from './webhook-types.ts'

/** How a clock runs: as fast as real time, not at all, or so many times as fast (`60x`: a minute a second). */
export type ClockRun = 'real' | 'frozen' | `${number}x`

/** How a server starts. Everything may be left out. The environment and configuration files are not read. */
export interface UnderstayOptions extends SettingOptions {
  /** False: no socket at all; the server is reached through `fetch` only. */
  readonly listen?: boolean | undefined
  /** What is played in every world: a bundled scenario by name, a file, or a scenario itself. */
  readonly scenario?: string | ScenarioOptions | undefined
}

/** What a client says of itself to get a token. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The scopes this client may have. */
  readonly scopes: readonly string[]
}

export interface TokenOptions {
  /** Id of the client; by default the one of `credentials`. */
  readonly client?: string | undefined
  /** By default all scopes that the client may have. */
  readonly scopes?: readonly string[] | undefined
}

export interface ClockSetting {
  readonly at?: PointInTime | undefined
  readonly run?: ClockRun | undefined
}

/** The clock of a sandbox: token life, sessions, "today", time stamps and the `Date` header follow it. */
export interface UnderstayClock {
  /** Epoch milliseconds, as this clock shows them. */
  now(): number
  /** The day it is, in UTC: `YYYY-MM-DD`. */
  today(): string
  /** Puts the clock to another time, or makes it run differently, or both. */
  set(to: ClockSetting): Promise<void>
  /** Stops the clock where it stands. */
  freeze(): Promise<void>
  /** Moves it forward by a span: `250ms`, `90s`, `61m`, `2h`, `1d`. */
  advance(by: string): Promise<void>
}

/** One request, and what became of it. Secrets and tokens are masked. */
export interface JournalEntry {
  readonly id: number
  /** The name of the sandbox it was for. */
  readonly sandbox: string
  /** When, by the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly method: string
  /** Path below the interface, and query. */
  readonly target: string
  /** When, by the machine's clock: epoch milliseconds. */
  readonly real: number
  /** The id of the operation, such as `listBookings`. */
  readonly operation?: OperationId
  /** The values in the path, by parameter name, as they were sent. */
  readonly path?: Readonly<Record<string, string>>
  /** Id of the client whose token was sent, or that asked for one. */
  readonly client?: string
  /** The first characters of the token that was sent, or given out. */
  readonly token?: string
  /** The property the call was about. */
  readonly property?: number
  /** What the call was about, as far as it says: a read without rooms covers all of them, one without nights every night. */
  readonly subject?: {
    readonly property?: number
    readonly rooms?: readonly number[]
    readonly nights?: { readonly from?: Day; readonly to?: Day }
    readonly booking?: number
    readonly guest?: string
  }
  /** The booking session that was named. */
  readonly session?: string
  /** The channel that was named. */
  readonly channel?: string
  /** What the client calls the request: its `X-Request-Id` or `X-Correlation-Id`. */
  readonly correlation?: string
  readonly status: number
  /** Milliseconds it took, by the machine's clock. */
  readonly ms: number
  readonly refusalCode?: RefusalCode
  /** The words of the refusal. */
  readonly refusal?: string
  /** What was probably meant. */
  readonly hint?: string
  readonly warnings?: readonly string[]
  /** What a scenario did to this call: `<scenario>/<n>`. */
  readonly fault?: readonly string[]
  /** Trouble on the way that the call met. */
  readonly edge?:
    | 'delay'
    | 'status'
    | 'carried-out'
    | 'cut-before'
    | 'cut-after-commit'
    | 'truncated'
    | 'html'
    | 'empty'
    | 'extra-fields'
  /** True when the caller had hung up before the answer was sent. */
  readonly gone?: true
  /** The status of an answer that was made and then lost on the way; what it did has happened. */
  readonly lost?: number
  /** Form fields that nothing read. */
  readonly unread?: readonly string[]
  /** Rows the request changed: collection to ids. */
  readonly touched?: Readonly<Record<string, readonly (number | string)[]>>
  /** The headers of the request that are kept, by name in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The form that was sent. */
  readonly request?: string
  /** The text of the answer, cut where it is long. */
  readonly response?: string
}

/** What happened in the world, under the service's own event names. */
export interface UnderstayEvent {
  readonly id: number
  /** When, by the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly task: EventName
  readonly data: EventData
}

/** What acts by itself while a scenario is played: see docs/traffic.md. */
export interface UnderstayTraffic {
  readonly traffic: readonly TrafficSource[]
  /** The last 1,000 acts, oldest first. */
  readonly acts: readonly TrafficAct[]
  /** What other channels have sold, oldest first. No list of the service shows it. */
  readonly sales: readonly ChannelSale[]
}

/** One kind of traffic, and how often it acted so far. */
export interface TrafficSource {
  readonly id: string
  readonly do: string
  /** When it acts next: ISO 8601; null once it has ended. */
  readonly next: string | null
  /** Its own act first, then what follows a booking. */
  readonly acts: readonly { readonly do: string; readonly happened: number; readonly blocked: number }[]
  /** Why an act could not happen, the last time. */
  readonly lastBlocked: string | null
}

/** One act of traffic. */
export interface TrafficAct {
  readonly id: number
  /** The id of the traffic. */
  readonly traffic: string
  /** Which of its offers, counted from 1. */
  readonly number: number
  readonly do: string
  /** By the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly property: number | null
  /** The contract uid it was about. */
  readonly booking: number | null
  readonly room: number | null
  readonly arrival: string | null
  /** Not a night of the stay. */
  readonly departure: string | null
  /** Why it could not happen. */
  readonly blocked: string | null
}

/** A room that another channel sold: the client has to close its nights. */
export interface ChannelSale {
  readonly id: number
  readonly at: string
  readonly property: number
  readonly room: number
  readonly arrival: string
  /** Not a night of the stay. */
  readonly departure: string
  readonly nights: readonly string[]
}

/** Entries after the one with this id only. */
export interface Since {
  readonly since?: number | undefined
}

export interface VerifyOptions extends Since {
  /** How long to wait for it, by the machine's clock; by default not at all. */
  readonly timeoutMs?: number | undefined
}

/** The verdict on a run. `understay run` writes the same for every sandbox. */
export interface UnderstayReport {
  readonly verdict: 'passed' | 'failed' | 'inconclusive'
  /** Why it failed, in words. */
  readonly reasons: readonly string[]
  /** Scenario, faults, events, expectations, conformance and calls: see docs/control-api.md. */
  readonly [part: string]: unknown
}

/** One world: its addresses, and everything a test does with it beside calling the interface. */
export interface UnderstayWorld {
  readonly url: string
  /** The `base_url` of a client. */
  readonly baseUrl: string
  /** `baseUrl` and the path of the interface: `/service/api`. */
  readonly apiUrl: string
  readonly tokenUrl: string
  /** Those of the client `demo`, or of the first client whose tokens work. */
  readonly credentials: Credentials
  /** Those of any client of the world. @throws Error naming the clients there are */
  credentialsOf(clientId: string): Credentials
  readonly clock: UnderstayClock
  /**
   * Answers a request without a socket, as the server would. A text that begins with `/` is a path of this world; the host
   * of any other address does not matter.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** A new access token. Leaves no trace in the journal. @throws Error when the client may not have the scopes */
  token(options?: TokenOptions): Promise<string>
  /** Makes everything as it was when the world was new: state, tokens, clock, chance, scenario and journal. */
  reset(): Promise<void>
  /**
   * Begins anew with a scenario: a bundled one by name, a file, or a scenario itself; undefined: with none.
   *
   * @throws Error with everything that is wrong in it, by line and field
   */
  play(scenario: string | ScenarioOptions | undefined): Promise<void>
  /** What goes wrong on purpose. */
  readonly faults: UnderstayFaults
  /** Who is notified of what happens. */
  readonly webhooks: UnderstayWebhooks
  /**
   * Demands what is expected of the calls so far, or within a time.
   *
   * @param expected by default what the scenario expects
   * @throws VerifyError whose message says what is amiss, and what came nearest
   */
  verify(
    expected?: ExpectationOptions | readonly ExpectationOptions[],
    options?: VerifyOptions,
  ): Promise<readonly ExpectationOutcome[]>
  /** What became of the scenario, and how the client did: as data, or as a text for people (`md`) or CI (`junit`). */
  report(): Promise<UnderstayReport>
  report(format: 'md' | 'junit'): Promise<string>
  /** The requests so far, oldest first; never those of the control API. */
  journal(options?: Since): Promise<readonly JournalEntry[]>
  /** What happened in the world so far, oldest first. */
  events(options?: Since): Promise<readonly UnderstayEvent[]>
  /** What acts by itself, and what other channels have sold; `since`: only sales after the one with this id. */
  traffic(options?: Since): Promise<UnderstayTraffic>
}

/** A world of its own beside others on one server. */
export interface UnderstaySandbox extends UnderstayWorld {
  readonly name: string
  /** Lets the sandbox go. The next use of its name makes a new one. */
  delete(): Promise<void>
}

/** A server, and its default world. */
export interface Understay extends UnderstayWorld, AsyncDisposable {
  /** With the option `tls`: the CA that callers have to trust, as a PEM file that is there until `close`. */
  readonly caFile: string | undefined
  /**
   * A world of its own, made at its first use.
   *
   * @param name lower-case letters, digits and hyphens, at most 63
   * @throws Error when the name is none, or there are too many
   */
  sandbox(name: string): Promise<UnderstaySandbox>
  /** Stops the server; what is under way is finished first. Nothing is left that keeps the process alive. */
  close(): Promise<void>
}
