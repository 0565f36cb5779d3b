/** Calls that failed because of a network fault and were not completed later. */
import { covers, type Subject } from '../../api/subject.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  isAfter,
  isAnswered,
  isCarriedOut,
  isRead,
  isReplyLost,
  isSameCall,
  isSentBefore,
  mayBeRetried,
  subjectOfCall,
  TOKEN_OPERATION,
  WAIT_STATUSES,
} from '../exchange.ts'
import { isTokenRefused } from '../grants.ts'
import type { Programs } from '../programs.ts'
import { callList, type Finding, type Findings, idsOf, isProbe, type Rule, type Run } from '../rule.ts'
import { HANG_UP_WITHIN_MS, isSlowerOf } from '../waits.ts'
import { isSameWrite, OPEN_STATUSES, SHOWN_BY, staysBookedAgain } from './lost-write.ts'

const ATTEMPTS_TO_GIVE_UP = 3
/** Number of later calls with a response before a failed call counts as forgotten. */
const MIN_LATER_CALLS = 2

/** True when a call completes another one: the same operation on the same subject. */
const completes = (one: Exchange, of: Exchange): boolean =>
  isSameCall(one, of) || (one.operation === of.operation && covers(stayOf(one), stayOf(of)))

/** The subject of a call; of a booking, which can be made again in another session, without its rooms. */
function stayOf(one: Exchange): Subject | undefined {
  const { rooms: _, ...stay } = one.subject ?? {}
  return one.operation === 'createBooking' ? stay : subjectOfCall(one)
}

function checkCompleted(run: Run): Findings {
  const { exchanges, programs } = run
  const isCall = ({ operation }: Exchange): boolean => operation !== undefined && operation !== TOKEN_OPERATION
  const failed = exchanges.filter((one) => mayBeRetried(one) && isCall(one) && !isProbe(one))
  const stays = staysBookedAgain(run)
  const byProgram = (one: Exchange, call: Exchange): boolean =>
    programs.of(one) === programs.of(call) || (stays.has(call) && stays.get(one) === stays.get(call))
  const byClient = (one: Exchange, call: Exchange): boolean => programs.isSameClient(one, call)
  // A program may have a token for reads and another one for writes; a read of another program comes without the fault, too.
  const isSeen = (call: Exchange): boolean =>
    !isRead(call) && exchanges.some((one) => shows(one, call) && programs.isOwn(one, call))
  // A second attempt at a lost write is shown with the first, unless the program wrote something else in between.
  const isDone = (call: Exchange): boolean => {
    const writes = exchanges.filter((one) => isCarriedOut(one) && !isRead(one) && byProgram(one, call))
    const last = writes.findLast((one) => !isSentBefore(call, one) && one.subject?.property === call.subject?.property)
    return last !== undefined && isReplyLost(last) && isSameWrite(last, call)
  }
  const isOverwritten = (one: Exchange, other: Exchange): boolean =>
    isCarriedOut(other) && (isRemovalOf(other, one) || (completes(other, one) && !isSameWrite(other, one)))
  const isKept = (one: Exchange, call: Exchange): boolean =>
    !exchanges.some((other) => isAfter(other, one) && isAfter(call, other) && isOverwritten(one, other))
  // Another thread may send the same write without the answer to the first: an answered one completes it, a later one repeats it.
  const isRewritten = (call: Exchange, one: Exchange): boolean =>
    isSameWrite(one, call) &&
    !isAfter(one, call) &&
    (isAnswered(one)
      ? !isAfter(call, one) || (programs.isExcused(call, one) && isKept(one, call))
      : isSentBefore(call, one) && mayBeRetried(one))
  const isTwin = (call: Exchange, one: Exchange, within?: number): boolean => isAnswered(one) && isSlowerOf(call, one, within)
  const isSentTwice = (call: Exchange, within?: number): boolean =>
    exchanges.some((one) => byProgram(one, call) && (isRead(call) ? isTwin(call, one, within) : isRewritten(call, one)))
  const isHandedOn = handedOnIn(run)
  const affected = failed.filter(
    (call) => !(isSeen(call) && isDone(call)) && !isSentTwice(call, HANG_UP_WITHIN_MS) && !isHandedOn(call),
  )
  const isUnclear = ({ status }: Exchange): boolean => status === 0 || OPEN_STATUSES.has(status)
  const isShown = (call: Exchange): boolean => run.missing?.includes('rows') === true && isUnclear(call) && isSeen(call)
  const excuseOf = (call: Exchange): string | undefined => {
    if (isSentTwice(call)) return 'it was sent twice at once, to be quick, and the other was answered'
    if (isShown(call)) return 'a later read told that it was carried out'
    if (removalOf(call, run.control)) return 'it was needed no more: without the fault, the client removes what it makes'
    return isSeen(call) && isTakenBack(call, exchanges, programs)
      ? 'the client gave it up, and removed what it had made'
      : undefined
  }
  // other threads go on while one waits to repeat its call, until the program is killed
  const isExcused = (call: Exchange): boolean =>
    (programs.isThreaded(call) && programs.isRestarted(call)) || excuseOf(call) !== undefined
  const offences = affected.flatMap((call) => (isExcused(call) ? [] : forgottenFindings(call, run, byProgram)))
  const reported = new Set(offences.map(({ entries: [call] }) => call))
  const others = affected
    .filter(({ id }) => !reported.has(id))
    .flatMap((call) => {
      const unless = excuseOf(call) ?? 'another program made these calls, or this one was restarted'
      return forgottenFindings(call, run, byClient).map((one) => ({ ...one, what: `${one.what}, unless ${unless}` }))
    })
  for (const { entries } of others) reported.add(entries[0])
  const left = affected
    .filter((call) => !reported.has(call.id) && isOpen(call, exchanges, byProgram) && isOpen(call, exchanges, byClient))
    .map((call) => ({
      entries: idsOf(call),
      what: `${callName(call)} ${endingOf(call)} and was not repeated before the client ended: check that it reports what it left undone`,
    }))
  return { exercised: failed.length > 0, offences, remarks: [...others, ...left] }
}

/** Finds writes that a program left in a stored queue when it ended, and that the next one of the client sent. */
function handedOnIn({ exchanges, programs }: Run): (call: Exchange) => boolean {
  const lastOf = new Map(exchanges.map((one) => [programs.of(one), one]))
  const isNext = (one: Exchange, call: Exchange): boolean =>
    programs.isSameClient(one, call) && isAfter(one, lastOf.get(programs.of(call)) ?? one)
  // Another write for the same property alone is one of its own.
  const isIt = (one: Exchange, call: Exchange): boolean =>
    isSameCall(one, call) || (call.subject?.nights !== undefined && completes(one, call))
  return (call) => !isRead(call) && exchanges.some((one) => isAnswered(one) && isIt(one, call) && isNext(one, call))
}

const shows = (one: Exchange, call: Exchange): boolean =>
  isRead(one) && isAfter(one, call) && covers(subjectOfCall(one), subjectOfCall(call))

/** The call without the fault that removes what a write makes which was not carried out here: a queue sends neither. */
export function removalOf<C extends Exchange>(write: C, control: readonly C[] = []): C | undefined {
  if (isRead(write) || !WAIT_STATUSES.has(write.status)) return undefined
  const made = control.filter((one) => isSameCall(one, write) && isCarriedOut(one))
  return control.find((one) => made.some((other) => isRemovalOf(one, other)))
}

export const isRemovalOf = (one: Exchange, made: Exchange): boolean =>
  one.method === 'DELETE' &&
  isAfter(one, made) &&
  Object.entries(one.changed ?? {}).some(([name, ids]) => ids?.some((id) => made.changed?.[name]?.includes(id)))

/** True when the next write removes what its program had made before, as only with the fault: a saga gives up. */
function isTakenBack(call: Exchange, exchanges: readonly Exchange[], programs: Programs): boolean {
  const isWrite = (one: Exchange): boolean => !isRead(one) && one.operation !== TOKEN_OPERATION
  const next = exchanges.find((one) => isWrite(one) && isAfter(one, call) && programs.of(one) === programs.of(call))
  return !!next && programs.isAdded(next) && exchanges.some((made) => isSentBefore(made, call) && isRemovalOf(next, made))
}

type IsSameCaller = (one: Exchange, call: Exchange) => boolean

/** True for a failed call that its program neither repeated nor gave up after enough attempts. */
function isOpen(call: Exchange, exchanges: readonly Exchange[], isSameCaller: IsSameCaller): boolean {
  const isRemade = (one: Exchange): boolean => completes(one, call) && !isTokenRefused(one)
  if (callsAfter(exchanges, call).some((one) => isAfter(one, call) && isSameCaller(one, call) && isRemade(one))) return false
  const tries = exchanges.filter((one) => mayBeRetried(one) && completes(one, call) && isSameCaller(one, call))
  return tries.length < ATTEMPTS_TO_GIVE_UP
}

const endingOf = (call: Exchange): string =>
  call.status === 0 || isReplyLost(call) ? 'got no usable response' : `was answered ${call.status}`

/** A failed call that its program did not repeat although it continued. */
function forgottenFindings(call: Exchange, { exchanges, missing }: Run, isSameCaller: IsSameCaller): readonly Finding[] {
  if (!isOpen(call, exchanges, isSameCaller)) return []
  const isOther = (one: Exchange): boolean => isAnswered(one) && one.operation !== TOKEN_OPERATION && !isSameCall(one, call)
  const goneOn = callsAfter(exchanges, call).filter((one) => isAfter(one, call) && isSameCaller(one, call) && isOther(one))
  if (goneOn.length < MIN_LATER_CALLS) return []
  const mayBeThere = missing?.includes('rows') || exchanges.some((one) => isSameWrite(one, call) && isCarriedOut(one))
  const look = goneOn.find((one) => !mayBeThere && SHOWN_BY[call.operation ?? '']?.has(one.operation) && shows(one, call))
  const named = goneOn.filter((one, index) => index < 2 || one === look)
  const shown = look ? `, and #${look.id} shows that it was not carried out` : ''
  const what = `${callName(call)} ${endingOf(call)} and was never repeated, although the client continued with ${callList(named)}${shown}`
  return [{ entries: idsOf(call, ...named), what }]
}

export const COMPLETION_RULES: readonly Rule[] = [
  {
    id: 'resilience/call-completed',
    severity: 'must',
    title: 'Calls that failed in transit are completed later',
    measure: `A call that got 429, 5xx or no usable response is repeated, by the same or another thread, a write also by the next program of the client, or replaced by another call of the same operation for the same property, rooms and nights, if its program makes ${MIN_LATER_CALLS} or more other calls that get a response: then the service works again. A read that the client sends twice at once, and hangs up on within 250 ms after the other is answered, is complete. A read is enough for a write whose response was lost, also after a repetition. After ${ATTEMPTS_TO_GIVE_UP} attempts a client may give up. Reported for manual review: such a read given up later, but within a second; a call that was not repeated because the client ended; one after which another program of the client continued, or one that requested a new token and began with the same call as before, as a restarted program does; one of a program whose threads went on for less than two seconds before it was restarted; in a recording, a write of which a later read may show what it did; a write that the client read about, and after which its next write removed what it had made before, as it does not without the fault; and a write that got 429 or 503, whose row is removed later without the fault.`,
    remedy:
      'Keep failed calls in a queue, and repeat them when the service works again. Compare every field of a write with what a read shows: another row of that night is not its own.',
    source: 'RFC 9110 section 15.6.4; RFC 6585 section 4',
    risk: 'A call that later work made unnecessary.',
    check: checkCompleted,
  },
]
