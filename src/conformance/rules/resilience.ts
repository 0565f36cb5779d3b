/** How a client reacts to outages, rate limits and lost responses. */
import { type Attempts, attemptsOf, MAX_ATTEMPTS, threadsNeeded } from '../attempts.ts'
import { callName, type Exchange, isAfter, isSameCall, MAX_RETRY_INTERVAL_MS, mayBeRetried, waitBetween } from '../exchange.ts'
import { callList, excusedFinding, type Finding, type Findings, idsOf, milliseconds, type Rule, type Run } from '../rule.ts'
import { EARLY_MS, EARLY_SHARE, isLongEnough, mayAskToWait, requestedWait, retryAfterText } from '../waits.ts'
import { ADDING_OPERATIONS, checkDuplicates } from './lost-write.ts'

/** Number of waits from which on they are judged. */
const MIN_WAITS = 3
/** Waits below this, in milliseconds, are no waits: a round trip over loopback takes that long. */
const MIN_WAIT_MS = 10
/** Doubled waits with jitter that are as close to each other as those found: so improbable that there is no doubling. */
const MAX_CHANCE = 1 / 3000

/** Maximum starts of a program within the time of one Retry-After, beyond those without the fault. */
const MAX_RESTARTS = 5

/** A finding, and whether several threads can have made the attempts without an offence. */
type Found = Finding & { readonly isExcused: boolean }

const findingsOf = (found: readonly Found[]): Record<'offences' | 'remarks', Finding[]> => ({
  offences: found.flatMap(({ isExcused, ...finding }) => (isExcused ? [] : [finding])),
  remarks: found.flatMap(({ isExcused, ...finding }) =>
    isExcused ? [{ ...finding, what: `${finding.what}, unless several threads made these calls, each with correct waits` }] : [],
  ),
})

function checkBounded(run: Run): Findings {
  const all = attemptsOf(run)
  const found = all
    .filter(({ chain }) => chain.length > MAX_ATTEMPTS)
    .map(({ chain, threads }) => ({
      entries: idsOf(...chain),
      what: `${callName(chain[0])} was sent ${chain.length} times in a row; at most ${MAX_ATTEMPTS} are allowed`,
      isExcused: chain.length <= MAX_ATTEMPTS * threads,
    }))
  return { exercised: all.length > 0, ...findingsOf(found) }
}

/** The waits that no response asked for. */
const ownWaits = ({ chain }: Attempts): readonly number[] =>
  chain.flatMap((call, index) => {
    const next = chain[index + 1]
    return next && !mayAskToWait(call) ? [waitBetween(call, next)] : []
  })

/** The probability that waits which double, each up to its limit at random, come as close to each other as these. */
export function chanceOf(waits: readonly number[]): number {
  const spread = Math.max(...waits) - Math.min(...waits)
  const limit = Math.max(...waits.map((wait, index) => wait / 2 ** index))
  return waits.slice(1).reduce((chance, _, index) => chance * Math.min(1, (2 * spread) / (limit * 2 ** (index + 1))), 1)
}

/** True when waits may grow, or are too few to tell. */
const mayGrow = (waits: readonly number[]): boolean =>
  waits.length < MIN_WAITS || (Math.max(...waits) >= MIN_WAIT_MS && chanceOf(waits) > MAX_CHANCE)

function checkGrowing(run: Run): Findings {
  const all = attemptsOf(run).map((attempts) => ({ ...attempts, waits: ownWaits(attempts) }))
  const found = all
    .filter(({ waits }) => !mayGrow(waits))
    .map(({ chain, threads, waits }) => ({
      entries: idsOf(...chain),
      what: `${callName(chain[0])} was retried after ${waits.slice(0, MAX_ATTEMPTS).map(milliseconds).join(', ')}: the waits do not grow`,
      isExcused: threads > 1,
    }))
  return { exercised: all.some(({ waits }) => waits.length >= MIN_WAITS), ...findingsOf(found) }
}

function checkRetryAfter(run: Run): Findings {
  const { exchanges, programs } = run
  const asked = attemptsOf(run).flatMap(({ chain, threads }) =>
    chain.flatMap((call, index) => {
      const [next, requested] = [chain[index + 1], requestedWait(call)]
      return next && requested !== undefined
        ? [{ chain, threads, call, next, requested, wait: waitBetween(call, next, run) }]
        : []
    }),
  )
  const found = asked
    .filter(({ requested, wait }) => !isLongEnough(wait, requested))
    .map(({ chain, threads, call, next, wait }) => ({
      entries: idsOf(call, next),
      what: `${callName(call)} got ${call.status} with ${retryAfterText(call)}, and was repeated after ${milliseconds(wait)} as ${callName(next)}`,
      isExcused: threads >= Math.max(2, threadsNeeded(chain, run)) || programs.mayBeRestarted(call, next),
    }))
  const isEarly = (one: Exchange, call: Exchange): boolean =>
    isSameCall(one, call) && !isLongEnough(waitBetween(call, one, run), requestedWait(call) ?? 0)
  const { offences, remarks } = findingsOf(found)
  const open = exchanges.filter((one) => one.connection !== undefined && !asked.some(({ next }) => next === one))
  for (const call of exchanges.filter(mayBeRetried)) {
    const early = open.filter((one) => isAfter(one, call) && isEarly(one, call))
    const begun = early.filter((one) => programs.isSameClient(one, call) && programs.isRestarted(call, one))
    const excused = early.filter((one) => programs.isExcused(one, call))
    const usual = run.control?.filter((one) => isSameCall(one, call)).length ?? Infinity
    const what = (calls: readonly Exchange[]): string =>
      `${callName(call)} got ${call.status} with ${retryAfterText(call)}, and ${callList(calls)} came sooner`
    if (begun.length > MAX_RESTARTS + usual)
      offences.push({ entries: idsOf(call, ...begun), what: `${what(begun)}: the program is started again without a pause` })
    else if (excused.length > 0) remarks.push(excusedFinding(call, excused, what(excused)))
  }
  return { exercised: asked.length + offences.length + remarks.length > 0, offences, remarks }
}

/** The part of `measure` on threads, for each rule on retries. */
const THREADS =
  'Reported for manual review if threads with correct waits can have made the calls: those of a program whose calls overlap, as many as succeed in the end.'

export const RESILIENCE_RULES: readonly Rule[] = [
  {
    id: 'resilience/retries-bounded',
    severity: 'must',
    title: 'The number of retries is limited',
    measure: `After 429, 5xx or a lost response the same call is sent at most ${MAX_ATTEMPTS} times; a pause of ${MAX_RETRY_INTERVAL_MS / 1000} s starts a new count. ${THREADS}`,
    remedy: 'Count the attempts, stop after a few, and report the failure.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'Threads that send the same call and give up at the same time.',
    check: checkBounded,
  },
  {
    id: 'resilience/retries-growing',
    severity: 'should',
    title: 'The waits between retries grow',
    measure: `Broken by ${MIN_WAITS} or more waits between attempts that are all below ${MIN_WAIT_MS} ms, or so close to each other that doubled waits with jitter are so less than once in ${1 / MAX_CHANCE} times. Waits after Retry-After are not checked. The longer of real time and the sandbox's time counts. ${THREADS}`,
    remedy: 'Double the wait after each attempt and add jitter, so that many clients do not retry at the same time.',
    source: 'common practice: exponential backoff with jitter',
    risk: 'Threads that send the same call: reported for manual review.',
    check: checkGrowing,
  },
  {
    id: 'resilience/retry-after',
    severity: 'must',
    title: 'Retry-After is honoured',
    measure: `The same call is not repeated before the time in Retry-After, less ${EARLY_SHARE * 100} % and ${EARLY_MS} ms. ${THREADS} So is a program all of whose connections had closed, as those of a restarted one do, unless it is started again more than ${MAX_RESTARTS} times within that time, not counting starts without the fault.`,
    remedy: 'Read Retry-After of 429 and 503 and wait at least that long, before the program is started again, too.',
    source: 'RFC 9110 section 10.2.3; RFC 6585 section 4',
    risk: 'Threads and restarted programs: reported for manual review.',
    check: checkRetryAfter,
  },
  {
    id: 'resilience/no-duplicate-write',
    severity: 'must',
    title: 'A write whose response was lost is not repeated blindly',
    measure: `After the response to a write that adds rows (${[...ADDING_OPERATIONS].join(', ')}) was lost, the client reads what would show it (for a black booking, the calendar of that property and night; for a booking, its session) before it repeats the write, and the second write adds no more rows unless something was removed in between. The same guest (e-mail address) is not booked for the same nights in a new session either, more often than without the fault where that is known. A client that disconnects has lost the response, too.`,
    remedy: 'Read first, and repeat the write only if its row is missing; the HTTP library may repeat no POST by itself.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A client that removes duplicates later.',
    needs: ['rows'],
    check: checkDuplicates,
  },
]
