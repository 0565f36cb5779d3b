/**
 * Whether attempts at one call can be those of several programs side by side, each of which waits as it should.
 *
 * @module
 */
import { type Chain, isHeeded, MOST_ATTEMPTS, type Trial, toldToWait } from './attempts.ts'
import { type Exchange, isTrouble, waitBetween } from './exchange.ts'

/** Programs of one client that are allowed for: where each gets its answer in the end, and where some do not. */
export const MOST_WORKERS = 16
export const MOST_WITHOUT_END = 4
/** Waits that differ by no more than this factor are alike: programs of one make wait alike. */
const ALIKE = 1.3
/** Waits between calls that differ by no more than this factor, and so many milliseconds, are the pace of one program. */
const STEADY = 1.5
const STEADY_MS = 20
const STEADY_WAITS = 3
/** How many ways of sharing out the calls are tried. */
const MOST_STEPS = 3_000

/** What one program did: how long it waited after each attempt, and whether it got its answer. */
export interface Worker {
  readonly last: Exchange
  /** The waits that it chose, and those it was told, in their order. */
  readonly waits: readonly number[]
  readonly ended: boolean
}

/** A way of sharing calls out among workers. */
interface Way {
  readonly most: number
  /** False when a worker cannot be one, seen beside the others. */
  readonly fits: (worker: Worker, others: readonly Worker[]) => boolean
  /** False when the workers so far cannot all come to their end with so many answers to come. */
  readonly hopeful: (workers: readonly Worker[], answersToCome: number) => boolean
  readonly whole: (workers: readonly Worker[]) => boolean
}

const isOpen = ({ ended }: Worker): boolean => !ended

const EACH_ENDS: Way = {
  most: MOST_WORKERS,
  // who still waits for an answer must have an attempt left
  fits: ({ waits, ended }) => ended || waits.length + 1 < MOST_ATTEMPTS,
  hopeful: (workers, answersToCome) => workers.filter(isOpen).length <= answersToCome,
  whole: (workers) => !workers.some(isOpen),
}

const areAlike = (a: number, b: number | undefined): boolean => b === undefined || Math.max(a, b) <= Math.min(a, b) * ALIKE

const ALL_ALIKE: Way = {
  most: MOST_WITHOUT_END,
  fits: ({ waits }, others) => others.every((other) => waits.every((wait, index) => areAlike(wait, other.waits[index]))),
  hopeful: () => true,
  // the more there are, the more each has to show
  whole: (workers) => workers.length > 1 && workers.every(({ waits }) => waits.length >= workers.length - 1),
}

/**
 * The programs that may have made the calls of a trial; undefined when one program must have: it calls at a steady pace, or
 * however the calls are shared out somebody comes back too soon or too often, or there are fewer answers than programs
 * and they do not wait alike.
 */
export function workersOf(trial: Trial): readonly Worker[] | undefined {
  const steady = isSteady(trial.chain)
  const byEnds = steady && !trial.chain.every(wasTold) ? undefined : new Sharing(trial, EACH_ENDS).result()
  return byEnds ?? (steady ? undefined : new Sharing(trial, ALL_ALIKE).result())
}

/** True when the client was told how long to wait, or need not. */
const wasTold = (call: Exchange): boolean => !isTrouble(call) || toldToWait(call) !== undefined

function isSteady(chain: Chain): boolean {
  const waits = chain.slice(1).map((call, index) => waitBetween(chain[index] ?? call, call))
  return waits.length >= STEADY_WAITS && Math.max(...waits) <= Math.min(...waits) * STEADY + STEADY_MS
}

/** How many calls without trouble there are from each call on. */
function answersFrom(calls: readonly Exchange[]): readonly number[] {
  let count = 0
  return calls
    .toReversed()
    .map((call) => (isTrouble(call) ? count : ++count))
    .reverse()
}

/** The search for workers. */
class Sharing {
  readonly #trial: Trial
  readonly #way: Way
  /** Calls without trouble from each call on. */
  readonly #answers: readonly number[]
  #steps = 0

  constructor(trial: Trial, way: Way) {
    this.#trial = trial
    this.#way = way
    this.#answers = answersFrom(trial.spell)
  }

  result(): readonly Worker[] | undefined {
    return this.#share(0, [])
  }

  #share(index: number, workers: readonly Worker[]): readonly Worker[] | undefined {
    const call = this.#trial.spell[index]
    if (!call) return this.#way.whole(workers) ? workers : undefined
    if (++this.#steps > MOST_STEPS || !this.#way.hopeful(workers, this.#answers[index] ?? 0)) return undefined
    for (const next of this.#takenBy(call, workers)) {
      const found = this.#share(index + 1, next)
      if (found) return found
    }
    // somebody else's first call: without trouble it says nothing of anybody
    if (!isTrouble(call)) return this.#share(index + 1, workers)
    if (workers.filter(isOpen).length >= this.#way.most) return undefined
    return this.#share(index + 1, [...workers, { last: call, waits: [], ended: false }])
  }

  /** The workers after each of them that can have made a call has made it, the one that waited longest first. */
  #takenBy(call: Exchange, workers: readonly Worker[]): readonly (readonly Worker[])[] {
    return workers.flatMap((worker) => {
      const wait = waitBetween(worker.last, call)
      if (worker.ended || !this.#trial.isRetry(call, worker.last) || !isDue(worker, wait)) return []
      const next = { last: call, waits: [...worker.waits, wait], ended: !isTrouble(call) }
      const others = workers.filter((one) => one !== worker)
      return this.#way.fits(next, others) ? [[...others, next]] : []
    })
  }
}

/** True when a worker may come back after a wait: not too often, not too soon, and where it was told when, not much later. */
function isDue({ last, waits }: Worker, wait: number): boolean {
  if (waits.length + 2 > MOST_ATTEMPTS) return false
  const told = toldToWait(last)
  return told === undefined || (isHeeded(wait, told) && wait <= told * 2 + 1000)
}
