/**
 * Shares the attempts at one call out among programs that may have made them: a busy server can meet many clients at once, each
 * of which waits correctly.
 */
import { type Exchange, mayBeRetried, waitBetween } from './exchange.ts'
import { isLongEnough, isSteady, latestRetry, requestedWait } from './waits.ts'

/** Maximum attempts at one call, including the first: with waits that double from 250 ms, the last comes after half a minute. */
export const MAX_ATTEMPTS = 8
/** Maximum number of programs that share the attempts at one call, where all get a response without trouble and where some do not. */
export const MAX_SHARING = 16
export const MAX_WITHOUT_END = 4
/** Waits that differ by at most this factor are alike, as those of instances of one program are. */
const SIMILAR_FACTOR = 1.3
/** Limit of the search for a way to share out the calls. */
const MAX_STEPS = 3_000

/** Attempts at one call, as if one program had made them. */
export interface Attempts {
  readonly chain: readonly Exchange[]
  /** The chain, and the same call by other programs around that time. */
  readonly around: readonly Exchange[]
  /** True when threads of one program may have made these attempts, each with correct waits. */
  readonly perhapsThreads: boolean
  /** True when a call can be a retry of an earlier one that failed. */
  readonly isRetry: (call: Exchange, last: Exchange) => boolean
}

/** The attempts that one program may have made. */
export interface Share {
  readonly last: Exchange
  /** The wait before each retry, in milliseconds. */
  readonly waits: readonly number[]
  /** True when its last attempt did not fail. */
  readonly isAnswered: boolean
}

/** The condition for sharing attempts out among programs. */
interface SharingRule {
  /** Maximum number of programs that wait for a response. */
  readonly maxShares: number
  /** False when one program cannot have made these attempts, given those of the others. */
  readonly allows: (share: Share, others: readonly Share[]) => boolean
  /** False when the remaining responses cannot be enough for the programs. */
  readonly canEnd: (shares: readonly Share[], answersToCome: number) => boolean
  readonly isMet: (shares: readonly Share[]) => boolean
}

const isWaiting = ({ isAnswered }: Share): boolean => !isAnswered

const EACH_IS_ANSWERED: SharingRule = {
  maxShares: MAX_SHARING,
  // A program that still waits for a response must have an attempt left.
  allows: ({ waits, isAnswered }) => isAnswered || waits.length + 1 < MAX_ATTEMPTS,
  canEnd: (shares, answersToCome) => shares.filter(isWaiting).length <= answersToCome,
  isMet: (shares) => !shares.some(isWaiting),
}

const areSimilar = (a: number, b: number | undefined): boolean =>
  b === undefined || Math.max(a, b) <= Math.min(a, b) * SIMILAR_FACTOR

const ALL_WAIT_SIMILARLY: SharingRule = {
  maxShares: MAX_WITHOUT_END,
  allows: ({ waits }, others) => others.every((other) => waits.every((wait, index) => areSimilar(wait, other.waits[index]))),
  canEnd: () => true,
  // The more programs there are, the more waits each must show.
  isMet: (shares) => shares.length > 1 && shares.every(({ waits }) => waits.length >= shares.length - 1),
}

/**
 * The programs that may have made the attempts at one call; undefined when one program must have made them: the calls have a
 * steady pace, or in every way to share them out some program retries too soon or too often, or there are fewer responses than
 * programs and their waits are not alike.
 */
export function sharesOf(attempts: Attempts): readonly Share[] | undefined {
  const steady = isSteady(attempts.chain)
  const shares =
    steady && !attempts.chain.every(isWaitGiven) ? undefined : new CallDistribution(attempts, EACH_IS_ANSWERED).result()
  // Three or more programs do not keep the same distance from each other by chance.
  const answered = steady && shares && shares.length > 2 ? undefined : shares
  return answered ?? (steady ? undefined : new CallDistribution(attempts, ALL_WAIT_SIMILARLY).result())
}

/** True when the response determined the wait of the client. */
const isWaitGiven = (call: Exchange): boolean => !mayBeRetried(call) || requestedWait(call) !== undefined

/** For each call, the number of calls without trouble from it on. */
function answersFrom(calls: readonly Exchange[]): readonly number[] {
  let count = 0
  return calls
    .toReversed()
    .map((call) => (mayBeRetried(call) ? count : ++count))
    .reverse()
}

/** Searches for a way to share calls out among programs. */
class CallDistribution {
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
    return this.#distribute(0, [])
  }

  #distribute(index: number, shares: readonly Share[]): readonly Share[] | undefined {
    const call = this.#attempts.around[index]
    if (!call) return this.#rule.isMet(shares) ? shares : undefined
    if (++this.#steps > MAX_STEPS || !this.#rule.canEnd(shares, this.#answers[index] ?? 0)) return undefined
    for (const next of this.#sharesWith(call, shares)) {
      const found = this.#distribute(index + 1, next)
      if (found) return found
    }
    // The first call of another program; without trouble it does not count.
    if (!mayBeRetried(call)) return this.#distribute(index + 1, shares)
    if (shares.filter(isWaiting).length >= this.#rule.maxShares) return undefined
    return this.#distribute(index + 1, [...shares, { last: call, waits: [], isAnswered: false }])
  }

  /** One result per program that can have made a call; the program that waited longest comes first. */
  #sharesWith(call: Exchange, shares: readonly Share[]): readonly (readonly Share[])[] {
    return shares.flatMap((share) => {
      const wait = waitBetween(share.last, call)
      if (share.isAnswered || !this.#attempts.isRetry(call, share.last) || !mayRetry(share, wait)) return []
      const next = { last: call, waits: [...share.waits, wait], isAnswered: !mayBeRetried(call) }
      const others = shares.filter((one) => one !== share)
      return this.#rule.allows(next, others) ? [[...others, next]] : []
    })
  }
}

/** True when a program may retry after a wait: not too often, and after a requested wait not earlier and not much later. */
function mayRetry({ last, waits }: Share, wait: number): boolean {
  if (waits.length + 2 > MAX_ATTEMPTS) return false
  const requested = requestedWait(last)
  return requested === undefined || (isLongEnough(wait, requested) && wait <= latestRetry(requested))
}
