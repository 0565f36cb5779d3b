/** Whether a receiver of webhooks answers in time, reads what changed, and copes with lost and repeated deliveries. */
import { coversNights } from '../../api/subject.ts'
import { MINUTE_MS, SECOND_MS } from '../../base/duration.ts'
import { groupBy } from '../../base/group-by.ts'
import type { Instant } from '../../base/instant.ts'
import { BOOKING_READS } from '../calendar-reads.ts'
import { stillToJudge, timeOfClient } from '../client-time.ts'
import { callName, type Delivery, type Exchange, type Facts, isAnswered, isCarriedOut, isRead, keyOf } from '../exchange.ts'
import { type Finding, type Findings, idsOf, milliseconds, type Rule, type Run, SYNC_KINDS } from '../rule.ts'

/** Maximum time to answer, in milliseconds of the machine's clock. */
const MAX_ANSWER_MS = 5 * SECOND_MS
/** Time to read what changed, or to find a lost change by polling: of the sandbox's clock, at least one minute of real time. */
const READ_WITHIN = 60 * MINUTE_MS
/** A read within this time after a delivery may be a reaction to it, in milliseconds of the machine's clock. */
const READ_SOON_MS = 5 * SECOND_MS
const MIN_ACCEPTED = 3
/** Writes within this time after a delivery count as its effects, in milliseconds of the machine's clock. */
const EFFECT_WITHIN = MINUTE_MS

/** Notifications after which the booking must be read. */
export const ABOUT_BOOKINGS: ReadonlySet<string> = new Set(['booking_added', 'booking_modified', 'booking_cancelled'])

const nameOf = ({ id, task }: Delivery): string => `delivery ${id} (${task})`

/** The call closest in time to a delivery, as evidence. */
function callNear(exchanges: readonly Exchange[], { real }: Delivery): readonly number[] {
  const one = exchanges.find((call) => call.real >= real) ?? exchanges.at(-1)
  return one ? idsOf(one) : []
}

/** One finding for each task and hook, with the number of deliveries: a receiver that is down is one fault. */
function findingByTask(deliveries: readonly Delivery[], calls: readonly Exchange[], what: (one: Delivery) => string): Finding[] {
  return [...groupBy(deliveries, ({ task, url }) => `${task} ${url}`).values()].map(([one, ...others]) => {
    const more = others.length === 0 ? '' : `, and ${others.length} more of this kind`
    return { entries: callNear(calls, one), delivery: one.id, what: `${what(one)}${more}` }
  })
}

function checkInTime({ exchanges, deliveries = [], judgedUntil }: Run): Findings {
  const sent = deliveries.filter(({ state }) => state === 'delivered' || state === 'failed')
  const [first, last] = [judgedUntil ?? exchanges[0]?.real ?? 0, exchanges.at(-1)?.real ?? 0]
  // A receiver that is unreachable before or after the calls begins and ends with its client; one that lets a request wait is there.
  const failedAt = (one: Delivery): Instant => sentAt(one) + (one.ms === undefined || one.ms > MAX_ANSWER_MS ? 0 : one.ms)
  const isDuringCalls = (at: Instant): boolean => at >= first && at <= last
  const judged = sent.filter((one) => one.status !== undefined || isDuringCalls(failedAt(one)))
  const what = (one: Delivery): string => `${nameOf(one)} to ${one.url} ${problemWith(one)}`
  return { exercised: judged.length > 0, offences: findingByTask(judged.filter(problemWith), exchanges, what) }
}

/** The problem with the answer to a delivery; undefined when there is none. */
function problemWith({ status, ms = 0, error }: Delivery): string | undefined {
  if (status === undefined) return `got no response: ${error}`
  if (status < 200 || status > 299) return `was answered ${status}`
  return ms > MAX_ANSWER_MS ? `was answered after ${milliseconds(ms)}` : undefined
}

function showsBooking(call: Exchange, { booking, property }: Delivery, { arrivals = [] }: Facts): boolean {
  if (!isRead(call) || !isAnswered(call)) return false
  if (booking !== undefined && call.subject?.booking === booking) return true
  if (call.property !== property || call.subject?.booking !== undefined) return false
  const nights = arrivals.findLast((one) => one.booking === booking)?.nights
  return BOOKING_READS.has(call.operation) && (nights === undefined || coversNights(call.subject?.nights, nights))
}

const aboutBookings = ({ deliveries = [] }: Facts, isConcerned: (delivery: Delivery) => boolean): readonly Delivery[] =>
  deliveries.filter((one) => ABOUT_BOOKINGS.has(one.task) && isConcerned(one))

/**
 * Finds deliveries whose booking no call shows, although the client continued long enough.
 *
 * @param was what happened to the deliveries
 */
function checkRead(run: Run, was: string, deliveries: readonly Delivery[]): Findings {
  const { exchanges, speed = 1 } = run
  const last = exchanges.at(-1)
  const time = Math.max(READ_WITHIN, speed * MINUTE_MS)
  // The time of the client begins when it is told, which may be long after the event.
  const told = deliveries.map((one) => ({ delivery: one, at: one.at + (sentAt(one) - one.real) * speed, real: sentAt(one) }))
  const judged = stillToJudge(told, run)
    .map((one) => ({ delivery: one.delivery, timeTo: timeOfClient(one, exchanges, run) }))
    .filter(({ timeTo }) => last !== undefined && timeTo(last.at) > time)
  const unread = judged.flatMap(({ delivery, timeTo }) => {
    const inTime = exchanges.filter((call) => call.at >= delivery.at && timeTo(call.at) <= time)
    return inTime.some((call) => showsBooking(call, delivery, run)) ? [] : [delivery]
  })
  const what = (delivery: Delivery): string =>
    `${nameOf(delivery)} was ${was}, and no successful read covered booking ${delivery.booking} within an hour`
  return { exercised: judged.length > 0, offences: findingByTask(unread, exchanges, what) }
}

/** A client that reads soon after few of the deliveries may find bookings by polling only, which is allowed. */
function checkDetailsRead(run: Run): Findings {
  const all = aboutBookings(run, ({ state }) => state === 'delivered')
  const found = checkRead(run, 'accepted', all)
  const accepted = stillToJudge(all, run)
  const late = accepted.filter(
    (one) => !run.exchanges.some((it) => isEffect(it, one, READ_SOON_MS) && showsBooking(it, one, run)),
  )
  if (accepted.length < MIN_ACCEPTED || 2 * late.length <= accepted.length) return found
  const what = (one: Delivery): string =>
    `${nameOf(one)} was not followed by a read of the booking within ${milliseconds(READ_SOON_MS)}: check that the client does not only poll`
  return { ...found, exercised: true, remarks: findingByTask(late, run.exchanges, what) }
}

const lostOnes = (facts: Facts) => aboutBookings(facts, ({ state, fault }) => state === 'dropped' && fault !== undefined)

type DuplicateDelivery = Readonly<Record<'earlier' | 'later', Delivery>>

/** Notifications of what happens once: two with the same body are about the same event, even if they were sent apart. */
const HAPPENS_ONCE: ReadonlySet<string> = new Set(['booking_added', 'blackbooking_added'])
const happensOnce = ({ task }: Delivery): number => Number(HAPPENS_ONCE.has(task))

/** Consecutive deliveries of one hook about the same event. Those with one body may be about events at different times. */
function duplicatesOf(deliveries: readonly Delivery[]): readonly DuplicateDelivery[] {
  const before = new Map<string, Delivery>()
  return deliveries.flatMap((later) => {
    const key = `${later.hook} ${later.body} ${HAPPENS_ONCE.has(later.task) ? '' : later.at}`
    const earlier = before.get(key)
    before.set(key, later)
    return earlier && later.real - earlier.real < EFFECT_WITHIN ? [{ earlier, later }] : []
  })
}

const sentAt = (delivery: Delivery): Instant => delivery.sentAt ?? delivery.real

const isEffect = (call: Exchange, of: Delivery, within = EFFECT_WITHIN): boolean =>
  call.real >= sentAt(of) && call.real - sentAt(of) < within

/** The duplicate that made a client repeat a write: one about a booking rather than another, then the latest. */
function causeOf(original: Exchange, again: Exchange, pairs: readonly DuplicateDelivery[]): DuplicateDelivery | undefined {
  return pairs
    .filter(({ earlier, later }) => isEffect(original, earlier) && isEffect(again, earlier) && again.real >= sentAt(later))
    .sort(({ later: a }, { later: b }) => happensOnce(b) - happensOnce(a) || sentAt(b) - sentAt(a))
    .at(0)
}

/** The duplicates that may have caused equal writes: those of their property, and of new bookings that they name or close a room for. */
function causesOf(tried: readonly [Exchange, ...Exchange[]], pairs: readonly DuplicateDelivery[]): readonly DuplicateDelivery[] {
  const [{ operation, property, target, request }] = tried
  // A delivery that one of the writes raised is their effect.
  const raisers = new Set(tried.map(({ id }) => `${id}`))
  const isEffectOfWrite = ({ raisedBy }: Delivery): boolean => raisedBy?.kind === 'call' && raisers.has(raisedBy.id)
  const isNamed = ({ booking }: Delivery): boolean => new RegExp(`(?<!\\d)${booking}(?!\\d)`).test(`${target} ${request}`)
  const isForBooking = (one: Delivery): boolean =>
    HAPPENS_ONCE.has(one.task) && (operation === 'createBlackBooking' || isNamed(one))
  return pairs.filter(({ later }) => !isEffectOfWrite(later) && (later.property === property || isForBooking(later)))
}

/** False when each of the writes since a delivery may belong to an event of its own: equal writes for different bookings. */
function areMoreThanEvents(
  same: readonly Exchange[],
  last: Exchange,
  { from, deliveries }: { readonly from: Delivery; readonly deliveries: readonly Delivery[] },
): boolean {
  const isWithin = (at: number): boolean => at >= sentAt(from) && at <= last.real
  const isAlike = ({ property }: Delivery): boolean => property === from.property || last.property !== from.property
  const events = deliveries.filter((one) => one.task === from.task && isWithin(sentAt(one)) && isAlike(one))
  const different = new Set(events.map(({ booking, at, body }) => booking ?? `${at} ${body}`))
  return same.filter(({ real }) => isWithin(real)).length > different.size
}

function checkDuplicateOnce({ exchanges, deliveries = [] }: Run): Findings {
  const pairs = duplicatesOf(deliveries.filter(({ state }) => state === 'delivered'))
  // A room that the first write has closed is taken for the second one.
  const isTried = (call: Exchange): boolean => isCarriedOut(call) || call.refusalCode === 'room_taken'
  const writes = exchanges.filter((call) => call.method === 'POST' && call.operation !== 'requestToken' && isTried(call))
  const offences = (pairs.length === 0 ? [] : [...groupBy(writes, keyOf).values()]).flatMap((tried) => {
    const causes = causesOf(tried, pairs)
    // A client that sends it again also without a duplicate does so anyway, such as in each round.
    const isUsual = tried.some((one) => !isCarriedOut(one) && !causeOf(one, one, causes))
    const same = isUsual ? tried.filter(isCarriedOut) : tried
    const seen = new Set<Exchange>()
    return same.flatMap((again, index): readonly Finding[] => {
      for (const original of same.slice(0, index)) {
        const cause = isAnswered(original) && !seen.has(original) ? causeOf(original, again, causes) : undefined
        if (!cause || !areMoreThanEvents(same, again, { from: cause.earlier, deliveries })) continue
        seen.add(original)
        const what = `${callName(original)} and ${callName(again)} did the same after ${nameOf(cause.earlier)} and its duplicate ${cause.later.id}`
        return [{ entries: idsOf(original, again), what }]
      }
      return []
    })
  })
  return { exercised: pairs.length > 0, offences: offences.sort((a, b) => (a.entries[0] ?? 0) - (b.entries[0] ?? 0)) }
}

export const LOST_FOUND_BY_POLL = 'webhooks/lost-found-by-poll'

export const WEBHOOK_RULES: readonly Rule[] = [
  {
    id: 'webhooks/answers-in-time',
    severity: 'must',
    title: 'Deliveries are answered in time',
    measure: `Every delivery gets a 2xx within ${MAX_ANSWER_MS / SECOND_MS} seconds of real time. Before the first call and after the last, the receiver may be unreachable; times in which Understay itself does not run do not count.`,
    remedy:
      'Start the receiver at the address of the hook, with its credentials, before the client. Respond with 204 first, then process the delivery.',
    source: 'facts 14.3 "Delivery": one attempt, no retry; the response of the service may wait for the receiver',
    risk: 'A receiver that is restarted during the run.',
    kinds: SYNC_KINDS,
    needs: ['deliveries'],
    check: checkInTime,
  },
  {
    id: 'webhooks/reads-details',
    severity: 'should',
    title: 'The record that a delivery names is read',
    measure: `After an accepted delivery of ${[...ABOUT_BOOKINGS].join(', ')}, a successful read covers the booking within ${READ_WITHIN / MINUTE_MS} minutes of the sandbox's clock (at least a minute of real time; moves of the clock before the next call do not count), if the client runs longer than that. Reported for manual review if fewer than half of ${MIN_ACCEPTED} or more deliveries are followed by such a read within ${READ_SOON_MS / SECOND_MS} s of real time: then polling alone may have found the bookings.`,
    remedy: 'Read GET /webhooks/PROPERTY/EVENT/ID, or the list of bookings: a delivery contains only ids.',
    source: 'facts 14.1 "Model": a thin notification',
    risk: 'A client that gets deliveries about properties that it does not sell.',
    kinds: SYNC_KINDS,
    needs: ['deliveries', 'sandbox-clock'],
    check: checkDetailsRead,
  },
  {
    id: LOST_FOUND_BY_POLL,
    severity: 'must',
    title: 'Lost notifications are found by polling',
    measure: `A booking whose delivery a scenario dropped is covered by a successful read within ${READ_WITHIN / MINUTE_MS} minutes of the sandbox's clock (at least a minute of real time; moves of the clock before the next call do not count), if the client runs longer than that.`,
    remedy: 'Also read bookings on a schedule: a lost delivery is never repeated.',
    source: 'facts 14.3 "Delivery": no retry, no queue',
    risk: 'A client that polls less than once an hour on purpose.',
    kinds: SYNC_KINDS,
    needs: ['deliveries', 'sandbox-clock'],
    check: (run) => checkRead(run, 'lost', lostOnes(run)),
  },
  {
    id: 'webhooks/duplicate-once',
    severity: 'must',
    title: 'Duplicate deliveries are processed once',
    measure: `After two deliveries of the same event to a hook within ${EFFECT_WITHIN / SECOND_MS} seconds, the same POST is not repeated after the second one, within ${EFFECT_WITHIN / SECOND_MS} seconds of the first. Equal deliveries of events at different times are no duplicates, and equal writes for different bookings are no repetition. A POST to another property counts if it names the booking or closes a room. Deliveries about the rows of these POSTs do not count.`,
    remedy: 'Store the ids of processed records, and compare before writing.',
    source: 'facts 14.5: the event of a black booking is delivered twice',
    risk: 'A client that sends the same write on purpose at that moment.',
    kinds: SYNC_KINDS,
    needs: ['deliveries', 'forms'],
    check: checkDuplicateOnce,
  },
]
