/**
 * What a world is made from.
 *
 * @module
 */

import type { Product } from '../api/product.ts'
import type { Day } from '../base/day.ts'
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-api/choices/choices.ts'
import type { KeptRequest } from '../journal/journal.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Pauses } from '../simulation/pauses.ts'
import type { Timers } from '../simulation/timers.ts'
import type { Counters, RowLists } from '../store/state.ts'
import type { Storage } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { Scheduler } from './scheduler.ts'

/** Where the server tells what it does. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
  request(sandbox: string, request: KeptRequest): void
}

/** The rows fixtures make on a given day. */
interface Seeded {
  readonly counters: Counters
  readonly collections: RowLists
}

/** How the clock of a fresh sandbox begins. */
export interface ClockStart {
  /** Undefined: at the machine's time. */
  readonly at: Instant | undefined
  /** 1 as fast as real time, 0 frozen, 60 a minute a second. */
  readonly speed: number
}

/** What a fresh sandbox begins with: the server's own, or that of a scenario. */
export interface SandboxTemplate {
  readonly choices: Choices
  readonly seed: number
  /** Makes the rows. */
  readonly makeRows: (today: Day, now: Instant) => Seeded
  /** Where the clock begins, and how it runs. */
  readonly clock: ClockStart
  /** Seconds a token lives. */
  readonly tokenLifetime: number
  /** What is played. */
  readonly scenario?: Scenario | undefined
}

/** Makes templates from what the server was configured with. */
export interface SandboxTemplates {
  /** The server's own, without a scenario. @throws FixtureError */
  plain(): Promise<SandboxTemplate>
  /** That of a scenario: what it says, and for the rest the server's own. @throws ScenarioError, FixtureError */
  of(scenario: Scenario): Promise<SandboxTemplate>
  /** That of a scenario that the program's user or the calling code names: a bundled one, a file, or itself. @throws ScenarioError, FixtureError */
  given(scenario: string | object): Promise<SandboxTemplate>
  /**
   * That of a scenario that came over the wire: a text, or a name alone. It reads no files but those of folders named at start.
   *
   * @throws ScenarioError, FixtureError
   */
  sent(text: string): Promise<SandboxTemplate>
  /**
   * What the server begins with, all files read again; what was made before counts until that has succeeded.
   *
   * @throws ScenarioError, FixtureError
   */
  anew(): Promise<SandboxTemplate>
}

export interface WorldOptions extends SandboxTemplate {
  readonly product: Product
  /** Makes other templates; undefined where nothing else can be played. */
  readonly templates?: SandboxTemplates | undefined
  /** Where sandboxes are kept; undefined keeps everything in memory. */
  readonly storage: Storage | undefined
  /** Tokens from the system's random source. */
  readonly secureTokens: boolean
  /** Requests kept in the journal of a sandbox. */
  readonly journal: number
  readonly log: Log
  /** The machine's time and timers; undefined for the real ones. */
  readonly timers?: Timers | undefined
}

/** What a sandbox asks of the world that holds it. */
export interface SandboxHost {
  readonly options: WorldOptions
  readonly choices: Choices
  /** Makes templates for scenarios. @throws Error in a world that was made without them */
  readonly templates: SandboxTemplates
  readonly product: Product
  readonly log: Log
  /** Secrets of the server itself, masked wherever a client sends them. */
  readonly secrets: ReadonlySet<string>
  /** Delays of calls under way; they end with the world. */
  readonly pauses: Pauses
  /** True once nothing is stored any more. */
  readonly closed: boolean
  /** Bytes the journal of one sandbox may take, as many sandboxes as there are now. */
  readonly journalBytes: number
  /** Lets happen on time what is due in sandboxes. */
  readonly scheduler: Scheduler
  /** Announces that a sandbox is about to lose what was done in it. */
  tellEnding(sandboxName: string): void
  /**
   * A fresh store for a sandbox; what was stored of it is removed first.
   *
   * @throws what keeps it from being removed; nothing has happened then
   */
  renew(name: string, gate: StorageGate | undefined, template: SandboxTemplate): Store
}
