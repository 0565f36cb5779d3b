/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What users of the library see. These types stand alone: nothing here needs a package that is not installed with them.
 *
 * @module
 */
import type { Choices } from '../contract/choices.ts'
import type { EventData, EventName } from '../domain/event.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { OperationId } from './operation-id.ts'
import type { ExpectationOptions, ExpectationOutcome, ScenarioOptions, UnderstayFaults } from './scenario-face.ts'

/** A point in time: ISO 8601 with a zone (`2026-03-01T09:00:00Z`), a day (its 00:00 UTC), epoch milliseconds, or a Date. */
export type PointInTime = string | number | { toISOString(): string }

/** How a clock runs: as fast as real time, not at all, or so many times as fast (`60x`: a minute a second). */
export type ClockRun = 'real' | 'frozen' | `${number}x`

/** How a server starts. Everything may be left out. The environment and configuration files are not read. */
export interface UnderstayOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number | undefined
  /** Address to listen on; by default 127.0.0.1 and ::1. */
  readonly host?: string | undefined
  /** False: no socket at all; the server is reached through `fetch` only. */
  readonly listen?: boolean | undefined
  /** The product word in paths, header names and label keys; by default `service`. */
  readonly product?: string | undefined
  /** Which set of answers to start from; by default `documented`. */
  readonly profile?: 'documented' | 'current' | undefined
  /** Single answers that differ from the profile's, by the id of the choice. */
  readonly choices?: { readonly [Id in keyof Choices]?: Choices[Id] | undefined } | undefined
  /** What the world is made of: bundled worlds by name, files, folders; by default `baseline`. */
  readonly fixtures?: string | readonly string[] | undefined
  /** What is played in every world: a bundled scenario by name, a file, or a scenario itself. */
  readonly scenario?: string | ScenarioOptions | undefined
  /** Folder of the state files, where the world is to survive the process; left out, all is kept in memory. */
  readonly data?: string | undefined
  /** Seeds anew, whatever the data folder holds. */
  readonly fresh?: boolean | undefined
  /** Seed of everything random; by default 1. */
  readonly seed?: number | undefined
  /** Where the clock starts; by default now. A reset goes back to it. */
  readonly at?: PointInTime | undefined
  /** The clock stands still until it is moved. */
  readonly freeze?: boolean | undefined
  /** Seconds a token lives; by default what the profile says. */
  readonly tokenLifetime?: number | undefined
  /** Requests kept in the journal of a sandbox; by default 1000. */
  readonly journal?: number | undefined
  /** `open` opens the control API to whoever reaches the server; by default it answers on loopback. */
  readonly control?: 'loopback' | 'open' | undefined
  /** The token the control API asks for. */
  readonly controlToken?: string | undefined
  /** The address that links in answers begin with; by default the one the request was sent to. */
  readonly publicUrl?: string | undefined
  /** Where requests are told on standard output, and how; by default `off`, which leaves faults of the server itself. */
  readonly log?: 'auto' | 'pretty' | 'json' | 'off' | undefined
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error' | undefined
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
  /** The booking session that was named. */
  readonly session?: string
  /** The channel that was named. */
  readonly channel?: string
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
  readonly edge?: 'delay' | 'status' | 'cut-before' | 'cut-after-commit' | 'truncated' | 'html' | 'empty'
  /** True when the caller had hung up before the answer was sent. */
  readonly gone?: true
  /** The status of an answer that was made and then lost on the way; what it did has happened. */
  readonly lost?: number
  /** Form fields that nothing read. */
  readonly unread?: readonly string[]
  /** Rows the request changed: collection to ids. */
  readonly touched?: Readonly<Record<string, readonly (number | string)[]>>
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
  readonly verdict: 'passed' | 'failed'
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
}

/** A world of its own beside others on one server. */
export interface UnderstaySandbox extends UnderstayWorld {
  readonly name: string
  /** Lets the sandbox go. The next use of its name makes a new one. */
  delete(): Promise<void>
}

/** A server, and its default world. */
export interface Understay extends UnderstayWorld, AsyncDisposable {
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
