/**
 * The program of a client that made a call, and what that program knew at that time: the one place that allows for several programs
 * and threads of one client.
 *
 * A client may run as several processes, each with its own token, and as several threads that share one. A rule counts a call
 * against a program only if that program had the response that should have prevented the call.
 */
import { getOrInsert } from '../base/get-or-insert.ts'
import { groupBy } from '../base/group-by.ts'
import { type Exchange, endOf, type Facts, inOrder, isAfter, isAnswered, isSentBefore, waitBetween } from './exchange.ts'
import { byToken, callerOf, type Grant, grantsOf, isTokenOver, usesByToken } from './grants.ts'
import { Restarts } from './restarts.ts'
import { sharedAfter, threadedOf } from './threads.ts'

/** A program, as far as its calls show. */
interface Program {
  readonly id: string
  latest: Pick<Grant, 'token' | 'entry'>
}

export class Programs {
  /** The tokens that were issued, in that order. */
  readonly grants: readonly Grant[]
  readonly #granted: ReadonlyMap<string, Grant>
  readonly #uses: ReadonlyMap<string, readonly Exchange[]>
  readonly #byToken = new Map<string, string>()
  readonly #byCall = new WeakMap<Exchange, string>()
  readonly #threaded: ReadonlySet<string>
  readonly #isRecording: boolean
  /** Milliseconds until a thread knows the response of another one. */
  readonly #sharedAfter: (next?: Exchange) => number
  readonly #restarts: Restarts
  /** The calls of the control by what they sent; undefined without one. */
  readonly #inControl: ReadonlyMap<string, readonly Exchange[]> | undefined
  readonly #bySent: ReadonlyMap<string, readonly Exchange[]>

  constructor(exchanges: readonly Exchange[], facts: Facts) {
    this.grants = grantsOf(exchanges, facts)
    this.#granted = byToken(this.grants)
    this.#uses = usesByToken(exchanges, this.#granted)
    this.#isRecording = facts.latency === undefined
    this.#sharedAfter = sharedAfter(exchanges)
    this.#restarts = new Restarts(exchanges)
    this.#assign()
    const usual = facts.control && new Programs(facts.control, { ...facts, control: undefined })
    this.#threaded = new Set([...threadedOf(exchanges, (one) => this.of(one), facts), ...(usual ? usual.#surelyThreaded() : [])])
    this.#inControl = facts.control && groupBy(inOrder(facts.control), sentText)
    this.#bySent = groupBy(exchanges, sentText)
  }

  granted(token = ''): Grant | undefined {
    return this.#granted.get(token)
  }

  /** The calls that used a token after it was issued. */
  usesOf({ token }: Pick<Grant, 'token'>): readonly Exchange[] {
    return this.#uses.get(token) ?? []
  }

  callerOf(call: Exchange): string | undefined {
    return callerOf(call, this.#granted)
  }

  /** The program that made a call, by its token, else by its booking session, client or user agent. */
  of(call: Exchange): string {
    return getOrInsert(this.#byCall, call, () => {
      const { token = '', requestHeaders } = call
      return this.#byToken.get(token) ?? `${this.callerOf(call) ?? ''} ${token} ${requestHeaders['user-agent'] ?? ''}`
    })
  }

  isSameClient(one: Exchange, other: Exchange): boolean {
    const client = this.callerOf(one)
    return client !== undefined && client === this.callerOf(other)
  }

  /** True for a call of the same program, or with another token of the client where it does not come without the fault. */
  isOwn(one: Exchange, call: Exchange): boolean {
    return this.of(one) === this.of(call) || (this.isSameClient(one, call) && this.isAdded(one))
  }

  /** True when the program of a call has threads: its calls overlapped, here or without the fault. */
  isThreaded(call: Exchange): boolean {
    return this.#threaded.has(this.of(call))
  }

  /** The programs of clients whose programs all have threads: in another run, their ids may belong to each other's programs. */
  #surelyThreaded(): readonly string[] {
    const clientOf = (id: string): string => id.slice(0, id.lastIndexOf('/'))
    const mixed = new Set([...this.#byToken.values()].filter((id) => !this.#threaded.has(id)).map(clientOf))
    return [...this.#threaded].filter((id) => !mixed.has(clientOf(id)))
  }

  /** True when the program of a call had the response to an earlier call. */
  hadResponse(next: Exchange, earlier: Exchange): boolean {
    if (!this.#isLater(next, earlier) || this.isRestarted(earlier, next)) return false
    // A recording hardly shows the threads there are: only a call on the same connection is of the same one for certain.
    if (this.#isRecording && this.isThreaded(next)) return next.connection !== undefined && next.connection === earlier.connection
    if (!this.isThreaded(next) || next.real - endOf(earlier) >= this.#sharedAfter(next)) return true
    return sentText(next) === sentText(earlier) && this.#isBySameThread(next, earlier)
  }

  /** True when a thread may not have known the response to an earlier call yet. */
  isExcused(next: Exchange, earlier: Exchange): boolean {
    return this.#isLater(next, earlier) && !this.hadResponse(next, earlier)
  }

  #isLater(next: Exchange, earlier: Exchange): boolean {
    return isAfter(next, earlier) && this.of(next) === this.of(earlier)
  }

  /**
   * True for a failed call that no other thread can have sent: it failed more often than the client sends it at about the same time
   * without the fault. So did one that succeeds at last, more often than without it. Without a control, it came on the same
   * connection, and fails more often than it succeeds.
   */
  #isBySameThread(next: Exchange, earlier: Exchange): boolean {
    const sent = this.#bySent.get(sentText(next)) ?? []
    const failed = sent.filter((one) => !isAnswered(one))
    const usual = this.#inControl?.get(sentText(next)) ?? []
    const isAtLast = next === sent.at(-1) && this.isAdded(next) && !isAnswered(earlier)
    const repeated = isAtLast ? sent : failed
    if (usual.length > 0) return repeated.filter((one) => one.real >= earlier.real).indexOf(next) >= mostTogether(usual)
    if (next.connection === undefined || next.connection !== earlier.connection) return false
    const together = failed.filter(({ real }) => real >= earlier.real && real - endOf(earlier) < this.#sharedAfter())
    return together.length > successesAfter(earlier, together.at(-1) ?? next, sent, 2 * this.#sharedAfter())
  }

  /** How much more often the client sends a call than without the fault; 0 where that is not known. */
  timesAdded(call: Exchange): number {
    const text = sentText(call)
    return this.#inControl ? (this.#bySent.get(text)?.length ?? 0) - (this.#inControl.get(text)?.length ?? 0) : 0
  }

  isAdded(call: Exchange): boolean {
    return this.timesAdded(call) > 0
  }

  /** True for such a call that comes as soon after a response as those of threads that do not know of it. */
  isAddedSoon(next: Exchange, earlier: Exchange): boolean {
    const isSoon = isAfter(next, earlier) && waitBetween(earlier, next) < this.#sharedAfter()
    return isSoon && this.isAdded(next) && !this.isRestarted(earlier, next)
  }

  /** True when the program of a call ended soon after the response, and another one made a later call. */
  isRestarted(call: Exchange, next?: Exchange): boolean {
    return this.#restarts.between(call, next)?.isCertain === true
  }

  /** The same, or all its connections had closed. */
  mayBeRestarted(call: Exchange, next: Exchange): boolean {
    return this.#restarts.between(call, next) !== undefined
  }

  /** Assigns tokens, in the order of issue, each to the program that no longer uses its previous one, unless that was restarted. */
  #assign(): void {
    const programs = new Map<string, Program[]>()
    for (const { entry, client, token } of this.grants) {
      const own = getOrInsert(programs, client, () => [])
      const next = own.findLast(({ latest }) => {
        const before = this.usesOf(latest)
        if (before.some((use) => isSentBefore(entry, use))) return false
        const last = before.at(-1)
        if (last !== undefined && (isTokenOver(last) || last.status === 403)) return true
        return !this.mayBeRestarted(last ?? latest.entry, entry)
      })
      const program = next ?? { id: `${client}/${own.length + 1}`, latest: { token, entry } }
      program.latest = { token, entry }
      if (!next) own.push(program)
      this.#byToken.set(token, program.id)
    }
  }
}

/** The number of successes after the first of some failed calls, at most so many milliseconds after the first one since the last. */
export function successesAfter(first: Exchange, last: Exchange, calls: readonly Exchange[], within: number): number {
  const answered = calls.filter((call) => isAnswered(call) && isAfter(call, first))
  const next = answered.find(({ real }) => real >= last.real)
  return answered.filter(({ real }) => !next || real - next.real < Math.max(within, 1)).length
}

/** Threads with the same task begin it within this time, in milliseconds. */
const SAME_TASK_MS = 2000

/** The most of some calls that begin before the first of them ends, or soon after. @param calls in the order sent */
function mostTogether(calls: readonly Exchange[]): number {
  let begin = 0
  return calls.reduce((most, call, index) => {
    while (call.real - endOf(calls[begin] ?? call) >= SAME_TASK_MS) begin++
    return Math.max(most, index - begin + 1)
  }, 0)
}

/** Equal for calls that send the same, by whichever visitor. */
const sentText = ({ method, target, request }: Exchange): string => `${method} ${target} ${request ?? ''}`
