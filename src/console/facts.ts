/**
 * What a console page is made of.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../contract/choices.ts'
import type { Entry } from '../http/journal.ts'
import type { Report } from '../report/report.ts'

/** Where the page and what it shows are reached. */
export interface ConsolePlace {
  /** Path of the control API of this sandbox: `/@w1/_understay`. Addresses of the page begin with it. */
  readonly base: string
  /** Server and sandbox, which is the `base_url` of a client. */
  readonly url: string
  readonly apiUrl: string
}

/** A sandbox in the list of all. */
export interface SandboxShown {
  readonly name: string
  /** Path of its console. */
  readonly console: string
  /** Null of one that waits on disk. */
  readonly calls: number | null
  readonly changed_rows: number | null
}

/** A client with its secret, as the credentials of the control API show it. */
export interface ClientShown {
  readonly client_id: string
  readonly client_secret: string
  readonly label: string
  readonly scopes: readonly string[]
  readonly tokens: 'normal' | 'expired'
  readonly user: { readonly name: string; readonly level: string } | null
  readonly properties: readonly number[]
}

/** Entries of the journal that were asked for. */
export interface JournalShown {
  /** Newest first. */
  readonly entries: readonly Entry[]
  /** How many match, shown or not. */
  readonly matching: number
  /** How many there are. */
  readonly kept: number
  /** How many had to make room. */
  readonly dropped: number
  /** Of the oldest that is kept; one more than the last id when there is none. */
  readonly oldest: number
  readonly lastId: number
  /** How many are shown at most. */
  readonly limit: number
  /** The filters in force, by name, as they were sent. */
  readonly filter: Readonly<Record<string, string>>
  /** What is wrong with them. */
  readonly problem: string | undefined
  /** What can be filtered by. */
  readonly operations: readonly string[]
}

/** A sandbox at a moment of its clock. */
export interface ConsoleFacts {
  readonly version: string
  readonly place: ConsolePlace
  readonly sandbox: string
  readonly product: string
  readonly choices: Choices
  readonly seed: number
  /** Folder of the state; undefined where everything is in memory. */
  readonly data: string | undefined
  /** Seconds. */
  readonly tokenLifetime: number
  readonly clock: { readonly at: Instant; readonly speed: number; readonly run: string }
  readonly sandboxes: readonly SandboxShown[]
  readonly credentials: readonly ClientShown[]
  /** What was played, expected and found so far. */
  readonly report: Report
  /** Faults that can happen no more. */
  readonly spent: ReadonlySet<string>
  /** Names of the bundled scenarios. */
  readonly scenarios: readonly string[]
  readonly journal: JournalShown
}
