/** Whether a client reduces its load while the service is rate-limited, slow or down. */
import { DAY_MS } from '../../base/duration.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { groupBy } from '../../base/group-by.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  isAfter,
  isReplyLost,
  isSameCall,
  isSentBefore,
  keyOf,
  mayBeRetried,
  waitBetween,
} from '../exchange.ts'
import { isTokenRefused } from '../grants.ts'
import { callList, excusedFinding, type Finding, type Findings, idsOf, type Rule, type Run } from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'
import { isLongEnough, isSlowerOf, MIN_TIMEOUT_MS, requestedWait, retryAfterText, seenUntil, waitedMs } from '../waits.ts'

const MAX_FAILURES_PER_DAY = 20
/** Maximum number of different calls that one program may send during an outage. */
const MAX_DURING_OUTAGE = 10
const MAX_DISCONNECTS = 1

const waitOf = (one: Exchange): number => requestedWait(one) ?? 0
const isLimited = (one: Exchange): boolean => one.status === 429 && requestedWait(one) !== undefined

function checkRetryAfterWide(run: Run): Findings {
  const { exchanges, programs } = run
  const limited = exchanges.filter(isLimited)
  const offences: Finding[] = []
  const remarks: Finding[] = []
  const waitedFor = new Map<Exchange, readonly Exchange[]>()
  // A thread that waits for an earlier 429 does not see later ones: it sends its next call unless a repetition is limited again.
  const findWaitedFor = (one: Exchange): readonly Exchange[] => {
    const earlier = limited.filter((other) => isSentBefore(other, one) && programs.of(other) === programs.of(one))
    const latest = programs.isThreaded(one) ? earlier.at(-1) : undefined
    const isByThread = (own: Exchange): boolean =>
      latest !== undefined && waitBetween(own, latest, run) < waitOf(own) && programs.hadResponse(one, own)
    const passed = earlier.filter((own) => isLongEnough(waitBetween(own, one, run), waitOf(own)))
    return passed.filter((own) => isSameCall(own, one) || isByThread(own))
  }
  const hasWaited = (one: Exchange, call: Exchange): boolean =>
    getOrInsert(waitedFor, one, () => findWaitedFor(one)).some((own) => {
      if (isSameCall(own, one)) return waitBetween(own, call, run) < waitOf(own)
      return !programs.hadResponse(call, own) && waitOf(call) <= waitOf(own)
    })
  for (const call of limited) {
    const early = callsAfter(exchanges, call).filter(
      (one) => !isSameCall(one, call) && !isLongEnough(waitBetween(call, one, run), waitOf(call)),
    )
    const what = (others: readonly Exchange[]): string =>
      `${callName(call)} got ${retryAfterText(call)}, and ${callList(others.slice(0, 5))} were sent within that time`
    const known = early.filter((one) => programs.hadResponse(one, call))
    const lifted = known.find((one) => !isLimited(one) && hasWaited(one, call))
    const before = known.filter((one) => !(lifted && isAfter(one, lifted)))
    const repeated = before.filter((one) => hasWaited(one, call))
    const others = before.filter((one) => !repeated.includes(one))
    const excused = early.filter((one) => programs.isExcused(one, call))
    const [next] = others
    if (next && programs.mayBeRestarted(call, next))
      remarks.push({ entries: idsOf(call, ...others), what: `${what(others)}, unless the program was restarted` })
    else if (next) offences.push({ entries: idsOf(call, ...others), what: what(others) })
    const waited = { entries: idsOf(call, ...repeated), what: `${what(repeated)}, after the wait of an earlier 429` }
    if (repeated.length > 0) remarks.push(waited)
    if (excused.length > 0) remarks.push(excusedFinding(call, excused, what(excused)))
  }
  return { exercised: limited.length > 0, offences, remarks }
}

function checkBoundedLong({ exchanges, programs }: Run): Findings {
  const failed = exchanges.filter((call) => mayBeRetried(call) && !isTokenRefused(call))
  const groups = groupBy(failed, (one) => `${programs.of(one)} ${keyOf(one)}`)
  const offences = [...groups.values()].flatMap((calls) => {
    const [first] = calls
    const within = calls.filter((one) => one.at - first.at < DAY_MS && one.real - first.real < DAY_MS)
    return within.length > MAX_FAILURES_PER_DAY
      ? [{ entries: idsOf(...within), what: `${callName(first)} failed ${within.length} times within a day` }]
      : []
  })
  return { exercised: groups.size > 0, offences }
}

function checkBreaker({ exchanges, programs }: Run): Findings {
  const streaks = new Map<string, Exchange[]>()
  const offences: Finding[] = []
  const end = (program: string): void => {
    const calls = streaks.get(program) ?? []
    const different = new Set(calls.map(keyOf)).size
    const what = `${different} different calls were sent during one outage, from ${calls[0] && callName(calls[0])} on`
    if (different > MAX_DURING_OUTAGE) offences.push({ entries: idsOf(...calls), what })
    streaks.delete(program)
  }
  let exercised = false
  for (const one of exchanges) {
    const program = programs.of(one)
    if (mayBeRetried(one) && !isReplyLost(one)) {
      exercised = true
      streaks.set(program, [...(streaks.get(program) ?? []), one])
    } else end(program)
  }
  for (const program of [...streaks.keys()]) end(program)
  return { exercised, offences }
}

/** Timers of one limit fire within this time, in milliseconds. */
const SAME_LIMIT_MS = 50

function checkDisconnects({ exchanges, programs }: Run): Findings {
  const slow = exchanges.filter(({ networkFault, aborted }) => networkFault === 'delay' || aborted)
  const isLastSeen = (one: Exchange): boolean =>
    !exchanges.some((other) => programs.of(other) === programs.of(one) && seenUntil(other) >= seenUntil(one) + MIN_TIMEOUT_MS)
  // One that gave up another call after the same time has a time limit.
  const hasLimit = (one: Exchange): boolean =>
    slow.some(
      (other) =>
        other.aborted &&
        Math.abs(other.real - one.real) >= MIN_TIMEOUT_MS &&
        Math.abs(waitedMs(other) - waitedMs(one)) < SAME_LIMIT_MS,
    )
  // a program that ends closes all its connections
  const hasEnded = (one: Exchange): boolean =>
    programs.isRestarted(one) || (one.abortedMs !== undefined && isLastSeen(one) && !hasLimit(one))
  const isSlower = (one: Exchange): boolean => exchanges.some((other) => isSlowerOf(one, other))
  const isSlow = (one: Exchange): boolean => one.ms >= MIN_TIMEOUT_MS || one.networkFault === 'delay'
  const aborted = slow.filter((one) => one.aborted && isSlow(one) && !hasEnded(one) && !isSlower(one))
  const what = `the client disconnected from ${callList(aborted.slice(0, 5))} before the response: its timeout is too short`
  return { exercised: slow.length > 0, offences: aborted.length > MAX_DISCONNECTS ? [{ entries: idsOf(...aborted), what }] : [] }
}

export const LOAD_RULES: readonly Rule[] = [
  {
    id: 'resilience/retry-after-wide',
    severity: 'should',
    title: 'Retry-After after 429 applies to all calls',
    measure: `After 429 with Retry-After the program sends no other call within that time. Calls in progress do not count. Reported for manual review: calls of a program with threads within ${SHARED_AFTER}, those after the whole wait for their own 429, or another thread's, and what follows their success, and those of one all of whose connections had closed, as those of a restarted one do.`,
    remedy: 'Let all workers of a client wait: the limit applies to the client, not to the call.',
    source: 'RFC 6585 section 4',
    risk: 'Threads that learn of the limit late: 250 ms are allowed.',
    check: checkRetryAfterWide,
  },
  {
    id: 'resilience/bounded-long',
    severity: 'should',
    title: 'A call that keeps failing is given up within a day',
    measure: `The same call of a program fails at most ${MAX_FAILURES_PER_DAY} times within 24 hours, regardless of the waits.`,
    remedy: 'Stop after some hours and report it to a person.',
    source: 'common practice: dead-letter queues',
    risk: 'A monitor that never stops on purpose.',
    check: checkBoundedLong,
  },
  {
    id: 'resilience/breaker',
    severity: 'should',
    title: 'During an outage a client stops sending other calls',
    measure: `A program sends at most ${MAX_DURING_OUTAGE} different calls in a row that all get 429, 5xx or a closed connection.`,
    remedy: 'Stop all work after a few failures in a row, and retry one call until it succeeds.',
    source: 'common practice: circuit breakers',
    risk: 'A pool of more than 10 workers.',
    check: checkBreaker,
  },
  {
    id: 'resilience/hang-up',
    severity: 'should',
    title: 'The client waits for slow responses',
    measure: `The client disconnects before the response at most ${MAX_DISCONNECTS === 1 ? 'once' : `${MAX_DISCONNECTS} times`}. A call that the client sent twice at once, and hung up on less than a second after the other was answered, does not count, nor does a client that ended: it gave up within ${MIN_TIMEOUT_MS} ms or is seen no longer than that after it, or requests a token next and all its connections had closed.`,
    remedy: 'Set a timeout of several seconds: after a disconnect the result of the call is unknown.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A visitor who closes the page.',
    check: checkDisconnects,
  },
]
