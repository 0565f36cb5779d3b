/**
 * The program of a client that made a call, and what that program knew at that time: the one place that allows for several programs
 * and threads of one client.
 *
 * A client may run as several processes, each with its own token, and as several threads that share one. A rule counts a call
 * against a program only if that program had the response that should have prevented the call. Programs that share a token
 * cannot be told apart: what two of them may have done with one call each, or several with correct waits between
 * attempts, is reported for manual review.
 */
import { type Exchange, endOf, type Facts, groupBy, isSentBefore, keyOf, waitBetween } from './exchange.ts'
import { byToken, callerOf, type Grant, grantsOf, isTokenOver, isUse } from './grants.ts'
import { connectionsOf, singleUseOf, threadedOf, threadsOf, UNSEEN_THREADS, type Use } from './threads.ts'

/** Time until a thread knows the response of another thread, in milliseconds. */
export const SHARED_AFTER_MS = 250
/** Maximum time to open a connection on a busy machine, in milliseconds; its first call was made before that. */
const CONNECTING_MS = 5_000

/** A program, as far as its calls show. */
interface Program {
  readonly id: string
  /** Its latest token. */
  token: string
  /** The first call it made with a token. */
  readonly first: string | undefined
}

export class Programs {
  readonly #byToken = new Map<string, string>()
  readonly #callers: ReadonlyMap<string, Grant>
  /** Programs with overlapping calls. */
  readonly #threaded: ReadonlySet<string>
  /** Programs that open a connection for each call. */
  readonly #singleUse: ReadonlySet<string>
  /** The first call of each connection. */
  readonly #openers: ReadonlySet<Exchange>
  /** Number of threads of each program, as far as its connections show. */
  readonly #threads: ReadonlyMap<string, number>
  readonly #hasConnections: boolean
  readonly #connections: ReadonlyMap<string, readonly Use[]>

  constructor(exchanges: readonly Exchange[], facts: Facts) {
    const grants = grantsOf(exchanges, facts)
    this.#callers = byToken(grants)
    const given = new Set(grants.map(({ entry }) => entry))
    this.#assign(
      grants,
      groupBy(exchanges, (one) => (given.has(one) || !isUse(one, this.#callers) ? undefined : one.token)),
    )
    this.#singleUse = singleUseOf(exchanges, (one) => this.of(one))
    this.#threaded = threadedOf(exchanges, (one) => this.of(one))
    this.#openers = new Set([...groupBy(exchanges, ({ connection }) => connection).values()].flatMap(([first]) => first ?? []))
    this.#connections = connectionsOf(exchanges, (one) => this.of(one))
    this.#hasConnections = !(facts.missing ?? []).includes('connections')
    this.#threads = threadsOf(exchanges, (one) => this.of(one))
  }

  /** The program that made a call, by its token, else by its booking session, client or user agent. */
  of(call: Exchange): string {
    const byToken = call.token === undefined ? undefined : this.#byToken.get(call.token)
    if (byToken !== undefined) return byToken
    const caller = callerOf(call, this.#callers)
    const agent = call.requestHeaders['user-agent'] ?? ''
    return `${caller ?? ''} ${call.token ?? ''} ${agent}`
  }

  /** True when two calls were made by programs of the same client. */
  isSameClient(one: Exchange, other: Exchange): boolean {
    const client = callerOf(one, this.#callers)
    return client !== undefined && client === callerOf(other, this.#callers)
  }

  /** True when the program of a call has threads: its calls overlapped. */
  isThreaded(call: Exchange): boolean {
    return this.#threaded.has(this.of(call))
  }

  /** The number of connections that the program of two calls used from the first to the last. */
  connectionsBetween(first: Exchange, last: Exchange): number {
    const uses = this.#connections.get(this.of(first)) ?? []
    const used = uses.filter(({ from, until }) => from <= endOf(last) && until >= first.real).length
    return this.#singleUse.has(this.of(first)) ? Math.min(used, UNSEEN_THREADS) : used
  }

  /** True when the program of a call has threads, and a recording without connections does not show how many. */
  hasUnknownThreads(call: Exchange): boolean {
    return !this.#hasConnections && this.isThreaded(call)
  }

  /** True when the program of a call had the response to an earlier call. */
  hadResponse(next: Exchange, earlier: Exchange): boolean {
    if (next === earlier || this.of(next) !== this.of(earlier)) return false
    const since = next.real - endOf(earlier)
    if (!this.isThreaded(next)) return since >= 0
    const isOpening = this.#openers.has(next) && !this.#singleUse.has(this.of(next))
    return since >= (isOpening ? CONNECTING_MS : SHARED_AFTER_MS)
  }

  /**
   * The later calls whose program knew that an earlier one had been refused. Threads need not tell each other: in a program
   * with several, each may be refused once.
   */
  callsKnowingRefusal(earlier: Exchange, later: readonly Exchange[]): readonly Exchange[] {
    const known = later.filter((one) => this.hadResponse(one, earlier))
    if (!this.isThreaded(earlier)) return known
    const seen = this.#threads.get(this.of(earlier)) ?? 0
    const threads = this.#singleUse.has(this.of(earlier)) ? Math.min(seen, UNSEEN_THREADS) : seen
    return known.slice(Math.max(threads, 2) - 1)
  }

  /**
   * Assigns tokens, in the order of issue, each to the program that no longer uses its previous one. A first call that equals
   * the first call of an earlier program that was not refused means a restart: a new program.
   */
  #assign(grants: readonly Grant[], uses: ReadonlyMap<string, readonly Exchange[]>): void {
    const programs = new Map<string, Program[]>()
    for (const { entry, client, token } of grants) {
      const own = programs.get(client) ?? []
      programs.set(client, own)
      const [begins] = uses.get(token) ?? []
      const first = begins && keyOf(begins)
      const next = own.findLast((program) => {
        const before = uses.get(program.token) ?? []
        if (before.some((use) => isSentBefore(entry, use))) return false
        const last = before.at(-1)
        const wasRefused = last !== undefined && (isTokenOver(last) || last.status === 403)
        return wasRefused || first === undefined || first !== program.first || before.length <= 1
      })
      const program = next ?? { id: `${client}/${own.length + 1}`, token, first }
      program.token = token
      if (!next) own.push(program)
      this.#byToken.set(token, program.id)
    }
  }
}

const PROGRAMS = new WeakMap<readonly Exchange[], Programs>()

/** The programs of a run, determined once for all rules. */
export function programsOf(exchanges: readonly Exchange[], facts: Facts): Programs {
  const known = PROGRAMS.get(exchanges) ?? new Programs(exchanges, facts)
  PROGRAMS.set(exchanges, known)
  return known
}

/** Two calls sent within this time may come from two programs that do not know of each other, in milliseconds. */
export const SIDE_BY_SIDE_MS = 1_000

/** True for exactly two calls within {@link SIDE_BY_SIDE_MS}: two programs may have made one each. */
export const isSideBySide = ([first, second, ...more]: readonly Exchange[]): boolean =>
  first !== undefined && second !== undefined && more.length === 0 && waitBetween(first, second) < SIDE_BY_SIDE_MS
