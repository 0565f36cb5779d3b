/**
 * How a client meets trouble on the way: outages, throttling, lost answers.
 *
 * @module
 */
import { type Chain, EARLY_MS, EARLY_SHARE, isHeeded, MOST_ATTEMPTS, type Trial, toldToWait, trialsOf } from '../attempts.ts'
import { type Exchange, type Facts, named, RETRY_APART, waitBetween } from '../exchange.ts'
import { ALL, type Finding, type Findings, idsOf, type Rule, span } from '../rule.ts'
import { MOST_WITHOUT_END, MOST_WORKERS, type Worker, workersOf } from '../workers.ts'
import { ADDING, checkDuplicates } from './lost-write.ts'

/** How much longer a later wait must be than the first: even with jitter, doubled waits pass. */
const GROWTH = 1.2
/** Milliseconds below which a wait is none: the way through a loopback takes that long. */
const NO_WAIT = 10
/** What has to be judged by eye, because programs side by side look the same. */
const PERHAPS = 'unless several programs made these calls, each of which waits as it should'

function isByWorkers(trial: Trial, fits: (workers: readonly Worker[]) => boolean): boolean {
  const workers = workersOf(trial)
  return workers !== undefined && fits(workers)
}

/** Findings on trials: offences, or remarks where several programs may have made the calls. */
function judged(
  found: readonly { readonly trial: Trial; readonly finding: Finding }[],
  fits: (workers: readonly Worker[]) => boolean,
) {
  const trials = new Set(found.map(({ trial }) => trial))
  const doubtful = new Set([...trials].filter((trial) => isByWorkers(trial, fits)))
  const seen = found.map(({ trial, finding }) => ({ finding, perhaps: doubtful.has(trial) }))
  return {
    offences: seen.flatMap(({ finding, perhaps }) => (perhaps ? [] : [finding])),
    remarks: seen.flatMap(({ finding: { entries, what }, perhaps }) =>
      perhaps ? [{ entries, what: `${what}, ${PERHAPS}` }] : [],
    ),
  }
}

function checkBounded(exchanges: readonly Exchange[], facts: Facts): Findings {
  const trials = trialsOf(exchanges, facts)
  const found = trials
    .filter(({ chain }) => chain.length > MOST_ATTEMPTS)
    .map((trial) => ({
      trial,
      finding: {
        entries: idsOf(...trial.chain),
        what: `${trial.chain[0] && named(trial.chain[0])} was tried ${trial.chain.length} times in a row; ${MOST_ATTEMPTS} are enough`,
      },
    }))
  return { exercised: trials.length > 0, ...judged(found, () => true) }
}

/** The waits that the client chose itself. */
function ownWaits(chain: Chain): readonly number[] {
  return chain.flatMap((call, index) => {
    const next = chain[index + 1]
    return next && toldToWait(call) === undefined ? [waitBetween(call, next)] : []
  })
}

/** True when waits grow, or are too few to tell. */
function grows([first, ...later]: readonly number[]): boolean {
  return first === undefined || later.length === 0 || Math.max(...later) >= Math.max(first * GROWTH, NO_WAIT)
}

function checkGrowing(exchanges: readonly Exchange[], facts: Facts): Findings {
  const trials = trialsOf(exchanges, facts).map((trial) => ({ trial, waits: ownWaits(trial.chain) }))
  const found = trials
    .filter(({ waits }) => !grows(waits))
    .map(({ trial, waits: [first = 0, ...later] }) => ({
      trial,
      finding: {
        entries: idsOf(...trial.chain),
        what: `${trial.chain[0] && named(trial.chain[0])} was tried again after ${span(first)} and never after more than ${span(Math.max(...later))}: the waits do not grow`,
      },
    }))
  return {
    exercised: trials.some(({ waits }) => waits.length > 1),
    ...judged(found, (workers) => workers.every(({ waits }) => grows(waits))),
  }
}

function checkRetryAfter(exchanges: readonly Exchange[], facts: Facts): Findings {
  const asked = trialsOf(exchanges, facts).flatMap((trial) =>
    trial.chain.flatMap((call, index) => {
      const [next, told] = [trial.chain[index + 1], toldToWait(call)]
      return next && told !== undefined ? [{ trial, call, next, told, wait: waitBetween(call, next) }] : []
    }),
  )
  const found = asked
    .filter(({ told, wait }) => !isHeeded(wait, told))
    .map(({ trial, call, next, told, wait }) => ({
      trial,
      finding: {
        entries: idsOf(call, next),
        what: `${named(call)} was answered ${call.status} with Retry-After: ${told / 1000}, and sent again after ${span(wait)} as #${next.id}`,
      },
    }))
  return { exercised: asked.length > 0, ...judged(found, () => true) }
}

/** When the same call comes from several programs: said of each rule on retries. */
const SHARED_OUT = `Told for a check by eye where the calls can be shared out among programs that each wait as they should: up to ${MOST_WORKERS} that all get their answer in the end, or up to ${MOST_WITHOUT_END} that wait alike. A steady pace is that of one program.`

export const RESILIENCE_RULES: readonly Rule[] = [
  {
    id: 'resilience/retries-bounded',
    severity: 'must',
    title: 'Retries come to an end',
    measure: `After 429, 5xx or a lost answer the same call is tried at most ${MOST_ATTEMPTS} times; a pause of ${RETRY_APART / 1000} s begins a new count. ${SHARED_OUT}`,
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
