/**
 * How a receiver of webhooks behaves: it answers at once, reads what it was told of, and relies neither on every notification
 * nor on each coming once.
 *
 * @module
 */
import { coversNights } from '../../api/subject.ts'
import type { Delivery } from '../delivery.ts'
import { type Exchange, type Facts, isAnswered, isDone, isRead, keyOf, named } from '../exchange.ts'
import { type Finding, type Findings, idsOf, type Rule, SYNC, span } from '../rule.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** How long a receiver may take to answer, milliseconds of the machine's clock. */
const MOST_MS = 5 * SECOND
/** Time to read what a notification is about, or to find by polling what was lost, milliseconds of the sandbox's clock. */
const READ_WITHIN = 60 * MINUTE
/** Writes so soon after a notification are taken for its effects, milliseconds of the machine's clock. */
const EFFECT_WITHIN = MINUTE

/** Notifications whose bookings have to be read. */
const ABOUT_BOOKINGS: ReadonlySet<string> = new Set(['booking_added', 'booking_modified', 'booking_cancelled'])

/** The time for something; at least a minute of the machine's clock, however fast the sandbox's runs. */
const timeFor = (span: number, { speed = 1 }: Facts): number => Math.max(span, speed * MINUTE)

const told = ({ id, task }: Delivery): string => `delivery ${id} (${task})`

/** The calls that came nearest to a delivery, as evidence. */
function callNear(exchanges: readonly Exchange[], { real }: Delivery): readonly number[] {
  const one = exchanges.find((call) => call.real >= real) ?? exchanges.at(-1)
  return one ? idsOf(one) : []
}

/** Each task once: a receiver that is down is one fault, not a thousand. */
function first(findings: readonly (readonly [Delivery, Finding])[]): readonly Finding[] {
  const tasks = new Map(findings.map(([{ task }, finding]) => [task, finding] as const).reverse())
  return [...tasks.values()]
}

function checkInTime(exchanges: readonly Exchange[], { deliveries = [] }: Facts): Findings {
  const sent = deliveries.filter(({ state }) => state === 'delivered' || state === 'failed')
  const last = exchanges.at(-1)?.real ?? Number.NEGATIVE_INFINITY
  const offences = sent.flatMap((delivery): readonly (readonly [Delivery, Finding])[] => {
    const { status, ms = 0, error, real } = delivery
    // a receiver that nobody reaches once the client has ended is gone with it
    if (status === undefined && real > last) return []
    const wrong =
      status === undefined
        ? `got no answer: ${error}`
        : status < 200 || status > 299
          ? `was answered ${status}`
          : ms > MOST_MS
            ? `was answered after ${span(ms)}`
            : undefined
    return wrong === undefined ? [] : [[delivery, { entries: callNear(exchanges, delivery), what: `${told(delivery)} ${wrong}` }]]
  })
  return { exercised: sent.length > 0, offences: first(offences) }
}

/** True for an answered read that shows the booking of a delivery, or may. */
function shows(call: Exchange, { booking, property }: Delivery, { arrivals = [] }: Facts): boolean {
  if (!isRead(call) || !isAnswered(call)) return false
  if (booking !== undefined && call.subject?.booking === booking) return true
  if (call.property !== property || call.subject?.booking !== undefined) return false
  const nights = arrivals.find((one) => one.booking === booking)?.nights
  return LISTS.has(call.operation ?? '') && (nights === undefined || coversNights(call.subject?.nights, nights))
}

const LISTS: ReadonlySet<string> = new Set(['listBookings', 'listBookingsBetween', 'getTimeline'])

/** Deliveries whose booking no call shows, although the client went on for long enough. */
function unread(deliveries: readonly Delivery[], exchanges: readonly Exchange[], facts: Facts) {
  const last = exchanges.at(-1)
  const time = timeFor(READ_WITHIN, facts)
  const judged = deliveries.filter(({ at }) => last !== undefined && last.at - at > time)
  const offences = judged.filter(
    (delivery) =>
      !exchanges.some((call) => call.at >= delivery.at && call.at - delivery.at <= time && shows(call, delivery, facts)),
  )
  return { judged, offences }
}

function checkReadsDetails(exchanges: readonly Exchange[], facts: Facts): Findings {
  const { deliveries = [] } = facts
  const heard = deliveries.filter(({ state, task }) => state === 'delivered' && ABOUT_BOOKINGS.has(task))
  const { judged, offences } = unread(heard, exchanges, facts)
  const what = (delivery: Delivery): string =>
    `${told(delivery)} was taken, and no answered read covered booking ${delivery.booking} within an hour`
  return {
    exercised: judged.length > 0,
    offences: first(offences.map((one) => [one, { entries: callNear(exchanges, one), what: what(one) }])),
  }
}

function checkFoundByPoll(exchanges: readonly Exchange[], facts: Facts): Findings {
  const { deliveries = [] } = facts
  const lost = deliveries.filter(
    ({ state, fault, task }) => state === 'dropped' && fault !== undefined && ABOUT_BOOKINGS.has(task),
  )
  const { judged, offences } = unread(lost, exchanges, facts)
  const what = (delivery: Delivery): string =>
    `${told(delivery)} was lost, and no answered read covered booking ${delivery.booking} within an hour`
  return {
    exercised: judged.length > 0,
    offences: first(offences.map((one) => [one, { entries: callNear(exchanges, one), what: what(one) }])),
  }
}

/** Deliveries of the same hook with the same body, one after the other. */
function duplicatesOf(deliveries: readonly Delivery[]): readonly (readonly [Delivery, Delivery])[] {
  const sent = deliveries.filter(({ state }) => state === 'delivered')
  const before = new Map<string, Delivery>()
  return sent.flatMap((delivery) => {
    const key = `${delivery.hook} ${delivery.body}`
    const earlier = before.get(key)
    before.set(key, delivery)
    return earlier && delivery.real - earlier.real < EFFECT_WITHIN ? [[earlier, delivery] as const] : []
  })
}

function checkDuplicateOnce(exchanges: readonly Exchange[], { deliveries = [] }: Facts): Findings {
  const pairs = duplicatesOf(deliveries)
  const offences = pairs.flatMap(([earlier, later]): readonly Finding[] => {
    const since = earlier.sentAt ?? earlier.real
    const writes = exchanges.filter(
      (call) =>
        call.method === 'POST' &&
        call.operation !== 'requestToken' &&
        call.property === later.property &&
        isDone(call) &&
        call.real >= since &&
        call.real - since < EFFECT_WITHIN,
    )
    const again = writes.find((call, index) =>
      writes.slice(0, index).some((one) => isAnswered(one) && keyOf(one) === keyOf(call)),
    )
    const original = again && writes.find((one) => keyOf(one) === keyOf(again))
    return again && original
      ? [
          {
            entries: idsOf(original, again),
            what: `${named(original)} and #${again.id} did the same after ${told(earlier)} and its duplicate ${later.id}`,
          },
        ]
      : []
  })
  const known = new Map(offences.map((one) => [one.entries.join(), one]))
  return { exercised: pairs.length > 0, offences: [...known.values()] }
}

export const WEBHOOK_RULES: readonly Rule[] = [
  {
    id: 'webhooks/answers-in-time',
    severity: 'must',
    title: 'A notification is answered at once',
    measure: `Every delivery that is sent gets a 2xx within ${MOST_MS / SECOND} seconds of the machine's clock; those that are sent when the client has made its last call may find nobody.`,
    remedy: 'Answer 204 first, and do the work afterwards.',
    source: 'facts 14.3 "Delivery": one attempt, no retry; the answer of the service may wait for the receiver',
    risk: 'A receiver that is started again while the run goes on.',
    kinds: SYNC,
    needs: ['deliveries'],
    check: checkInTime,
  },
  {
    id: 'webhooks/reads-details',
    severity: 'should',
    title: 'What a notification is about is read',
    measure: `After a delivery of ${[...ABOUT_BOOKINGS].join(', ')} that was taken, an answered read covers the booking within ${READ_WITHIN / MINUTE} minutes of the sandbox's clock (at least a minute of the machine's), while the client works longer than that.`,
    remedy: 'Read GET /webhooks/PROPERTY/EVENT/ID, or the list of bookings: the notification has ids only.',
    source: 'facts 14.1 "Model": a thin notification',
    risk: 'A client that is told of bookings on properties which it does not sell.',
    kinds: SYNC,
    needs: ['deliveries', 'sandbox-clock'],
    check: checkReadsDetails,
  },
  {
    id: 'webhooks/lost-found-by-poll',
    severity: 'must',
    title: 'What was not notified is found by polling',
    measure: `A booking whose notification a scenario lost is covered by an answered read within ${READ_WITHIN / MINUTE} minutes of the sandbox's clock (at least a minute of the machine's), while the client works longer than that.`,
    remedy: 'Read bookings on a schedule as well: a lost notification is never repeated.',
    source: 'facts 14.3 "Delivery": no retry, no queue',
    risk: 'A client that polls less than once an hour on purpose.',
    kinds: SYNC,
    needs: ['deliveries', 'sandbox-clock'],
    check: checkFoundByPoll,
  },
  {
    id: 'webhooks/duplicate-once',
    severity: 'must',
    title: 'A duplicate changes nothing twice',
    measure: `After two equal deliveries to a hook within ${EFFECT_WITHIN / SECOND} seconds, the same POST to that property, whose answer was read, is not made again within ${EFFECT_WITHIN / SECOND} seconds.`,
    remedy: 'Note by the id of the record what was done for it, and compare before writing.',
    source: 'facts 14.5: what a black booking raises is delivered twice',
    risk: 'A client that sends the same write on purpose at that moment.',
    kinds: SYNC,
    needs: ['deliveries', 'forms'],
    check: checkDuplicateOnce,
  },
]
