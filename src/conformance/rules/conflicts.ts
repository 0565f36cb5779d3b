/** Refusals because a room is taken, and writes that created nothing. */
import { covers } from '../../api/subject.ts'
import { CALENDAR_OPERATIONS, isReview } from '../calendar-reads.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  isAfter,
  isCarriedOut,
  isReplyLost,
  subjectOfCall,
  TOKEN_OPERATION,
} from '../exchange.ts'
import { callList, type Finding, type Findings, idsOf, type Rule, type Run } from '../rule.ts'
import { isAdding } from './lost-write.ts'
import { isRefusedAsSuccess } from './refused.ts'

const MIN_LATER_CALLS = 2
const MAX_TIMES_TAKEN = 2

/** The refused calls of which the client itself had not taken the room. */
function withoutOwnConflicts(refused: readonly Exchange[], exchanges: readonly Exchange[]): readonly Exchange[] {
  const adding = exchanges.filter((one) => isCarriedOut(one) && isAdding(one))
  const isOwnConflict = (of: Exchange): boolean =>
    adding.some((one) => one.real <= of.real && one !== of && one.client === of.client && isSameRoomAndNight(one, of))
  return refused.filter((one) => !isOwnConflict(one))
}

function isSameRoomAndNight(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.subject, other.subject]
  if (one.property === undefined || one.property !== other.property || !a?.rooms || !b?.rooms) return false
  return covers(subjectOfCall(one), subjectOfCall(other))
}

function checkReviewed({ exchanges, programs }: Run): Findings {
  const refused = withoutOwnConflicts(exchanges.filter(isRefusedAsSuccess), exchanges)
  const judged = refused.map((call) => {
    const goneOn: Exchange[] = []
    for (const one of callsAfter(exchanges, call)) {
      if (one.client !== call.client || !isAfter(one, call)) continue
      if (isReview(one, call)) return { call, looked: true, goneOn }
      const isFurther = goneOn.length < MIN_LATER_CALLS && one.operation !== TOKEN_OPERATION
      if (isFurther && programs.hadResponse(one, call)) goneOn.push(one)
    }
    return { call, looked: false, goneOn }
  })
  const unclear = 'no later call shows whether the client noticed: check that it did'
  const findingOf = ({ call, goneOn }: (typeof judged)[number]): Finding => {
    const next = `the client continued with ${callList(goneOn)} without reading that property and night again`
    const what = `${callName(call)} created nothing (${call.refusalCode}, status ${call.status}), and ${goneOn.length > 0 ? next : unclear}`
    return { entries: idsOf(call, ...goneOn), what }
  }
  return {
    exercised: refused.length > 0,
    offences: judged.filter(({ looked, goneOn }) => !looked && goneOn.length >= MIN_LATER_CALLS).map(findingOf),
    remarks: judged.filter(({ looked, goneOn }) => !looked && goneOn.length < MIN_LATER_CALLS).map(findingOf),
  }
}

function checkOverbooking({ exchanges, programs }: Run): Findings {
  const refused = exchanges.filter((one) => one.refusalCode === 'room_taken' && !isReplyLost(one))
  const taken = withoutOwnConflicts(refused, exchanges)
  const seen = new Set<Exchange>()
  const offences: Finding[] = []
  for (const first of taken) {
    if (seen.has(first)) continue
    const again = taken.filter((one) => isSameRoomAndNight(one, first) && programs.hadResponse(one, first))
    for (const one of again) seen.add(one)
    if (again.length < MAX_TIMES_TAKEN) continue
    offences.push({
      entries: idsOf(first, ...again),
      what: `${callName(first)} was refused because the room is taken, and ${callList(again)} requested the same room and night again`,
    })
  }
  return { exercised: taken.length > 0, offences }
}

export const CONFLICT_RULES: readonly Rule[] = [
  {
    id: 'resilience/conflict-reviewed',
    severity: 'must',
    title: 'After a refusal with a success status, the calendar is read again',
    measure: `After a write is refused with 2xx, the client reads that property and night again if it makes ${MIN_LATER_CALLS} or more other calls: ${[...CALENDAR_OPERATIONS].join(', ')}. Conflicts with the client's own rows are not checked.`,
    remedy: 'Treat 204 on a POST as a conflict: read availability or black bookings of that night, then decide.',
    source: 'spec "Black bookings"; choices `black_booking_conflict`, `refusal_status`',
    risk: 'A client that learns of changes from another source.',
    needs: ['refusal-codes'],
    check: checkReviewed,
  },
  {
    id: 'sync/overbooking-handled',
    severity: 'must',
    title: 'A taken room is not requested repeatedly',
    measure: `After a room is refused because it is taken, the same program requests that room and night again fewer than ${MAX_TIMES_TAKEN} times. Conflicts with the client's own rows are not checked.`,
    remedy: 'Choose another room or day, or remove the conflicting booking.',
    source: 'spec "Black bookings"',
    risk: 'A client that waits for a room to become free.',
    needs: ['refusal-codes'],
    check: checkOverbooking,
  },
]
