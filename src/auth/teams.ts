/**
 * Teams: who may use the control API of which sandboxes, and how much of the server each team may use.
 *
 * @module
 */
import { SANDBOX_NAME } from '../base/sandbox-name.ts'

/** How much of the server a team may use; undefined: as much as there is. */
export interface TeamLimits {
  /** Sandboxes there may be at the same time, in use or stored. */
  readonly sandboxes: number | undefined
  /** Calls in a minute, of the service and of the control API together. */
  readonly callsPerMinute: number | undefined
}

/** A team as it was declared. */
export interface TeamSettings {
  /** Names the team in messages, logs and metrics. */
  readonly label: string
  readonly token: string
  /** What the names of its sandboxes begin with, at least one. */
  readonly prefixes: readonly string[]
  readonly limits: TeamLimits
}

/** A minute begins with the first call after the one before has ended. */
const MINUTE_MS = 60_000

/** One team, with the calls it has made in this process. */
export class Team {
  readonly label: string
  readonly prefixes: readonly string[]
  readonly limits: TeamLimits
  #began = -Infinity
  #calls = 0
  #refused = 0

  constructor({ label, prefixes, limits }: TeamSettings) {
    this.label = label
    this.prefixes = prefixes
    this.limits = limits
  }

  /** True for the name of a sandbox of this team, whether there is such a sandbox or not. */
  has(sandbox: string): boolean {
    return this.prefixes.some((prefix) => sandbox.startsWith(prefix))
  }

  /** Calls refused since the process started, because there were too many in a minute. */
  get refused(): number {
    return this.#refused
  }

  /**
   * Counts a call.
   *
   * @param now milliseconds of a clock that never goes back
   * @returns the seconds after which a call is taken again, at least 1; 0 where this one may go on
   */
  take(now: number): number {
    const { callsPerMinute } = this.limits
    if (callsPerMinute === undefined) return 0
    if (now - this.#began >= MINUTE_MS) {
      this.#began = now
      this.#calls = 0
    }
    if (this.#calls < callsPerMinute) {
      this.#calls++
      return 0
    }
    this.#refused++
    return Math.max(1, Math.ceil((this.#began + MINUTE_MS - now) / 1000))
  }
}

/** Names whose team is remembered. */
const MAX_REMEMBERED = 10_000

/** All teams of a server. */
export class Teams {
  readonly all: readonly Team[]
  readonly #byToken: ReadonlyMap<string, Team>
  readonly #bySandbox = new Map<string, Team | undefined>()

  constructor(settings: readonly TeamSettings[]) {
    const made = settings.map((one) => [one.token, new Team(one)] as const)
    this.all = made.map(([, team]) => team)
    this.#byToken = new Map(made)
  }

  /** The team that a sandbox of this name belongs to; undefined where none does. */
  of(sandbox: string): Team | undefined {
    const known = this.#bySandbox.get(sandbox)
    if (known || this.#bySandbox.has(sandbox)) return known
    // whoever calls chooses the name: what no sandbox can be called is not remembered
    if (!SANDBOX_NAME.test(sandbox)) return undefined
    const team = this.all.find((one) => one.has(sandbox))
    if (this.#bySandbox.size >= MAX_REMEMBERED) this.#bySandbox.clear()
    this.#bySandbox.set(sandbox, team)
    return team
  }

  /** The tokens of all teams, to be masked wherever they are sent. */
  get tokens(): Iterable<string> {
    return this.#byToken.keys()
  }

  withToken(token: string): Team | undefined {
    return this.#byToken.get(token)
  }
}

/** Why a call is refused that a team may not make now. @param seconds until the next one is taken */
export const tooManyCalls = ({ label, limits }: Team, seconds: number): string =>
  `the team ${label} may make ${limits.callsPerMinute} calls a minute, of the service and of the control API together; try again in ${seconds} s`

/** Why there is no sandbox that is no team's. */
export const noTeam = (sandbox: string): string =>
  `no team has a sandbox ${sandbox}: its name begins with none of the prefixes in the file of --control-tokens; begin it with one of your team`
