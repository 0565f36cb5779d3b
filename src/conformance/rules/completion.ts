/**
 * Whether a client comes through what goes wrong: calls that are finished, conflicts that are looked at, load that eases off.
 *
 * @module
 */
import { covers } from '../../api/subject.ts'
import { isHeeded, toldToWait } from '../attempts.ts'
import {
  comparable,
  type Exchange,
  endOf,
  type Facts,
  isAfter,
  isAnswered,
  isDone,
  isRead,
  isReplyLost,
  isTrouble,
  isUnserved,
  keyOf,
  named,
  RETRY_APART,
  TOKEN_OPERATION,
  waitBetween,
} from '../exchange.ts'
import { isTokenRefused } from '../grants.ts'
import { type Programs, programsOf } from '../programs.ts'
import { ALL, type Finding, type Findings, idsOf, list, type Rule } from '../rule.ts'
import { ADDING } from './lost-write.ts'

/** After so many attempts a client may give a call up. */
const ATTEMPTS_TO_GIVE_UP = 3
/** Calls a client must have got answered after a fault before a call counts as forgotten. */
const GOES_ON = 2
const MOST_IN_TROUBLE = 20
const DAY_MS = 86_400_000
/** Different calls that one program may send into an outage. */
const MOST_INTO_OUTAGE = 10
const MOST_HANG_UPS = 1
const MOST_REFUSALS = 5
const MOST_TIMES_TAKEN = 2

const laterThan = (exchanges: readonly Exchange[], of: Exchange): readonly Exchange[] =>
  exchanges.slice(exchanges.indexOf(of) + 1)

/** True when a call does what another one was to do: the same operation about the same subject. */
const standsFor = (one: Exchange, of: Exchange): boolean =>
  keyOf(one) === keyOf(of) || (one.operation === of.operation && covers(comparable(one), comparable(of)))

// ---- calls that are finished ----

function checkCompleted(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const affected = exchanges.filter(
    (one) =>
      isTrouble(one) &&
      one.operation !== undefined &&
      one.operation !== TOKEN_OPERATION &&
      one.method !== 'HEAD' &&
      one.method !== 'OPTIONS',
  )
  const offences = affected.flatMap((call) => forgotten(call, exchanges, programs))
  return { exercised: affected.length > 0, offences }
}

function forgotten(call: Exchange, exchanges: readonly Exchange[], programs: Programs): readonly Finding[] {
  const own = laterThan(exchanges, call).filter((one) => programs.of(one) === programs.of(call) && isAfter(one, call))
  const tries = exchanges.filter((one) => isTrouble(one) && standsFor(one, call) && programs.of(one) === programs.of(call))
  const wasRemade = own.some((one) => standsFor(one, call) && !isTokenRefused(one))
  const wasSeen = isDone(call) && !isRead(call) && own.some((one) => isRead(one) && covers(comparable(one), comparable(call)))
  const goneOn = own.filter((one) => isAnswered(one) && one.operation !== TOKEN_OPERATION && keyOf(one) !== keyOf(call))
  if (wasRemade || wasSeen || tries.length >= ATTEMPTS_TO_GIVE_UP || goneOn.length < GOES_ON) return []
  const how = call.status === 0 || isReplyLost(call) ? 'got no usable answer' : `was answered ${call.status}`
  const what = `${named(call)} ${how} and was never made again, although the client went on with ${list(goneOn.slice(0, 2))}`
  return [{ entries: idsOf(call, ...goneOn.slice(0, 2)), what }]
}

// ---- conflicts ----

const isQuietNo = (one: Exchange): boolean =>
  one.refusalCode !== undefined && one.status >= 200 && one.status < 300 && !isRead(one) && !isUnserved(one) && !isReplyLost(one)

/** True when the client itself had taken what it was refused for: it knows why. */
const isOwnConflict = (refused: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchanges.some(
    (one) =>
      isDone(one) &&
      ADDING.has(one.operation ?? '') &&
      one.real <= refused.real &&
      one !== refused &&
      one.client === refused.client &&
      isSameRoomAndNight(one, refused),
  )

function isSameRoomAndNight(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.subject, other.subject]
  if (one.property === undefined || one.property !== other.property || !a?.rooms || !b?.rooms) return false
  return covers(comparable(one), comparable(other))
}

function checkReviewed(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const refused = exchanges.filter((one) => isQuietNo(one) && !isOwnConflict(one, exchanges))
  const judged = refused.map((call) => {
    const own = laterThan(exchanges, call).filter((one) => one.client === call.client && isAfter(one, call))
    const looked = own.some((one) => isRead(one) && isAnswered(one) && covers(comparable(one), comparable(call)))
    const goneOn = own.filter((one) => programs.knew(one, call) && one.operation !== TOKEN_OPERATION)
    return { call, looked, goneOn }
  })
  const told = ({ call, goneOn }: (typeof judged)[number]): Finding => ({
    entries: idsOf(call, ...goneOn.slice(0, 2)),
    what:
      goneOn.length > 0
        ? `${named(call)} made nothing (${call.refusalCode}, status ${call.status}), and the client went on with ${list(goneOn.slice(0, 2))} without reading that property and night again`
        : `${named(call)} made nothing (${call.refusalCode}, status ${call.status}) and was the last call: check by eye that the client noticed`,
  })
  return {
    exercised: refused.length > 0,
    offences: judged.filter(({ looked, goneOn }) => !looked && goneOn.length >= GOES_ON).map(told),
    remarks: judged.filter(({ looked, goneOn }) => !looked && goneOn.length < GOES_ON).map(told),
  }
}

function checkOverbooking(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const taken = exchanges.filter((one) => one.refusalCode === 'room_taken' && !isReplyLost(one) && !isOwnConflict(one, exchanges))
  const seen = new Set<Exchange>()
  const offences: Finding[] = []
  for (const first of taken) {
    if (seen.has(first)) continue
    const again = taken.filter((one) => programs.knew(one, first) && isSameRoomAndNight(one, first))
    for (const one of again) seen.add(one)
    if (again.length < MOST_TIMES_TAKEN) continue
    offences.push({
      entries: idsOf(first, ...again),
      what: `${named(first)} found the room taken, and ${list(again)} asked for the same room and night again`,
    })
  }
  return { exercised: taken.length > 0, offences }
}

// ---- load ----

function checkRetryAfterWide(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const limited = exchanges.filter((one) => one.status === 429 && toldToWait(one) !== undefined)
  const offences = limited.flatMap((call) => {
    const told = toldToWait(call) ?? 0
    const others = laterThan(exchanges, call).filter(
      (one) => keyOf(one) !== keyOf(call) && programs.knew(one, call) && !isHeeded(waitBetween(call, one), told),
    )
    return others.length > 0
      ? [
          {
            entries: idsOf(call, ...others),
            what: `${named(call)} asked to wait ${told / 1000} s, and ${list(others.slice(0, 5))} came meanwhile`,
          },
        ]
      : []
  })
  return { exercised: limited.length > 0, offences }
}

function checkBoundedLong(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const groups = new Map<string, Exchange[]>()
  for (const one of exchanges.filter((call) => isTrouble(call) && !isTokenRefused(call))) {
    const key = `${programs.of(one)} ${keyOf(one)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const offences = [...groups.values()].flatMap((calls) => {
    const [first] = calls
    const within = calls.filter((one) => first && one.at - first.at < DAY_MS && one.real - first.real < DAY_MS)
    return first && within.length > MOST_IN_TROUBLE
      ? [{ entries: idsOf(...within), what: `${named(first)} failed ${within.length} times within a day` }]
      : []
  })
  return { exercised: groups.size > 0, offences }
}

function checkBreaker(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const streaks = new Map<string, Exchange[]>()
  const offences: Finding[] = []
  const end = (program: string): void => {
    const calls = streaks.get(program) ?? []
    const different = new Set(calls.map(keyOf))
    if (different.size > MOST_INTO_OUTAGE)
      offences.push({
        entries: idsOf(...calls),
        what: `${different.size} different calls were sent into one outage, from #${calls[0]?.id} on`,
      })
    streaks.delete(program)
  }
  let exercised = false
  for (const one of exchanges) {
    const program = programs.of(one)
    if (isTrouble(one) && !isReplyLost(one)) {
      exercised = true
      streaks.set(program, [...(streaks.get(program) ?? []), one])
    } else end(program)
  }
  for (const program of [...streaks.keys()]) end(program)
  return { exercised, offences }
}

function checkHangUp(exchanges: readonly Exchange[]): Findings {
  const slow = exchanges.filter(({ edge, gone }) => edge === 'delay' || gone)
  const gone = slow.filter((one) => one.gone)
  return {
    exercised: slow.length > 0,
    offences:
      gone.length > MOST_HANG_UPS
        ? [
            {
              entries: idsOf(...gone),
              what: `the client hung up on ${list(gone.slice(0, 5))} before the answer came: its time limit is too short`,
            },
          ]
        : [],
  }
}

// ---- writes ----

/** Answers after which nobody knows whether the call was carried out. */
const isUnknown = ({ status, edge }: Exchange): boolean =>
  status === 500 ||
  status === 502 ||
  status === 504 ||
  edge === 'cut-before' ||
  edge === 'cut-after-commit' ||
  edge === 'carried-out'

function checkAmbiguous(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const unclear = exchanges.filter((one) => ADDING.has(one.operation ?? '') && isUnknown(one))
  const offences = unclear.flatMap((call) => {
    const later = laterThan(exchanges, call).filter((one) => programs.of(one) === programs.of(call))
    const again = later.find((one) => keyOf(one) === keyOf(call) && isAfter(one, call))
    if (!again) return []
    const between = later.slice(0, later.indexOf(again))
    if (
      between.some(
        (one) =>
          isRead(one) &&
          isAnswered(one) &&
          isAfter(one, call) &&
          (covers(comparable(one), comparable(call)) || isSameSession(one, call)),
      )
    )
      return []
    const how = call.status === 0 ? 'got no answer' : `was answered ${call.status}`
    return [
      {
        entries: idsOf(call, again),
        what: `${named(call)} ${how}, which leaves open whether it was carried out, and came again as #${again.id} without a look`,
      },
    ]
  })
  return { exercised: unclear.length > 0, offences }
}

const isSameSession = (one: Exchange, other: Exchange): boolean => one.session !== undefined && one.session === other.session

function checkTwins(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const writes = exchanges.filter((one) => ADDING.has(one.operation ?? '') && !isUnserved(one))
  const pairs = writes.flatMap((first, index) => {
    const twin = writes.slice(index + 1).find((one) => keyOf(one) === keyOf(first) && one.real < endOf(first) && !first.gone)
    return twin ? [{ first, twin }] : []
  })
  const told = ({ first, twin }: (typeof pairs)[number]): Finding => ({
    entries: idsOf(first, twin),
    what: `${named(first)} was under way when #${twin.id} sent the same write`,
  })
  return {
    exercised: writes.length > 0,
    offences: pairs.filter(({ first, twin }) => programs.of(first) === programs.of(twin)).map(told),
    remarks: pairs.filter(({ first, twin }) => programs.of(first) !== programs.of(twin)).map(told),
  }
}

// ---- refusals ----

const isFinal = (one: Exchange): boolean =>
  one.refusalCode !== undefined && !isTokenRefused(one) && one.status >= 400 && one.status < 500 && !isReplyLost(one)

function checkFlood(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const refused = exchanges.filter(isFinal)
  const offences: Finding[] = []
  const seen = new Set<Exchange>()
  for (const first of refused) {
    if (seen.has(first)) continue
    const later = refused.filter(
      (one) =>
        one.refusalCode === first.refusalCode &&
        one.property === first.property &&
        programs.knew(one, first) &&
        one.real - first.real < RETRY_APART,
    )
    if (later.length < MOST_REFUSALS) continue
    for (const one of later) seen.add(one)
    offences.push({
      entries: idsOf(first, ...later),
      what: `${named(first)} was refused (${first.refusalCode}), and so were ${later.length} more calls within a minute`,
    })
  }
  return { exercised: refused.length > 0, offences }
}

const LANGUAGE = /\/[a-z]{2}(?:-[A-Z]{2})?\/?$/

/** An address without what the service does not look at. */
const bare = ({ target }: Exchange): string =>
  (target.split('?')[0] ?? '').replace(LANGUAGE, '').replace(/\/+$/, '').toLowerCase()

function checkVariants(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const refused = exchanges.filter((one) => isFinal(one) && one.method !== 'HEAD' && one.method !== 'OPTIONS')
  const offences = refused.flatMap((first) => {
    const again = refused.find(
      (one) =>
        one.method === first.method &&
        one.target !== first.target &&
        bare(one) === bare(first) &&
        one.request === first.request &&
        one.refusalCode === first.refusalCode &&
        programs.knew(one, first) &&
        waitBetween(first, one) < RETRY_APART,
    )
    return again
      ? [
          {
            entries: idsOf(first, again),
            what: `${named(first)} (${first.target}) was refused, and came again with another spelling of its address as #${again.id} (${again.target})`,
          },
        ]
      : []
  })
  return { exercised: refused.length > 0, offences }
}

export const COMPLETION_RULES: readonly Rule[] = [
  {
    id: 'resilience/call-completed',
    severity: 'must',
    title: 'A call that failed on the way is made again in the end',
    measure: `A call that met 429, 5xx or a lost answer is made again, or done by another call of the same operation about the same property, rooms and nights, when its program goes on with ${GOES_ON} other calls or more; a write whose answer was lost may be looked up instead. Given up after ${ATTEMPTS_TO_GIVE_UP} attempts it counts as reported.`,
    remedy: 'Keep what could not be done, and do it once the trouble has passed.',
    source: 'RFC 9110 section 15.6.4; RFC 6585 section 4',
    risk: 'A call that newer work made needless.',
    kinds: ALL,
    needs: [],
    check: checkCompleted,
  },
  {
    id: 'resilience/conflict-reviewed',
    severity: 'must',
    title: 'After a refusal with a status of success the calendar is read again',
    measure: `After a write refused with 2xx the client reads that property and night again before or while it goes on with ${GOES_ON} calls or more. A conflict with what the client made itself is not judged.`,
    remedy: 'Take 204 on a POST for a conflict: read availability or black bookings of that night, then decide.',
    source: 'spec "Black bookings"; choices `black_booking_conflict`, `refusal_status`',
    risk: 'A client that has a feed of events of its own.',
    kinds: ALL,
    needs: ['refusal-codes'],
    check: checkReviewed,
  },
  {
    id: 'resilience/retry-after-wide',
    severity: 'should',
    title: 'While it is asked to wait, a client sends nothing else either',
    measure:
      'After 429 with Retry-After no other call of the program comes within that time. Calls that were under way do not count.',
    remedy: 'Let all workers of a client wait: the limit is for the client, not for the call.',
    source: 'RFC 6585 section 4',
    risk: 'Threads that hear late of the limit: 250 ms are allowed.',
    kinds: ALL,
    needs: [],
    check: checkRetryAfterWide,
  },
  {
    id: 'resilience/ambiguous-5xx',
    severity: 'must',
    title: 'A write that may have been carried out is looked up before it is sent again',
    measure: `After 500, 502, 504 or no answer to a write that adds something (${[...ADDING].join(', ')}) its program reads what it covers before the same write comes again.`,
    remedy: 'Only 429 and 503 say that nothing was done. After everything else look first.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A write that may be repeated without harm.',
    kinds: ALL,
    needs: [],
    check: checkAmbiguous,
  },
  {
    id: 'resilience/bounded-long',
    severity: 'should',
    title: 'A call that keeps failing is given up within the day',
    measure: `The same call of a program fails at most ${MOST_IN_TROUBLE} times within 24 hours, however long the waits are.`,
    remedy: 'Stop after some hours and tell a person.',
    source: 'the practice of the field: dead-letter queues',
    risk: 'A monitor that is to try for ever.',
    kinds: ALL,
    needs: [],
    check: checkBoundedLong,
  },
  {
    id: 'resilience/breaker',
    severity: 'should',
    title: 'During an outage a client stops sending other calls',
    measure: `A program sends at most ${MOST_INTO_OUTAGE} different calls in a row that all meet 429, 5xx or a cut connection.`,
    remedy: 'Stop all work after a few failures in a row, and try one call until it succeeds.',
    source: 'the practice of the field: circuit breakers',
    risk: 'A pool of more than 10 workers.',
    kinds: ALL,
    needs: [],
    check: checkBreaker,
  },
  {
    id: 'resilience/hang-up',
    severity: 'should',
    title: 'A slow answer is waited for',
    measure: `At most ${MOST_HANG_UPS} call is hung up on before its answer.`,
    remedy: 'Give answers several seconds: who hangs up loses what was done.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'A visitor who closes the page.',
    kinds: ALL,
    needs: [],
    check: checkHangUp,
  },
  {
    id: 'resilience/parallel-twin',
    severity: 'must',
    title: 'The same write is not sent twice at the same time',
    measure: `No write that adds something (${[...ADDING].join(', ')}) is sent while the same one of the same program is under way; of several programs it is shown for a check by eye.`,
    remedy: 'Let one worker own a property, or a lock guard the write.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'Tests of races.',
    kinds: ALL,
    needs: [],
    check: checkTwins,
  },
  {
    id: 'resilience/refusal-flood',
    severity: 'must',
    title: 'After a few refusals of one kind a client stops',
    measure: `A program is refused for the same reason at the same property at most ${MOST_REFUSALS} times within ${RETRY_APART / 1000} s. Refused tokens and calls under way do not count.`,
    remedy: 'Read the reason of the first refusal; do not run through a list that is refused as a whole.',
    source: 'RFC 9110 section 15.5',
    risk: 'Tests that provoke refusals in a row.',
    kinds: ALL,
    needs: ['refusal-codes'],
    check: checkFlood,
  },
  {
    id: 'resilience/variant-retry',
    severity: 'must',
    title: 'A refused call does not come again in another spelling',
    measure: `After a 4xx the same call does not come again within ${RETRY_APART / 1000} s, to be refused again, with another query, language or slash.`,
    remedy: 'What is refused is refused for its content: correct that, or report it.',
    source: 'RFC 9110 section 15.5',
    risk: 'A language that is tried after another one was not known.',
    kinds: ALL,
    needs: ['refusal-codes'],
    check: checkVariants,
  },
  {
    id: 'sync/overbooking-handled',
    severity: 'must',
    title: 'A room that is taken is not asked for again and again',
    measure: `After a room was found taken the same program asks for that room and night again fewer than ${MOST_TIMES_TAKEN} times. A conflict with what the client made itself is not judged.`,
    remedy: 'Take another room, another day, or remove what is in the way.',
    source: 'spec "Black bookings"',
    risk: 'A client that waits for a room to become free.',
    kinds: ALL,
    needs: ['refusal-codes'],
    check: checkOverbooking,
  },
]
