/**
 * Which program of a client made a call, and what it knew when it did: the one allowance for programs and threads side by side.
 *
 * A client may run as several processes, each with a token of its own, and as several threads that share one. A call shows a
 * habit only when the program that sent it had seen the answer that should have kept it from that. Programs that share a token
 * are not told apart: what two of them may have done with one call each, or several with attempts that each waits for as it
 * should, is shown for a check by eye.
 *
 * @module
 */
import { type Exchange, endOf, type Facts, grouped, isSentBefore, isTrouble, keyOf, waitBetween } from './exchange.ts'
import { byToken, callerOf, type Grant, grantsOf, isTokenOver } from './grants.ts'
import { threadedOf, threadsOf } from './threads.ts'
import { isHeeded, isSteady, toldToWait } from './waits.ts'

/** How long a thread may take to hear of what another thread was answered, milliseconds. */
const HEARSAY = 250
/** On a busy machine a connection takes so long to be opened, and its first call was made before that, milliseconds. */
const CONNECTING = 5_000

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
  /** The first call of each connection. */
  readonly #openers: ReadonlySet<Exchange>
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
    this.#openers = new Set([...grouped(exchanges, ({ connection }) => connection).values()].flatMap(([first]) => first ?? []))
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

  /** True when calls were made for the same client, whichever of its programs made them. */
  isSameClient(one: Exchange, other: Exchange): boolean {
    const client = callerOf(one, this.#callers)
    return client !== undefined && client === callerOf(other, this.#callers)
  }

  /** True when a program has threads: calls of it overlapped. */
  isThreaded(call: Exchange): boolean {
    return this.#threaded.has(this.of(call))
  }

  /** True when the program that sent a call had the answer to an earlier one. */
  knew(next: Exchange, earlier: Exchange): boolean {
    if (next === earlier || this.of(next) !== this.of(earlier)) return false
    const since = next.real - endOf(earlier)
    if (!this.isThreaded(next)) return since >= 0
    return since >= (this.#openers.has(next) ? CONNECTING : HEARSAY)
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

const KNOWN = new WeakMap<readonly Exchange[], Programs>()

/** The programs of a run; made once for all rules. */
export function programsOf(exchanges: readonly Exchange[], facts: Facts): Programs {
  const known = KNOWN.get(exchanges) ?? new Programs(exchanges, facts)
  KNOWN.set(exchanges, known)
  return known
}

/** Two calls that were sent within this time may come from two programs that know nothing of each other, milliseconds. */
export const SIDE_BY_SIDE = 1_000

/** True for two calls so close to each other that two programs may have made them, one each. A third makes it a habit. */
export const isSideBySide = ([first, second, ...more]: readonly Exchange[]): boolean =>
  first !== undefined && second !== undefined && more.length === 0 && waitBetween(first, second) < SIDE_BY_SIDE

/** Attempts at one call, the first included: with waits that double from a quarter of a second the last comes after half a minute, when a person should know. */
export const MOST_ATTEMPTS = 8
/** Programs that may share the attempts at one call: where each gets its answer in the end, and where some do not. */
export const MOST_SHARING = 16
export const MOST_WITHOUT_END = 4
/** Waits that differ by no more than this factor are alike: programs of one make wait alike. */
const ALIKE = 1.3
/** How many ways of sharing out the calls are tried. */
const MOST_STEPS = 3_000

/** Attempts at one call, as if one program made them. */
export interface Attempts {
  readonly chain: readonly Exchange[]
  /** The chain, and the same call by others about that time. */
  readonly around: readonly Exchange[]
  /** True when one call can be another try of what was asked by one that met trouble. */
  readonly isRetry: (call: Exchange, last: Exchange) => boolean
}

/** The attempts that one program may have made: how long it waited after each, and whether it got its answer. */
export interface Share {
  readonly last: Exchange
  /** The waits that it chose, and those it was told, in their order. */
  readonly waits: readonly number[]
  readonly isAnswered: boolean
}

/** When attempts may be shared out among programs. */
interface SharingRule {
  readonly most: number
  /** False when a program cannot have done that, seen beside the others. */
  readonly allows: (share: Share, others: readonly Share[]) => boolean
  /** False when the programs so far cannot all come to their end with so many answers to come. */
  readonly canEnd: (shares: readonly Share[], answersToCome: number) => boolean
  readonly isMet: (shares: readonly Share[]) => boolean
}

const isWaiting = ({ isAnswered }: Share): boolean => !isAnswered

const EACH_IS_ANSWERED: SharingRule = {
  most: MOST_SHARING,
  // who still waits for an answer must have an attempt left
  allows: ({ waits, isAnswered }) => isAnswered || waits.length + 1 < MOST_ATTEMPTS,
  canEnd: (shares, answersToCome) => shares.filter(isWaiting).length <= answersToCome,
  isMet: (shares) => !shares.some(isWaiting),
}

const areAlike = (a: number, b: number | undefined): boolean => b === undefined || Math.max(a, b) <= Math.min(a, b) * ALIKE

const ALL_WAIT_ALIKE: SharingRule = {
  most: MOST_WITHOUT_END,
  allows: ({ waits }, others) => others.every((other) => waits.every((wait, index) => areAlike(wait, other.waits[index]))),
  canEnd: () => true,
  // the more there are, the more each has to show
  isMet: (shares) => shares.length > 1 && shares.every(({ waits }) => waits.length >= shares.length - 1),
}

/**
 * The programs that may have made attempts at one call; undefined when one program must have: it calls at a steady pace, or
 * however the calls are shared out somebody comes back too soon or too often, or there are fewer answers than programs
 * and they do not wait alike.
 */
export function sharesOf(attempts: Attempts): readonly Share[] | undefined {
  const steady = isSteady(attempts.chain)
  const answered = steady && !attempts.chain.every(needNotChoose) ? undefined : new Sharing(attempts, EACH_IS_ANSWERED).result()
  return answered ?? (steady ? undefined : new Sharing(attempts, ALL_WAIT_ALIKE).result())
}

/** True when the client was told how long to wait, or need not wait. */
const needNotChoose = (call: Exchange): boolean => !isTrouble(call) || toldToWait(call) !== undefined

/** How many calls without trouble there are from each call on. */
function answersFrom(calls: readonly Exchange[]): readonly number[] {
  let count = 0
  return calls
    .toReversed()
    .map((call) => (isTrouble(call) ? count : ++count))
    .reverse()
}

/** The search for a way of sharing calls out. */
class Sharing {
  readonly #attempts: Attempts
  readonly #rule: SharingRule
  /** Calls without trouble from each call on. */
  readonly #answers: readonly number[]
  #steps = 0

  constructor(attempts: Attempts, rule: SharingRule) {
    this.#attempts = attempts
    this.#rule = rule
    this.#answers = answersFrom(attempts.around)
  }

  result(): readonly Share[] | undefined {
    return this.#shareOut(0, [])
  }

  #shareOut(index: number, shares: readonly Share[]): readonly Share[] | undefined {
    const call = this.#attempts.around[index]
    if (!call) return this.#rule.isMet(shares) ? shares : undefined
    if (++this.#steps > MOST_STEPS || !this.#rule.canEnd(shares, this.#answers[index] ?? 0)) return undefined
    for (const next of this.#takenBy(call, shares)) {
      const found = this.#shareOut(index + 1, next)
      if (found) return found
    }
    // somebody else's first call: without trouble it says nothing of anybody
    if (!isTrouble(call)) return this.#shareOut(index + 1, shares)
    if (shares.filter(isWaiting).length >= this.#rule.most) return undefined
    return this.#shareOut(index + 1, [...shares, { last: call, waits: [], isAnswered: false }])
  }

  /** The shares after each program that can have made a call has made it, the one that waited longest first. */
  #takenBy(call: Exchange, shares: readonly Share[]): readonly (readonly Share[])[] {
    return shares.flatMap((share) => {
      const wait = waitBetween(share.last, call)
      if (share.isAnswered || !this.#attempts.isRetry(call, share.last) || !mayComeBack(share, wait)) return []
      const next = { last: call, waits: [...share.waits, wait], isAnswered: !isTrouble(call) }
      const others = shares.filter((one) => one !== share)
      return this.#rule.allows(next, others) ? [[...others, next]] : []
    })
  }
}

/** True when a program may come back after a wait: not too often, not too soon, and where it was told when, not much later. */
function mayComeBack({ last, waits }: Share, wait: number): boolean {
  if (waits.length + 2 > MOST_ATTEMPTS) return false
  const told = toldToWait(last)
  return told === undefined || (isHeeded(wait, told) && wait <= told * 2 + 1000)
}
