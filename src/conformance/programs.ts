/**
 * Which program of a client made a call, and what it knew when it did: the one allowance for programs and threads side by side.
 *
 * A client may run as several processes, each with a token of its own, and as several threads that share one. A call shows a
 * habit only when the program that sent it had seen the answer that should have kept it from that.
 *
 * @module
 */
import { type Exchange, endOf, type Facts, grouped, keyOf } from './exchange.ts'
import { byToken, callerOf, type Grant, grantsOf, isTokenOver } from './grants.ts'

/** How long a thread may take to hear of what another thread was answered, milliseconds. */
const HEARSAY = 250

/** A program as far as the wire shows it. */
interface Program {
  readonly id: string
  /** The token it uses now. */
  token: string
  /** The first call it made with a token. */
  readonly first: string | undefined
}

export class Programs {
  readonly #byToken = new Map<string, string>()
  readonly #callers: ReadonlyMap<string, Grant>
  /** Programs that had two calls under way at the same time. */
  readonly #threaded: ReadonlySet<string>

  constructor(exchanges: readonly Exchange[], facts: Facts) {
    const grants = grantsOf(exchanges, facts)
    this.#callers = byToken(grants)
    const given = new Set(grants.map(({ entry }) => entry))
    this.#assign(
      grants,
      grouped(exchanges, (one) => (given.has(one) ? undefined : one.token)),
    )
    this.#threaded = threadedOf(exchanges, (one) => this.of(one))
  }

  /** The program that made a call: by its token, else by its booking session, client or user agent. */
  of(call: Exchange): string {
    const byToken = call.token === undefined ? undefined : this.#byToken.get(call.token)
    if (byToken !== undefined) return byToken
    const caller = callerOf(call, this.#callers)
    const agent = call.requestHeaders['user-agent'] ?? ''
    return `${caller ?? ''} ${call.token ?? ''} ${agent}`
  }

  /** True when a program has threads: calls of it overlapped. */
  isThreaded(call: Exchange): boolean {
    return this.#threaded.has(this.of(call))
  }

  /** True when the program that sent a call had the answer to an earlier one. */
  knew(next: Exchange, earlier: Exchange): boolean {
    if (next === earlier || this.of(next) !== this.of(earlier)) return false
    const since = next.real - endOf(earlier)
    return since >= (this.isThreaded(next) ? HEARSAY : 0)
  }

  /**
   * Tokens in the order given out, each to the program that was done with its last one. Whoever begins with the same call as
   * an earlier program without having been refused is that program started again, and knows nothing of before.
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
        if (before.some((use) => use.real >= entry.real)) return false
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

/** Within so many milliseconds one thread uses no more connections than this: libraries take turns between two. */
const AT_ONCE = 30
const MOST_ALONE = 2

function threadedOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlySet<string> {
  const threaded = new Set<string>()
  for (const [program, calls] of grouped(exchanges, programOf))
    if (overlap(calls) || usesManyConnections(calls)) threaded.add(program)
  return threaded
}

/** True when a call was sent while an earlier one was under way. */
function overlap(calls: readonly Exchange[]): boolean {
  let busyUntil = 0
  return calls.some((call) => {
    const isOverlapping = call.real < busyUntil
    busyUntil = Math.max(busyUntil, endOf(call))
    return isOverlapping
  })
}

/** True when calls within {@link AT_ONCE} came on more than {@link MOST_ALONE} connections. */
function usesManyConnections(calls: readonly Exchange[]): boolean {
  const last = new Map<number, number>()
  return calls.some(({ connection, real }) => {
    if (connection === undefined) return false
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= AT_ONCE) last.delete(other)
    return last.size > MOST_ALONE
  })
}

const KNOWN = new WeakMap<readonly Exchange[], Programs>()

/** The programs of a run; made once for all rules. */
export function programsOf(exchanges: readonly Exchange[], facts: Facts): Programs {
  const known = KNOWN.get(exchanges) ?? new Programs(exchanges, facts)
  KNOWN.set(exchanges, known)
  return known
}
