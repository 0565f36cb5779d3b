/** How a client reacts to outages, rate limits and lost responses. */

import { type Attempts, MAX_ATTEMPTS, MAX_SHARING, MAX_WITHOUT_END, type Share, sharesOf } from '../attempt-shares.ts'
import { attemptsOf } from '../attempts.ts'
import { callName, type Exchange, type Facts, MAX_RETRY_INTERVAL_MS, waitBetween } from '../exchange.ts'
import { ALL_KINDS, type Finding, type Findings, idsOf, milliseconds, type Rule } from '../rule.ts'
import { EARLY_MS, EARLY_SHARE, isLongEnough, requestedWait } from '../waits.ts'
import { ADDING_OPERATIONS, checkDuplicates } from './lost-write.ts'

/** Minimum factor between the first wait and a later one; doubled waits with jitter pass. */
const MIN_GROWTH = 1.2
/** Minimum wait in milliseconds: a round trip over loopback takes that long. */
const MIN_WAIT_MS = 10
/** Why a finding needs a manual check: several programs would look the same. */
const MANUAL_CHECK_TEXT = 'unless several programs made these calls, each with correct waits'

interface Found {
  readonly attempts: Attempts
  readonly finding: Finding
}

/** Findings on attempts: offences, or remarks where several programs that each follow the rule may have made the calls. */
function findingsOf(found: readonly Found[], keepRule: (shares: readonly Share[]) => boolean = () => true) {
  const doubtful = new Set(
    [...new Set(found.map(({ attempts }) => attempts))].filter((attempts) => {
      if (attempts.perhapsThreads) return true
      const shares = sharesOf(attempts)
      return shares !== undefined && keepRule(shares)
    }),
  )
  const seen = found.map(({ attempts, finding }) => ({ finding, perhaps: doubtful.has(attempts) }))
  return {
    offences: seen.flatMap(({ finding, perhaps }) => (perhaps ? [] : [finding])),
    remarks: seen.flatMap(({ finding: { entries, what }, perhaps }) =>
      perhaps ? [{ entries, what: `${what}, ${MANUAL_CHECK_TEXT}` }] : [],
    ),
  }
}

const firstOf = ({ chain: [first] }: Attempts): string => (first ? callName(first) : 'a call')

function checkBounded(exchanges: readonly Exchange[], facts: Facts): Findings {
  const all = attemptsOf(exchanges, facts)
  const found = all
    .filter(({ chain }) => chain.length > MAX_ATTEMPTS)
    .map((attempts) => ({
      attempts,
      finding: {
        entries: idsOf(...attempts.chain),
        what: `${firstOf(attempts)} was sent ${attempts.chain.length} times in a row; at most ${MAX_ATTEMPTS} are allowed`,
      },
    }))
  return { exercised: all.length > 0, ...findingsOf(found) }
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
  return first === undefined || later.length === 0 || Math.max(...later) >= Math.max(first * MIN_GROWTH, MIN_WAIT_MS)
}

function checkGrowing(exchanges: readonly Exchange[], facts: Facts): Findings {
  const all = attemptsOf(exchanges, facts).map((attempts) => ({ attempts, waits: ownWaits(attempts) }))
  const found = all
    .filter(({ waits }) => !grows(waits))
    .map(({ attempts, waits: [first = 0, ...later] }) => ({
      attempts,
      finding: {
        entries: idsOf(...attempts.chain),
        what: `${firstOf(attempts)} was retried after ${milliseconds(first)}, and later after at most ${milliseconds(Math.max(...later))}: the waits do not grow`,
      },
    }))
  return {
    exercised: all.some(({ waits }) => waits.length > 1),
    ...findingsOf(found, (shares) => shares.every(({ waits }) => grows(waits))),
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
    .filter(({ requested, wait }) => !isLongEnough(wait, requested))
    .map(({ attempts, call, next, requested, wait }) => ({
      attempts,
      finding: {
        entries: idsOf(call, next),
        what: `${callName(call)} got ${call.status} with Retry-After: ${requested / 1000}, and was repeated after ${milliseconds(wait)} as #${next.id}`,
      },
    }))
  return { exercised: asked.length > 0, ...findingsOf(found) }
}

/** The part of `measure` on several programs, for each rule on retries. */
const SEVERAL_PROGRAMS = `Reported for manual review if several programs with correct waits can have made the calls: up to ${MAX_SHARING} that all get a response in the end, or up to ${MAX_WITHOUT_END} with similar waits. Calls at a constant rate count as one program.`

export const RESILIENCE_RULES: readonly Rule[] = [
  {
    id: 'resilience/retries-bounded',
    severity: 'must',
    title: 'The number of retries is limited',
    measure: `After 429, 5xx or a lost response the same call is sent at most ${MAX_ATTEMPTS} times; a pause of ${MAX_RETRY_INTERVAL_MS / 1000} s starts a new count. ${SEVERAL_PROGRAMS}`,
    remedy: 'Count the attempts, stop after a few, and report the failure.',
    source: 'RFC 9110 section 9.2.2',
    risk: `More than ${MAX_SHARING} programs that share a token and send the same call at the same time.`,
    kinds: ALL_KINDS,
    needs: [],
    check: checkBounded,
  },
  {
    id: 'resilience/retries-growing',
    severity: 'should',
    title: 'The waits between retries grow',
    measure: `Of two or more waits between attempts, a later one is at least ${MIN_GROWTH} times the first, and at least ${MIN_WAIT_MS} ms. Waits after Retry-After are not checked. The longer of real time and the sandbox's time counts. ${SEVERAL_PROGRAMS}`,
    remedy: 'Double the wait after each attempt and add jitter, so that many clients do not retry at the same time.',
    source: 'common practice: exponential backoff with jitter',
    risk: 'Programs that share a token and have similar waits: reported for manual review.',
    kinds: ALL_KINDS,
    needs: [],
    check: checkGrowing,
  },
  {
    id: 'resilience/retry-after',
    severity: 'must',
    title: 'Retry-After is honoured',
    measure: `The same call is not repeated before the time in Retry-After, less ${EARLY_SHARE * 100} % and ${EARLY_MS} ms. ${SEVERAL_PROGRAMS}`,
    remedy: 'Read Retry-After of 429 and 503 and wait at least that long.',
    source: 'RFC 9110 section 10.2.3; RFC 6585 section 4',
    risk: 'Programs that share a token: reported for manual review.',
    kinds: ALL_KINDS,
    needs: [],
    check: checkRetryAfter,
  },
  {
    id: 'resilience/no-duplicate-write',
    severity: 'must',
    title: 'A write whose response was lost is not repeated blindly',
    measure: `After the response to a write that adds rows (${[...ADDING_OPERATIONS].join(', ')}) was lost, the client reads what would show it (for a black booking, the calendar of that property and night; for a booking, its session) before it repeats the write, and the second write adds no more rows unless something was removed in between. A client that disconnects has lost the response, too.`,
    remedy: 'Read first: list the rows, and repeat the write only if its row is missing.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A client that removes duplicates later.',
    kinds: ALL_KINDS,
    needs: ['rows'],
    check: checkDuplicates,
  },
]
