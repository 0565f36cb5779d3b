/** Teams: the sandboxes whose control API a team may use, and the limits of each team. */
import { MINUTE_MS } from '../base/duration.ts'
import { SANDBOX_NAME } from '../base/sandbox-name.ts'

/** The limits of a team; undefined: unlimited. */
export interface TeamLimits {
  /** The number of sandboxes at the same time, open or stored. */
  readonly sandboxes: number | undefined
  /** Calls per minute, to the service and the control API together. */
  readonly callsPerMinute: number | undefined
}

export interface TeamSettings extends Pick<Team, 'label' | 'prefixes' | 'limits'> {
  readonly token: string
}

/** One team, with the number of its calls in this process. */
export class Team {
  /** Names the team in messages, logs and metrics. */
  readonly label: string
  /** Prefixes of the names of its sandboxes; at least one. */
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

  /** True for the name of a sandbox of this team; the sandbox need not exist. */
  has(sandbox: string): boolean {
    return this.prefixes.some((prefix) => sandbox.startsWith(prefix))
  }

  /** The number of calls refused by the limit since the process started. */
  get refusedCalls(): number {
    return this.#refused
  }

  /**
   * Counts a call.
   *
   * @param now milliseconds of a monotonic clock
   * @returns 0 when the call is allowed, else the seconds until the next one is, at least 1
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

export class Teams {
  readonly all: readonly Team[]
  readonly #byToken: ReadonlyMap<string, Team>

  constructor(settings: readonly TeamSettings[]) {
    const teams = settings.map((one) => [one.token, new Team(one)] as const)
    this.all = teams.map(([, team]) => team)
    this.#byToken = new Map(teams)
  }

  /** The team of a sandbox; undefined without one, and for a name that no sandbox can have. */
  of(sandbox: string): Team | undefined {
    return SANDBOX_NAME.test(sandbox) ? this.all.find((team) => team.has(sandbox)) : undefined
  }

  /** The tokens of all teams, for masking. */
  get tokens(): Iterable<string> {
    return this.#byToken.keys()
  }

  withToken(token: string): Team | undefined {
    return this.#byToken.get(token)
  }
}

/**
 * The message for a call above the limit of a team.
 *
 * @param seconds until the next call is allowed
 */
export const tooManyCalls = ({ label, limits }: Team, seconds: number): string =>
  `the team ${label} may make ${limits.callsPerMinute} calls a minute, of the service and of the control API together; try again in ${seconds} s`

export const noTeam = (sandbox: string): string =>
  `no team has a sandbox ${sandbox}: its name begins with none of the prefixes in the file of --control-tokens; begin it with one of your team`
