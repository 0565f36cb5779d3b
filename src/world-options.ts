/**
 * What a world is made from.
 *
 * @module
 */
import type { Day } from './base/day.ts'
import type { Instant } from './base/instant.ts'
import type { Choices } from './contract/choices.ts'
import type { Product } from './contract/product.ts'
import type { Entry } from './http/journal.ts'
import type { Scenario } from './play/scenario.ts'
import type { Counters, RowLists } from './store/state.ts'

/** Where the server tells what it does. */
export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
  request(sandbox: string, entry: Entry): void
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
export interface Premise {
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

/** Makes premises from what the server was configured with. */
export interface Premises {
  /** The server's own, without a scenario. @throws FixtureError */
  plain(): Promise<Premise>
  /** That of a scenario: what it says, and for the rest the server's own. @throws ScenarioError, FixtureError */
  of(scenario: Scenario): Promise<Premise>
  /**
   * What the server begins with, all files read again; what was made before counts until that has succeeded.
   *
   * @throws ScenarioError, FixtureError
   */
  anew(): Promise<Premise>
}

export interface WorldOptions extends Premise {
  readonly product: Product
  /** Makes other premises; undefined where nothing else can be played. */
  readonly premises?: Premises | undefined
  /** The folder of state files; undefined keeps everything in memory. */
  readonly data: string | undefined
  /** Seeds anew, whatever the folder holds. */
  readonly fresh: boolean
  /** Tokens from the system's random source. */
  readonly secureTokens: boolean
  /** Requests kept in the journal of a sandbox. */
  readonly journal: number
  readonly log: Log
}
