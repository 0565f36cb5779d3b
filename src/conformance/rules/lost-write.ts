/** Writes whose response was lost. */
import { covers } from '../../api/subject.ts'
import { groupBy } from '../../base/group-by.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { CALENDAR_OPERATIONS } from '../calendar-reads.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  formField,
  isAfter,
  isAnswered,
  isCarriedOut,
  isRead,
  isReplyLost,
  isSameCall,
  isSentBefore,
  sessionOf,
  subjectOfCall,
} from '../exchange.ts'
import { type Finding, type Findings, idsOf, type Run } from '../rule.ts'

/** Operations that add something each time they are carried out. */
export const ADDING_OPERATIONS: ReadonlySet<string> = new Set(OPERATIONS.filter(({ adds }) => adds).map(({ id }) => id))

export const isAdding = ({ operation = '' }: Pick<Exchange, 'operation'>): boolean => ADDING_OPERATIONS.has(operation)

/** Statuses that leave open whether a write was carried out. */
export const OPEN_STATUSES: ReadonlySet<number> = new Set([500, 502, 504])

/** The reads that show what a write added: lists of bookings show no black ones. Other reads of the property do not count. */
export const SHOWN_BY: Readonly<Record<string, ReadonlySet<string | undefined>>> = {
  createBlackBooking: new Set(['listAvailableRooms', 'getTimeline', 'listBlackBookings', 'getNotifiedBlackBooking']),
  createBooking: CALENDAR_OPERATIONS,
  createCoupon: new Set(['listCoupons']),
  createGuest: new Set(['listGuests', 'getNotifiedGuest']),
  createGuestType: new Set(['listGuestTypes', 'getNotifiedGuestType']),
  createTariff: new Set(['listTariffs', 'listPropertyTariffs', 'getNotifiedTariffs']),
}

/** True when a successful read, sent after a write was answered or given up, shows whether it was carried out. */
export const showsOutcome = (read: Exchange, write: Exchange): boolean =>
  isRead(read) &&
  isAnswered(read) &&
  isAfter(read, write) &&
  read.real >= write.real + (write.abortedMs ?? 0) &&
  ((sessionOf(read) !== undefined && sessionOf(read) === sessionOf(write)) ||
    (SHOWN_BY[write.operation ?? '']?.has(read.operation) === true && covers(subjectOfCall(read), subjectOfCall(write))))

const stayOf = ({ subject }: Exchange): string => JSON.stringify([subject?.property, subject?.nights])

/** True when a write is the same as an earlier one. In a booking session, the same call can book another stay. */
export const isSameWrite = (one: Exchange, other: Exchange): boolean =>
  isSameCall(one, other) && (one.session === undefined || stayOf(one) === stayOf(other))

const createdNewRows = (again: Exchange, lost: Exchange): boolean =>
  isCarriedOut(again) &&
  Object.entries(again.changed ?? {}).some(([name, ids]) => ids?.some((id) => lost.changed?.[name]?.includes(id) === false))

const isRemoval = (one: Exchange): boolean => one.method === 'DELETE' && isCarriedOut(one)

/** A repeated write, although a read would have shown that the first one was carried out. */
function repeatFinding(lost: Exchange, later: readonly Exchange[]): Finding | undefined {
  const again = later.find((one) => isSameWrite(one, lost) && isAfter(one, lost))
  if (!again) return undefined
  const between = later.slice(0, later.indexOf(again))
  const reads = between.filter((one) => showsOutcome(one, lost))
  if (reads.length === 0) {
    const what = `${callName(lost)} was carried out but its response was lost, and ${callName(again)} repeated it without a read that shows it`
    return { entries: idsOf(lost, again), what }
  }
  // A write whose client has disconnected can be carried out after the client's reads, which then cannot show it.
  const couldShow = reads.some((read) => read.real >= lost.real + lost.ms)
  if (!couldShow || !createdNewRows(again, lost) || between.some(isRemoval)) return undefined
  const what = `${callName(lost)} was carried out but its response was lost, and ${callName(again)} did it a second time: the reads in between did not show the first`
  return { entries: idsOf(lost, again), what }
}

/** The visitor and stay of a createBooking: e-mail address, property and nights; undefined where one of them is not known. */
function guestStayOf(create: Exchange, exchanges: readonly Exchange[]): string | undefined {
  const { subject } = create
  const session = sessionOf(create)
  const addressed = exchanges.findLast(
    (one) => one.operation === 'setAddress' && sessionOf(one) === session && isSentBefore(one, create),
  )
  const email = addressed && formField(addressed, 'email')
  if (session === undefined || !email || subject?.property === undefined || !subject.nights) return undefined
  return `${email.trim().toLowerCase()} ${subject.property} ${JSON.stringify(subject.nights)}`
}

/** Visitor and stay of the attempts to book one that are more than without the fault. @param isMeant leaves out others */
export function staysBookedAgain({ exchanges, control }: Run, isMeant = (_: Exchange): boolean => true) {
  const attemptsIn = (calls: readonly Exchange[] = []) =>
    groupBy(calls, (one) => (one.operation === 'createBooking' && isMeant(one) ? guestStayOf(one, calls) : undefined))
  const usual = attemptsIn(control)
  const again = [...attemptsIn(exchanges)].filter(([stay, { length }]) => length > (usual.get(stay)?.length ?? 0))
  return new Map(again.flatMap(([stay, calls]) => calls.map((one) => [one, stay])))
}

/** The same guest, booked again in another session, and more often than without the fault. */
function bookedAgain(lost: Exchange, later: readonly Exchange[], stays: ReadonlyMap<Exchange, string>): Finding | undefined {
  const isAgain = (one: Exchange): boolean =>
    stays.has(lost) && stays.get(one) === stays.get(lost) && sessionOf(one) !== sessionOf(lost) && isAfter(one, lost)
  const again = later.find((one) => isAgain(one) && createdNewRows(one, lost))
  if (!again || later.slice(0, later.indexOf(again)).some(isRemoval)) return undefined
  const what = `${callName(lost)} was carried out but its response was lost, and ${callName(again)} booked the same guest for the same nights again, in a new session`
  return { entries: idsOf(lost, again), what }
}

/** Writes whose response was lost and that were repeated without a read, or carried out twice. */
export function checkDuplicates(run: Run): Findings {
  const { exchanges } = run
  const lost = exchanges.filter(
    (one) => isAdding(one) && isCarriedOut(one) && isReplyLost(one) && Object.keys(one.changed ?? {}).length > 0,
  )
  const stays = staysBookedAgain(run, ({ changed }) => changed !== undefined)
  const offences = lost.flatMap((one) => {
    const later = callsAfter(exchanges, one)
    return repeatFinding(one, later) ?? bookedAgain(one, later, stays) ?? []
  })
  return { exercised: lost.length > 0, offences }
}
