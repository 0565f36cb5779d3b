/**
 * How a client reacts to outages, rate limits and lost responses.
 *
 * @module
 */

import { type Attempts, MAX_ATTEMPTS, MAX_SHARING, MAX_WITHOUT_END, type Share, sharesOf } from '../attempt-shares.ts'
import { attemptsOf } from '../attempts.ts'
import { type Exchange, type Facts, named, RETRY_APART, waitBetween } from '../exchange.ts'
import { ALL, type Finding, type Findings, idsOf, type Rule, span } from '../rule.ts'
import { EARLY_MS, EARLY_SHARE, isHeeded, requestedWait } from '../waits.ts'
import { ADDING, checkDuplicates } from './lost-write.ts'

/** Minimum factor between the first wait and a later one; doubled waits with jitter pass. */
const GROWTH = 1.2
/** Minimum wait in milliseconds: a round trip over loopback takes that long. */
const NO_WAIT = 10
/** Why a finding needs a manual check: several programs would look the same. */
const PERHAPS = 'unless several programs made these calls, each of which waits as it should'

interface Found {
  readonly attempts: Attempts
  readonly finding: Finding
}

/** Findings on attempts: offences, or remarks where several programs that each follow the rule may have made the calls. */
function judged(found: readonly Found[], keepRule: (shares: readonly Share[]) => boolean = () => true) {
  const doubtful = new Set(
    [...new Set(found.map(({ attempts }) => attempts))].filter((attempts) => {
      const shares = sharesOf(attempts)
      return shares !== undefined && keepRule(shares)
    }),
  )
  const seen = found.map(({ attempts, finding }) => ({ finding, perhaps: doubtful.has(attempts) }))
  return {
    offences: seen.flatMap(({ finding, perhaps }) => (perhaps ? [] : [finding])),
    remarks: seen.flatMap(({ finding: { entries, what }, perhaps }) =>
      perhaps ? [{ entries, what: `${what}, ${PERHAPS}` }] : [],
    ),
  }
}

const firstOf = ({ chain: [first] }: Attempts): string => (first ? named(first) : 'a call')

function checkBounded(exchanges: readonly Exchange[], facts: Facts): Findings {
  const all = attemptsOf(exchanges, facts)
  const found = all
    .filter(({ chain }) => chain.length > MAX_ATTEMPTS)
    .map((attempts) => ({
      attempts,
      finding: {
        entries: idsOf(...attempts.chain),
        what: `${firstOf(attempts)} was tried ${attempts.chain.length} times in a row; ${MAX_ATTEMPTS} are enough`,
      },
    }))
  return { exercised: all.length > 0, ...judged(found) }
}

/** The waits that no response asked for. */
function ownWaits({ chain }: Attempts): readonly number[] {
  return chain.flatMap((call, index) => {
    const next = chain[index + 1]
    return next && requestedWait(call) === undefined ? [waitBetween(call, next)] : []
  })
}

/** True when waits grow, or are too few to tell. */
function grows([first, ...later]: readonly number[]): boolean {
  return first === undefined || later.length === 0 || Math.max(...later) >= Math.max(first * GROWTH, NO_WAIT)
}

function checkGrowing(exchanges: readonly Exchange[], facts: Facts): Findings {
  const all = attemptsOf(exchanges, facts).map((attempts) => ({ attempts, waits: ownWaits(attempts) }))
  const found = all
    .filter(({ waits }) => !grows(waits))
    .map(({ attempts, waits: [first = 0, ...later] }) => ({
      attempts,
      finding: {
        entries: idsOf(...attempts.chain),
        what: `${firstOf(attempts)} was tried again after ${span(first)} and never after more than ${span(Math.max(...later))}: the waits do not grow`,
      },
    }))
  return {
    exercised: all.some(({ waits }) => waits.length > 1),
    ...judged(found, (shares) => shares.every(({ waits }) => grows(waits))),
  }
}

function checkRetryAfter(exchanges: readonly Exchange[], facts: Facts): Findings {
  const asked = attemptsOf(exchanges, facts).flatMap((attempts) =>
    attempts.chain.flatMap((call, index) => {
      const [next, requested] = [attempts.chain[index + 1], requestedWait(call)]
      return next && requested !== undefined ? [{ attempts, call, next, requested, wait: waitBetween(call, next) }] : []
    }),
  )
  const found = asked
    .filter(({ requested, wait }) => !isHeeded(wait, requested))
    .map(({ attempts, call, next, requested, wait }) => ({
      attempts,
      finding: {
        entries: idsOf(call, next),
        what: `${named(call)} was answered ${call.status} with Retry-After: ${requested / 1000}, and sent again after ${span(wait)} as #${next.id}`,
      },
    }))
  return { exercised: asked.length > 0, ...judged(found) }
}

/** The part of `measure` on several programs, for each rule on retries. */
const SHARED_OUT = `Told for a check by eye where the calls can be shared out among programs that each wait as they should: up to ${MAX_SHARING} that all get their answer in the end, or up to ${MAX_WITHOUT_END} that wait alike. A steady pace is that of one program.`

export const RESILIENCE_RULES: readonly Rule[] = [
  {
    id: 'resilience/retries-bounded',
    severity: 'must',
    title: 'Retries come to an end',
    measure: `After 429, 5xx or a lost answer the same call is tried at most ${MAX_ATTEMPTS} times; a pause of ${RETRY_APART / 1000} s begins a new count. ${SHARED_OUT}`,
    remedy: 'Count the attempts, stop after a few, and report the failure.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'More than 16 programs that share a token and try the same call at the same time.',
    kinds: ALL,
    needs: [],
    check: checkBounded,
  },
  {
    id: 'resilience/retries-growing',
    severity: 'should',
    title: 'The waits between retries grow',
    measure: `Of two or more waits between attempts, one of the later is at least ${GROWTH} times the first, and at least ${NO_WAIT} ms. Waits that Retry-After asked for are not judged. The longer of real time and the sandbox's time counts. ${SHARED_OUT}`,
    remedy: 'Double the wait after each attempt and add some chance, so that many clients do not come back together.',
    source: 'the practice of the field: exponential backoff with jitter',
    risk: 'Programs that share a token and wait alike: shown for a check by eye.',
    kinds: ALL,
    needs: [],
    check: checkGrowing,
  },
  {
    id: 'resilience/retry-after',
    severity: 'must',
    title: 'Retry-After is honoured',
    measure: `The same call comes again no sooner than the seconds Retry-After named, less ${EARLY_SHARE * 100} % and ${EARLY_MS} ms. ${SHARED_OUT}`,
    remedy: 'Read Retry-After of 429 and 503 and wait at least that long.',
    source: 'RFC 9110 section 10.2.3; RFC 6585 section 4',
    risk: 'Programs that share a token: shown for a check by eye.',
    kinds: ALL,
    needs: [],
    check: checkRetryAfter,
  },
  {
    id: 'resilience/no-duplicate-write',
    severity: 'must',
    title: 'A write whose answer got lost is not repeated blindly',
    measure: `After a lost answer to a write that adds something (${[...ADDING].join(', ')}) a read of the same property or session comes before the same write again, and unless something was removed in between the write does not make more rows. A caller that hung up has lost the answer, too.`,
    remedy: 'Look first: list what the write adds, and repeat it only when it is missing.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A write that may be repeated without harm, because the client removes twins later.',
    kinds: ALL,
    needs: ['rows'],
    check: checkDuplicates,
  },
]
