/** What an `each` expectation asks of a client after an act of traffic, and which calls do it. */
import { type Comparable, type ComparedField, hasSameSubject, type Subject, shareNights } from '../../api/subject.ts'
import { addDays, type Day, daysUntil, parseDay } from '../../base/day.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import type { Db } from '../../store/db.ts'
import type { Expectation } from '../expectations/expectation-schema.ts'
import { hasStatus, type PastCall } from '../expectations/past-call.ts'
import type { PastAct } from './act-result.ts'
import type { Duty } from './pending-reactions.ts'
import type { ActTime } from './reaction-time.ts'

/** Also in a text of JSON inside the response, such as that of a timeline. */
const CONTRACT_UID = /"contract_uid\\?":\\?"?(\d+)/g

/** The bookings that a request names or its response shows; the response is searched at most once. */
export function bookingsIn({ subject }: PastCall, body: string | null): () => ReadonlySet<number> {
  let all: Set<number> | undefined
  return () => {
    all ??= new Set([...(body ?? '').matchAll(CONTRACT_UID)].map(([, id]) => Number(id)))
    if (subject?.booking !== undefined) all.add(subject.booking)
    return all
  }
}

/** True for an act that an `each` names: `guests` for the first act of the traffic, `guests/guest_cancels` for a follow-up. */
export function isActOf(each: string, act: PastAct): boolean {
  const [traffic, word] = each.split('/')
  return act.traffic === traffic && (word === undefined ? act.head : act.do === word)
}

/** What a call must have in common with an act; by default its booking, else its room and night, else its property. */
const comparedFields = ({ same = ['property', 'room', 'night', 'booking'] }: Expectation): readonly ComparedField[] =>
  [same].flat()

/** A subject alone, to be compared with that of a call. */
export const comparable = (subject: Subject): Comparable => {
  return { subject, session: undefined, token: undefined, client: undefined, key: '' }
}

/** The duties of a client after an act: one for its booking, or one for each night of its room. */
export function dutiesOf(expectation: Expectation, act: PastAct, since: ActTime): readonly Duty[] {
  const { booking, property, room, arrival, departure } = act
  const named = property === null ? {} : { property }
  const about = { ...named, ...(room !== null && { room }), ...(booking !== null && { booking }) }
  const common = { at: act.at, do: act.do, ...about }
  const [from, to] = [parseDay(arrival ?? ''), parseDay(departure ?? '')]
  const byNight = booking === null || (comparedFields(expectation).includes('night') && expectation.same !== undefined)
  if (!byNight || !from || !to || room === null) {
    const nights = act.do === CANCELS && from && to ? { nights: { from, to } } : {}
    const subject = { ...named, ...(booking !== null && { booking }), ...nights }
    return [
      { since, act: { ...common, ...(arrival !== null && { arrival }) }, booking: booking ?? undefined, of: comparable(subject) },
    ]
  }
  return daysUntil(from, to).map((day: Day, index) => {
    const own = act.byNight?.[index]
    const subject = { ...named, rooms: [room], nights: { from: day, to: addDays(day, 1) } }
    const ofNight = { ...common, ...(own !== undefined && { booking: own }), night: day }
    return { since, act: ofNight, booking: undefined, of: comparable(subject) }
  })
}

const CANCELS = 'guest_cancels'

/** True for a timeline that lacks the booking which a duty says is cancelled: it shows none that is. */
const showsGone = ({ operation, subject }: PastCall, { act, of }: Duty): boolean =>
  act.do === CANCELS &&
  operation === 'getTimeline' &&
  subject?.property === of.subject?.property &&
  shareNights(subject?.nights, of.subject?.nights)

/** True for a call that does a duty: of a booking, by what it lacks; else by what it has in common with the duty. */
export function isDoneBy(call: PastCall, expectation: Expectation, duty: Duty): boolean {
  if (duty.booking !== undefined) return showsGone(call, duty)
  const { booking: named } = call.subject ?? {}
  // A call that names a booking shows the nights of no other one.
  const isOther = named !== undefined && (duty.act.booking ?? named) !== named
  return !isOther && comparedFields(expectation).every((same) => hasSameSubject(same, call, duty.of))
}

/** The act of a sale on another channel. */
export const SELLS = 'channel_sells'

/** True for a call about the property, room and night of a duty. */
export const isOfNight = (call: PastCall, { of }: Duty): boolean =>
  (['property', 'room', 'night'] as const).every((same) => hasSameSubject(same, call, of))

const SHOW_FREE: ReadonlySet<string | undefined> = new Set(['listAvailableRooms', 'getTimeline'])

/** True for a read of a night that another channel sold, and that somebody has here as well. */
export function showsTaken(call: PastCall, duty: Duty, { roomNights }: Pick<Db, 'roomNights'>): boolean {
  const { rooms: [room] = [], nights } = duty.of.subject ?? {}
  const isSale = SHOW_FREE.has(call.operation) && duty.act.do === SELLS && isOfNight(call, duty)
  return isSale && room !== undefined && nights?.from !== undefined && roomNights.has(nightKey(room, nights.from))
}

/** True when the response to a call is the expected one: by default a 2xx that is not a refusal, or that a guest took the room first. */
export function isAnsweredAs({ refused, status }: Expectation, call: PastCall): boolean {
  if (refused === undefined && status === undefined && call.refusalCode === 'room_taken') return true
  if (call.refused !== (refused ?? false)) return false
  return status === undefined ? refused || (call.status >= 200 && call.status < 300) : hasStatus(call, status)
}
