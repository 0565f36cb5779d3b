/**
 * How a client meets trouble on the way: outages, throttling, lost answers.
 *
 * @module
 */
import {
  answerHeader,
  type Exchange,
  type Facts,
  grouped,
  isAfter,
  isAnswered,
  isDone,
  isRead,
  isReplyLost,
  isTrouble,
  keyOf,
  named,
  RETRY_APART,
  waitBetween,
} from './exchange.ts'
import { byToken, callerOf, grantsOf } from './grants.ts'
import { type Finding, type Findings, idsOf, type Rule, span } from './rule.ts'

/** Attempts at one call, the first included: with waits that double from a quarter of a second the last comes after half a minute, when a person should know. */
const MOST_ATTEMPTS = 8
/** How much longer a later wait must be than the first: even with jitter, doubled waits pass. */
const GROWTH = 1.2
/** Milliseconds below which a wait is none: the way through a loopback takes that long. */
const NO_WAIT = 10
/** Timers fire a little early, and the server notes the end of a call a little late. */
const EARLY_SHARE = 0.05
const EARLY_MS = 50

type Chain = readonly Exchange[]

/** Attempts at the same call by the same caller: each meets trouble but perhaps the last. */
function chainsOf(exchanges: readonly Exchange[], facts: Facts): readonly Chain[] {
  const grants = byToken(grantsOf(exchanges, facts))
  return [...grouped(exchanges, keyOf).values()].flatMap((calls) => {
    const chains: Exchange[][] = []
    for (const call of calls) {
      const open = chains.find((chain) => isRetryOf(call, chain.at(-1), (one) => callerOf(one, grants)))
      if (open) open.push(call)
      else if (isTrouble(call)) chains.push([call])
    }
    return chains
  })
}

function isRetryOf(call: Exchange, last: Exchange | undefined, caller: (one: Exchange) => string | undefined): boolean {
  if (!last || !isTrouble(last) || !isAfter(call, last) || waitBetween(last, call) >= RETRY_APART) return false
  const [who, whoBefore] = [caller(call), caller(last)]
  return who === undefined || whoBefore === undefined || who === whoBefore
}

/** The seconds a client was told to wait; undefined when it was not told, or as a date. */
function retryAfter(exchange: Exchange): number | undefined {
  const said = answerHeader(exchange, 'retry-after')
  return said !== undefined && /^\d+$/.test(said) ? Number(said) : undefined
}

function checkBounded(exchanges: readonly Exchange[], facts: Facts): Findings {
  const chains = chainsOf(exchanges, facts)
  const offences = chains
    .filter(({ length }) => length > MOST_ATTEMPTS)
    .map((chain) => ({
      entries: idsOf(...chain),
      what: `${chain[0] && named(chain[0])} was tried ${chain.length} times in a row; ${MOST_ATTEMPTS} are enough`,
    }))
  return { exercised: chains.length > 0, offences }
}

/** The waits that the client chose itself. */
function ownWaits(chain: Chain): readonly number[] {
  return chain.flatMap((call, index) => {
    const next = chain[index + 1]
    return next && retryAfter(call) === undefined ? [waitBetween(call, next)] : []
  })
}

function checkGrowing(exchanges: readonly Exchange[], facts: Facts): Findings {
  const judged = chainsOf(exchanges, facts).flatMap((chain) => {
    const [first, ...later] = ownWaits(chain)
    return first === undefined || later.length === 0 ? [] : [{ chain, first, longest: Math.max(...later) }]
  })
  const offences = judged
    .filter(({ first, longest }) => longest < Math.max(first * GROWTH, NO_WAIT))
    .map(({ chain, first, longest }) => ({
      entries: idsOf(...chain),
      what: `${chain[0] && named(chain[0])} was tried again after ${span(first)} and never after more than ${span(longest)}: the waits do not grow`,
    }))
  return { exercised: judged.length > 0, offences }
}

function checkRetryAfter(exchanges: readonly Exchange[], facts: Facts): Findings {
  const told = chainsOf(exchanges, facts).flatMap((chain) =>
    chain.flatMap((call, index) => {
      const [next, seconds] = [chain[index + 1], retryAfter(call)]
      return next && seconds !== undefined ? [{ call, next, seconds, wait: waitBetween(call, next) }] : []
    }),
  )
  const offences = told
    .filter(({ seconds, wait }) => wait < seconds * 1000 * (1 - EARLY_SHARE) - EARLY_MS)
    .map(({ call, next, seconds, wait }) => ({
      entries: idsOf(call, next),
      what: `${named(call)} was answered ${call.status} with Retry-After: ${seconds}, and sent again after ${span(wait)} as #${next.id}`,
    }))
  return { exercised: told.length > 0, offences }
}

// ---- lost answers ----

/** Writes that add something each time they are done. */
export const ADDING: ReadonlySet<string> = new Set([
  'createBooking',
  'createTariff',
  'createGuestType',
  'createGuest',
  'createCoupon',
  'createBlackBooking',
])

/** True when a read could have shown what became of a write. */
const looksAfter = (read: Exchange, write: Exchange): boolean =>
  isRead(read) &&
  isAnswered(read) &&
  isAfter(read, write) &&
  (isSame(read.property, write.property) || isSame(read.session, write.session))

const isSame = (a: unknown, b: unknown): boolean => a !== undefined && a === b

/** True when a write made rows that the lost one had not. */
const madeMore = (again: Exchange, lost: Exchange): boolean =>
  isDone(again) &&
  Object.entries(again.touched ?? {}).some(([name, ids]) => {
    const before = lost.touched?.[name]
    return before !== undefined && ids?.some((id) => !before.includes(id))
  })

const isRemoval = (one: Exchange): boolean => one.method === 'DELETE' && isDone(one)

/** The same write once more, although a look at the right place would have shown that it was done. */
function repeatOf(lost: Exchange, later: readonly Exchange[]): Finding | undefined {
  const again = later.find((one) => keyOf(one) === keyOf(lost) && isAfter(one, lost))
  if (!again) return undefined
  const between = later.slice(0, later.indexOf(again))
  if (!between.some((one) => looksAfter(one, lost))) return blindly(lost, again)
  if (!madeMore(again, lost) || between.some(isRemoval)) return undefined
  const what = `${named(lost)} was done but its answer got lost, and #${again.id} did it a second time: what was read in between did not show the first`
  return { entries: idsOf(lost, again), what }
}

function blindly(lost: Exchange, again: Exchange): Finding {
  return {
    entries: idsOf(lost, again),
    what: `${named(lost)} was done but its answer got lost, and #${again.id} sent it again without looking what had become of it`,
  }
}

function checkDuplicates(exchanges: readonly Exchange[]): Findings {
  const lost = exchanges.filter(
    (one) => ADDING.has(one.operation ?? '') && isDone(one) && isReplyLost(one) && Object.keys(one.touched ?? {}).length > 0,
  )
  const offences = lost.flatMap((one) => repeatOf(one, exchanges.slice(exchanges.indexOf(one) + 1)) ?? [])
  return { exercised: lost.length > 0, offences }
}

export const RESILIENCE_RULES: readonly Rule[] = [
  {
    id: 'resilience/retries-bounded',
    severity: 'must',
    title: 'Retries come to an end',
    measure: `After 429, 5xx or a lost answer the same call is tried at most ${MOST_ATTEMPTS} times; a pause of ${RETRY_APART / 1000} s begins a new count.`,
    remedy: 'Count the attempts, stop after a few, and report the failure.',
    source: 'RFC 9110 section 9.2.2',
    check: checkBounded,
  },
  {
    id: 'resilience/retries-growing',
    severity: 'should',
    title: 'The waits between retries grow',
    measure: `Of two or more waits between attempts, one of the later is at least ${GROWTH} times the first, and at least ${NO_WAIT} ms. Waits that Retry-After asked for are not judged. The longer of real time and the sandbox's time counts.`,
    remedy: 'Double the wait after each attempt and add some chance, so that many clients do not come back together.',
    source: 'the practice of the field: exponential backoff with jitter',
    check: checkGrowing,
  },
  {
    id: 'resilience/retry-after',
    severity: 'must',
    title: 'Retry-After is honoured',
    measure: `The same call comes again no sooner than the seconds Retry-After named, less ${EARLY_SHARE * 100} % and ${EARLY_MS} ms.`,
    remedy: 'Read Retry-After of 429 and 503 and wait at least that long.',
    source: 'RFC 9110 section 10.2.3; RFC 6585 section 4',
    check: checkRetryAfter,
  },
  {
    id: 'resilience/no-duplicate-write',
    severity: 'must',
    title: 'A write whose answer got lost is not repeated blindly',
    measure: `After a lost answer to a write that adds something (${[...ADDING].join(', ')}) a read of the same property or session comes before the same write again, and unless something was removed in between the write does not make more rows. A caller that hung up has lost the answer, too.`,
    remedy: 'Look first: list what the write adds, and repeat it only when it is missing.',
    source: 'RFC 9110 section 9.2.2',
    check: checkDuplicates,
  },
]
