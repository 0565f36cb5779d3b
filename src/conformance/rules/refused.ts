import { type Nights, shareNights } from '../../api/subject.ts'
import { groupBy } from '../../base/group-by.ts'
import { isReview } from '../calendar-reads.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  isAfter,
  isAnswered,
  isCarriedOut,
  isInvented,
  isRead,
  isReplyLost,
  isSameCall,
  isUnserved,
  keyOf,
  MAX_RETRY_INTERVAL_MS,
  sessionOf,
  TOKEN_OPERATION,
  waitBetween,
} from '../exchange.ts'
import { FORBIDDEN_CODES, isTokenOver } from '../grants.ts'
import {
  callList,
  excusedFinding,
  type Finding,
  type Findings,
  idsOf,
  isClientError,
  isProbe,
  type Rule,
  type Run,
  sequences,
} from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'

/** 4xx statuses after which a retry is correct. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

const isFinal = (one: Exchange): boolean =>
  isClientError(one) && !RETRYABLE_STATUSES.has(one.status) && (isInvented(one) || (!isUnserved(one) && !isReplyLost(one)))

const isJudgedElsewhere = (one: Exchange): boolean =>
  isTokenOver(one) || FORBIDDEN_CODES.has(one.refusalCode) || isScopeOfToken(one)

/** A token request with too many scopes. Several programs may each send it once. */
const isScopeOfToken = ({ refusalCode }: Exchange): boolean => refusalCode === 'scope_invalid'

type LaterCalls = ReturnType<ReturnType<typeof laterCallsOf>>

function laterCallsOf({ exchanges, programs }: Run) {
  const byProgram = groupBy(exchanges, (one) => programs.of(one))
  const latest = new Map(exchanges.map((one) => [`${programs.of(one)} ${keyOf(one)}`, one]))
  return (of: Exchange) => {
    const own: readonly Exchange[] = byProgram.get(programs.of(of)) ?? []
    return {
      calls: own.slice(own.indexOf(of) + 1),
      /** True when the program sent the same call again, at any later time. */
      isRepeated: latest.get(`${programs.of(of)} ${keyOf(of)}`) !== of,
      /** False for calls that were sent before the refusal was received. */
      isReaction: (one: Exchange) => !programs.isThreaded(one) || programs.hadResponse(one, of),
    }
  }
}

/** The same call again, refused again, without a read or change between. A success shows that something had changed. */
function blindRepeat(
  refused: Exchange,
  { calls, isReaction, isRepeated }: LaterCalls,
  mayExplain: (one: Exchange) => boolean = isAnswered,
): Exchange | undefined {
  if (!isRepeated) return undefined
  for (const one of calls) {
    if (isSameCall(one, refused) && isAfter(one, refused) && isReaction(one))
      return (one.refusalCode !== undefined || (isInvented(one) && isFinal(one))) &&
        waitBetween(refused, one) < MAX_RETRY_INTERVAL_MS
        ? one
        : undefined
    if (mayExplain(one) && (isReaction(one) || isAfter(one, refused))) return undefined
  }
  return undefined
}

function checkRefused(run: Run): Findings {
  const { exchanges, programs } = run
  const refused = exchanges.filter((one) => isFinal(one) && !isJudgedElsewhere(one) && !isProbe(one))
  const after = laterCallsOf(run)
  // A new token explains nothing, but for one in whose place another program may have begun: it had made this call only.
  const uses = groupBy(exchanges, ({ operation, token }) => (operation === TOKEN_OPERATION ? undefined : token))
  const isOnlyCall = (of: Exchange): boolean => (uses.get(of.token ?? '') ?? []).every((one) => one === of)
  const repeated = sequences(refused, (one) => {
    const explains = isOnlyCall(one) ? isAnswered : (other: Exchange) => isAnswered(other) && other.operation !== TOKEN_OPERATION
    return blindRepeat(one, after(one), explains)
  })
  const findingOf = (calls: (typeof repeated)[number]): Finding => ({
    entries: idsOf(...calls),
    what: `${callName(calls[0])} was refused with ${calls[0].status} (${calls[0].refusalCode ?? 'unknown reason'}), and sent again unchanged as ${callList(calls.slice(1))}`,
  })
  const equal = groupBy(refused, keyOf)
  const tokens = repeatedTokenRequests(run)
  return {
    exercised: refused.length > 0 || exchanges.some(isScopeOfToken),
    offences: [...repeated, ...tokens.filter(({ isOne }) => isOne).map(({ calls }) => calls)].map(findingOf),
    remarks: [
      ...tokens.filter(({ isOne }) => !isOne).map(({ calls }) => findingOf(calls)),
      ...refused.flatMap((first) => {
        const excused = (equal.get(keyOf(first)) ?? []).filter((one) => programs.isExcused(one, first))
        return excused.length > 0 ? [excusedFinding(first, excused, findingOf([first, ...excused]).what)] : []
      }),
    ],
  }
}

/** Token requests refused for their scopes again. `isOne`: the client has too few programs to have made one each. */
function repeatedTokenRequests({ exchanges, programs }: Run) {
  const requests = exchanges.filter(({ operation }) => operation === TOKEN_OPERATION)
  const refused = requests.filter((one) => isScopeOfToken(one) && !isReplyLost(one))
  const again = (one: Exchange): Exchange | undefined => {
    const next = callsAfter(requests, one).find(
      (other) => other.client === one.client && isAfter(other, one) && (isCarriedOut(other) || isSameCall(other, one)),
    )
    const isReaction = next && (!programs.isThreaded(next) || programs.hadResponse(next, one))
    return isReaction && !isCarriedOut(next) && waitBetween(one, next) < MAX_RETRY_INTERVAL_MS ? next : undefined
  }
  return sequences(refused, again).map((calls) => {
    const granted = callsAfter(requests, calls[0]).filter((one) => one.client === calls[0].client && isCarriedOut(one))
    const number = new Set(granted.map((one) => programs.of(one))).size
    return { calls, isOne: calls.length > number }
  })
}

export const isRefusedAsSuccess = (one: Exchange): boolean =>
  one.refusalCode !== undefined && one.status >= 200 && one.status < 300 && !isRead(one) && !isUnserved(one) && !isReplyLost(one)

type Judgement = 'handled' | 'open' | Finding

type NightsOf = (call: Exchange) => Nights | undefined

/** Finds the nights that a call is about; of a removal, those of the call that made the row. */
function nightsIn(exchanges: readonly Exchange[]): NightsOf {
  // the first call that changed a row made it
  const calls = exchanges.toReversed()
  const made = new Map(calls.flatMap(({ changed, subject }) => changed?.['bookings']?.map((id) => [id, subject]) ?? []))
  return ({ subject }) => subject?.nights ?? (subject?.booking === undefined ? undefined : made.get(subject.booking)?.nights)
}

/** How a client handled a refusal with a success status, as far as its calls show. */
function judge(refused: Exchange, after: LaterCalls, nightsOf: NightsOf): Judgement {
  const again = blindRepeat(refused, after, (one) => isAnswered(one) && (!isRead(one) || isReview(one, refused)))
  if (again) {
    const what = `${callName(refused)} was refused (${refused.refusalCode}, status ${refused.status}), and repeated at once as ${callName(again)}`
    return { entries: idsOf(refused, again), what }
  }
  const next = after.calls.find(
    (one) =>
      one.property === refused.property &&
      sessionOf(one) === sessionOf(refused) &&
      after.isReaction(one) &&
      (isRead(one) ? isReview(one, refused) : shareNights(nightsOf(one), refused.subject?.nights)),
  )
  if (next?.operation === 'deleteBlackBooking' && next.refusalCode !== undefined) {
    const what = `${callName(refused)} created no booking (${refused.refusalCode}, status ${refused.status}), but ${callName(next)} tried to remove it`
    return { entries: idsOf(refused, next), what }
  }
  return next && isRead(next) ? 'handled' : 'open'
}

/** Black bookings refused because their program had made the same one, which was answered, with no read of the night in between. */
function repeatedClosures(run: Run): ReadonlyMap<Exchange, Finding> {
  const { exchanges, programs } = run
  const after = laterCallsOf(run)
  const made = exchanges.filter((one) => one.operation === 'createBlackBooking' && isAnswered(one))
  return new Map(
    made.flatMap((first) => {
      const explains = (one: Exchange): boolean =>
        isAnswered(one) && (isReview(one, first) || (one.method === 'DELETE' && one.property === first.property))
      // no thread may repeat what another one has done
      const again = blindRepeat(first, { ...after(first), isReaction: () => true }, explains)
      if (!again || programs.mayBeRestarted(first, again)) return []
      const what = `${callName(first)} closed the room, and ${callName(again)} repeated it without a read of that night`
      return [[again, { entries: idsOf(first, again), what }] as const]
    }),
  )
}

function checkQuiet(run: Run): Findings {
  const refused = run.exchanges.filter(isRefusedAsSuccess)
  const after = laterCallsOf(run)
  const repeated = repeatedClosures(run)
  const nightsOf = nightsIn(run.exchanges)
  const judged = refused.map((one) => {
    const judgement = judge(one, after(one), nightsOf)
    return { one, judgement: (judgement === 'open' && repeated.get(one)) || judgement }
  })
  return {
    exercised: refused.length > 0,
    offences: judged.flatMap(({ judgement }) => (typeof judgement === 'string' ? [] : [judgement])),
    remarks: judged.flatMap(({ one, judgement }) => {
      const what = `${callName(one)} was refused (${one.refusalCode}) with status ${one.status}: check that the client noticed`
      return judgement === 'open' ? [{ entries: idsOf(one), what }] : []
    }),
  }
}

export const REFUSED_RULES: readonly Rule[] = [
  {
    id: 'resilience/no-retry-of-refusals',
    severity: 'must',
    title: 'Refused calls are not repeated unchanged',
    measure: `After a 4xx the same call is not sent and refused again within ${MAX_RETRY_INTERVAL_MS / 1000} s, unless the caller got another successful response in between; that of a token request does not count. Expired tokens, 403, 408, 425 and 429 do not count. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal, and token requests refused for their scopes that as many programs of the client may have sent once each. HEAD and OPTIONS are not checked.`,
    remedy: 'Retry only after 429, 5xx and lost connections. Otherwise correct the call, or report the refusal.',
    source: 'RFC 9110 section 15.5',
    risk: 'Tests that send the same invalid call twice in a row.',
    needs: ['refusal-codes'],
    check: checkRefused,
  },
  {
    id: 'resilience/conflict-not-success',
    severity: 'must',
    title: 'A refusal with a success status is recognised',
    measure:
      'A write refused with 2xx (black booking of a taken room: 204) is not repeated at once, nor is the booking removed that was not created. A program does not repeat its own black booking that was answered, without a read of the night before or after. Passed if it reads that property and night before it writes there again; reported for manual review if its calls show nothing. Other reads do not count.',
    remedy:
      'Do not rely on the status alone: 204 on a POST, or meta.code in a body, can mean that nothing was created. Read the list again.',
    source: 'spec "Black bookings"; choices `black_booking_conflict`, `refusal_status`',
    risk: 'A client that learns of changes from another source, such as an event stream.',
    needs: ['refusal-codes'],
    check: checkQuiet,
  },
]
