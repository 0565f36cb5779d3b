/**
 * Which program of a client made a call, and what it knew when it did: the one allowance for programs and threads side by side.
 *
 * A client may run as several processes, each with a token of its own, and as several threads that share one. A call shows a
 * habit only when the program that sent it had seen the answer that should have kept it from that.
 *
 * @module
 */
import { type Exchange, endOf, type Facts, grouped, isSentBefore, keyOf } from './exchange.ts'
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
  /** How many threads each of those has, as far as its connections show. */
  readonly #threads: ReadonlyMap<string, number>

  constructor(exchanges: readonly Exchange[], facts: Facts) {
    const grants = grantsOf(exchanges, facts)
    this.#callers = byToken(grants)
    const given = new Set(grants.map(({ entry }) => entry))
    this.#assign(
      grants,
      grouped(exchanges, (one) => (given.has(one) ? undefined : one.token)),
    )
    this.#threaded = threadedOf(exchanges, (one) => this.of(one))
    this.#threads = threadsOf(exchanges, (one) => this.of(one))
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
   * The calls of a program that repeat what an earlier one of it was refused for, although it knew. Threads need not tell each
   * other: of those of a program with several, each may be refused once.
   */
  repeats(earlier: Exchange, later: readonly Exchange[]): readonly Exchange[] {
    const known = later.filter((one) => this.knew(one, earlier))
    const others = this.isThreaded(earlier) ? Math.max(this.#threads.get(this.of(earlier)) ?? 0, 2) - 1 : 0
    return known.slice(others)
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

/** Connections that are used within so many milliseconds belong to threads of their own. */
const IN_USE = 1_000

/** The most connections of each program that were in use together. */
function threadsOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlyMap<string, number> {
  return new Map([...grouped(exchanges, programOf)].map(([program, calls]) => [program, mostConnections(calls)]))
}

function mostConnections(calls: readonly Exchange[]): number {
  const last = new Map<number, number>()
  let most = 0
  for (const { connection, real } of calls) {
    if (connection === undefined) continue
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= IN_USE) last.delete(other)
    most = Math.max(most, last.size)
  }
  return most
}

const KNOWN = new WeakMap<readonly Exchange[], Programs>()

/** The programs of a run; made once for all rules. */
export function programsOf(exchanges: readonly Exchange[], facts: Facts): Programs {
  const known = KNOWN.get(exchanges) ?? new Programs(exchanges, facts)
  KNOWN.set(exchanges, known)
  return known
}
