import type { Product } from '../api/product.ts'
import type { Teams } from '../auth/teams.ts'
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { SeededWorld } from '../fixtures/seed/seed.ts'
import type { KeptRequest } from '../journal/journal.ts'
import type { Scenario, ScenarioSource } from '../scenario/scenario.ts'
import { realNow } from '../simulation/clock.ts'
import type { Pauses } from '../simulation/pauses.ts'
import type { Storage } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { Metrics } from './metrics.ts'
import type { Scheduler } from './scheduler.ts'

export interface Log {
  /** Undefined where such messages are not wanted. */
  debug?(message: string, fields: Readonly<Record<string, unknown>>): void
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
  request(sandbox: string, request: KeptRequest): void
  /** Sets fields that every later line has, where lines are read by machines. */
  tag?(fields: Readonly<Record<string, unknown>>): void
  /** How many lines could not be written so far. */
  readonly lostLines?: number
}

export interface ClockStart {
  /** Start time; undefined for real time. */
  readonly at: Instant | undefined
  /** Factor of real time: 1 real, 0 frozen, 60 one minute per second. */
  readonly speed: number
  /** True when it stands still until the first call. */
  readonly waits?: boolean
}

/** The initial content of a sandbox: from the configuration of the server, with or without a scenario. */
export interface SandboxTemplate {
  readonly choices: Choices
  /** What set a choice: `--choice`, `scenario NAME`; undefined for the default of the program. */
  readonly choiceFrom?: (id: string) => string | undefined
  readonly seed: number
  /** The rows of a sandbox that begins at an instant. */
  readonly makeRows: (now: Instant) => SeededWorld
  readonly clock: ClockStart
  /** Lifetime of a token in seconds. */
  readonly tokenLifetime: number
  readonly scenario?: Scenario | undefined
}

/** The rows of a sandbox that begins now, by its own clock where it has one. */
export const rowsNow = ({ makeRows, clock }: SandboxTemplate): SeededWorld => makeRows(clock.at ?? realNow())

export interface SandboxTemplates {
  /** The template without a scenario. @throws FixtureError */
  withoutScenario(): Promise<SandboxTemplate>
  /** The template of a scenario; what it does not set comes from the configuration. @throws ScenarioError, FixtureError */
  fromScenario(scenario: Scenario): Promise<SandboxTemplate>
  /** The template of a trusted scenario: the name of a bundled one, a file, or an object. @throws ScenarioError, FixtureError */
  fromTrusted(scenario: string | object): Promise<SandboxTemplate>
  /**
   * The template of a scenario sent over HTTP: a text or a name. It may read only files in the folders allowed at start.
   *
   * @throws ScenarioError, FixtureError
   */
  fromUntrusted(text: string): Promise<SandboxTemplate>
  /** The scenarios in the folders named at start, by the file names that {@link fromUntrusted} takes; also those with mistakes. */
  scenariosInFolders(): Promise<readonly Pick<Scenario, 'name' | 'about'>[]>
  /** The template of a stored scenario. @throws ScenarioError, FixtureError */
  fromSources(sources: readonly ScenarioSource[]): Promise<SandboxTemplate>
  /**
   * The template of the server, with all files read again. On failure the previous one stays in force.
   *
   * @throws ScenarioError, FixtureError
   */
  reload(): Promise<SandboxTemplate>
}

export interface WorldOptions extends SandboxTemplate {
  readonly product: Product
  /** Creates other templates; undefined when scenarios cannot change. */
  readonly templates?: SandboxTemplates | undefined
  /** The storage; undefined keeps everything in memory. */
  readonly storage: Storage | undefined
  /** The teams with their sandboxes and limits; undefined if every client may use every sandbox. */
  readonly teams?: Teams | undefined
  /** True to generate tokens from the random source of the system, instead of the seed. */
  readonly secureTokens: boolean
  /** Maximum number of sandboxes: in memory where the storage is asynchronous, else in memory and stored. Default: {@link MAX_SANDBOXES} of `world.ts`. */
  readonly maxSandboxes?: number | undefined
  /** Milliseconds by which every response is later. Default: 0. */
  readonly latency?: number | undefined
  /** Number of requests that the journal of a sandbox keeps. */
  readonly journal: number
  readonly log: Log
}

/** What a sandbox needs of its world. */
export interface SandboxHost {
  readonly options: WorldOptions
  readonly template: SandboxTemplate
  /** Creates templates for scenarios. @throws Error in a world without them */
  readonly templates: SandboxTemplates
  readonly product: Product
  readonly log: Log
  /** Secrets of the server itself, masked wherever a client sends them. */
  readonly secrets: ReadonlySet<string>
  /** Delays of requests in progress; they end when the world closes. */
  readonly pauses: Pauses
  /** True once nothing is stored any more. */
  readonly closed: boolean
  /** The current memory limit of one journal, in bytes. */
  readonly limits: { journalBytes(own: number): number }
  /** Runs due events on time. */
  readonly scheduler: Scheduler
  readonly metrics: Metrics
  /** Announces that a sandbox is about to be reset or restarted. */
  notifyEnding(sandboxName: string): void
  /**
   * A new store for a sandbox; its stored state is removed first.
   *
   * @throws when the stored state cannot be removed; nothing has changed then
   */
  renew(name: string, gate: StorageGate | undefined, template: SandboxTemplate): Store
}
