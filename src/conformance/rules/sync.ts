/**
 * How a channel manager keeps a property up to date: what it sends, what it reads, how often.
 *
 * @module
 */
import { covers, coversNights } from '../../api/subject.ts'
import { daysBetween } from '../../base/day.ts'
import {
  comparable,
  type Exchange,
  type Facts,
  formOf,
  grouped,
  isAnswered,
  isDone,
  isRead,
  isReplyLost,
  keyOf,
  named,
} from '../exchange.ts'
import { programsOf } from '../programs.ts'
import { ALL, type Finding, type Findings, idsOf, list, type Rule, SYNC } from '../rule.ts'

const DAY_MS = 86_400_000
const MINUTE = 60_000
/** Times the same write may be sent in a day although nothing came between. */
const MOST_EQUAL_WRITES = 2
const MOST_SINGLE_NIGHTS = 6
const MOST_DETAILS = 15
const MOST_FULL_READS = 4
const MOST_CALLS = 600
/** Time a client has to pick a booking up, milliseconds of the sandbox's clock. */
const PICK_UP = 30 * MINUTE

const field = (one: Exchange, name: string): string => formOf(one).find(([key]) => key === name)?.[1] ?? ''
const isWrite = (one: Exchange): boolean =>
  !isRead(one) && one.operation !== undefined && one.operation !== 'requestToken' && one.method !== 'OPTIONS'
const isKept = (one: Exchange): boolean => isDone(one) && !isReplyLost(one) && one.refusalCode === undefined

// ---- what is sent ----

function checkDelta(exchanges: readonly Exchange[]): Findings {
  const writes = exchanges.filter((one) => (one.method === 'PUT' || one.operation === 'updateTariff') && isKept(one))
  const offences = [...grouped(writes, keyOf).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const within = same.filter((one) => one.at - first.at < DAY_MS)
    const changes = exchanges.some(
      (one) =>
        isWrite(one) &&
        isKept(one) &&
        one.property === first.property &&
        keyOf(one) !== keyOf(first) &&
        one.real > first.real &&
        one.real < (within.at(-1)?.real ?? 0),
    )
    return within.length > MOST_EQUAL_WRITES && !changes
      ? [{ entries: idsOf(...within), what: `${named(first)} was sent ${within.length} times with the same values` }]
      : []
  })
  return { exercised: writes.length > 0, offences }
}

/** What makes two new rows the same thing. */
function twinKey(one: Exchange): string | undefined {
  const { operation, property, subject } = one
  if (operation === 'createTariff')
    return `${property} ${field(one, 'rate_title')} ${field(one, 'roomclass_uid')} ${field(one, 'minpeople')} ${field(one, 'maxpeople')} ${subject?.nights?.from} ${subject?.nights?.to}`
  return operation === 'createGuest' && subject?.guest ? `${property} ${subject.guest}` : undefined
}

function checkTwins(exchanges: readonly Exchange[]): Findings {
  const made = exchanges.filter((one) => twinKey(one) !== undefined && isKept(one))
  const offences = [...grouped(made, twinKey).values()].flatMap((twins) => {
    const [first, second] = twins
    if (!first || !second) return []
    const removed = exchanges.some(
      (one) =>
        one.method === 'DELETE' &&
        isDone(one) &&
        one.property === first.property &&
        one.real >= first.real &&
        one.real <= second.real,
    )
    return removed
      ? []
      : [{ entries: idsOf(...twins), what: `${list(twins)} made the same thing ${twins.length} times: ${first.operation}` }]
  })
  return { exercised: made.length > 0, offences }
}

function checkReplaceGap(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const removed = exchanges.filter((one) => one.operation === 'deleteTariff' && isKept(one))
  const offences = removed.flatMap((gone) => {
    const created = exchanges.find(
      (one) =>
        one.operation === 'createTariff' &&
        isKept(one) &&
        one.property === gone.property &&
        programs.knew(one, gone) &&
        one.real - gone.real < MINUTE,
    )
    const before = exchanges.some(
      (one) =>
        one.operation === 'createTariff' &&
        isKept(one) &&
        one.property === gone.property &&
        one.real < gone.real &&
        gone.real - one.real < MINUTE &&
        gone.at - one.at < MINUTE,
    )
    return created && !before
      ? [
          {
            entries: idsOf(gone, created),
            what: `${named(gone)} removed a tariff and #${created.id} made one afterwards: in between the room type had no price`,
          },
        ]
      : []
  })
  return { exercised: removed.length > 0, offences }
}

const CALENDARS: ReadonlySet<string> = new Set([
  'listAvailableRooms',
  'getTimeline',
  'listBlackBookings',
  'listBookings',
  'listBookingsBetween',
])

function checkBeforeClose(exchanges: readonly Exchange[]): Findings {
  const closed = exchanges.filter((one) => one.operation === 'createBlackBooking' && isDone(one))
  const blind = closed.filter(
    (one) =>
      !exchanges.some(
        (read) =>
          CALENDARS.has(read.operation ?? '') &&
          isAnswered(read) &&
          read.client === one.client &&
          read.real < one.real &&
          covers(comparable(read), comparable(one)),
      ),
  )
  return {
    exercised: closed.length > 0,
    offences:
      blind.length > 0
        ? [
            {
              entries: idsOf(...blind),
              what: `${list(blind.slice(0, 5))} closed rooms without a look at that property and night`,
            },
          ]
        : [],
  }
}

const BOOKINGS: ReadonlySet<string> = new Set(['listBookings', 'listBookingsBetween', 'getTimeline'])

// ---- what is read ----

function isSingleNight({ operation, subject }: Exchange): boolean {
  const { from, to } = subject?.nights ?? {}
  return operation === 'listAvailableRooms' && from !== undefined && to !== undefined && daysBetween(from, to) <= 1
}

/** The largest number of calls within a minute, and those calls. */
function densest(calls: readonly Exchange[]): readonly Exchange[] {
  let best: readonly Exchange[] = []
  let begin = 0
  for (const [index, one] of calls.entries()) {
    while ((calls[begin]?.real ?? 0) < one.real - MINUTE) begin++
    if (index - begin + 1 > best.length) best = calls.slice(begin, index + 1)
  }
  return best
}

function checkWindow(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const reads = exchanges.filter((one) => one.operation === 'listAvailableRooms' && isAnswered(one))
  const offences = [...grouped(reads.filter(isSingleNight), (one) => `${programs.of(one)} ${one.property}`).values()].flatMap(
    (calls) => {
      const nights = new Map(densest(calls).map((one) => [one.subject?.nights?.from, one]))
      const [first] = nights.values()
      return first && nights.size > MOST_SINGLE_NIGHTS
        ? [
            {
              entries: idsOf(...nights.values()),
              what: `${named(first)} and ${nights.size - 1} more asked for one night each of property ${first.property}`,
            },
          ]
        : []
    },
  )
  return { exercised: reads.length > 0, offences }
}

function checkDetails(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const details = exchanges.filter(
    (one) => isRead(one) && isAnswered(one) && (one.path?.['contract_id'] ?? one.path?.['invoice_id']) !== undefined,
  )
  const offences = [...grouped(details, (one) => `${programs.of(one)} ${one.operation} ${one.property}`).values()].flatMap(
    (calls) => {
      const one = densest(calls)
      const different = new Set(one.map(keyOf))
      return one[0] && different.size > MOST_DETAILS
        ? [
            {
              entries: idsOf(...one),
              what: `${named(one[0])} and ${different.size - 1} more read one record each: a list brings them together`,
            },
          ]
        : []
    },
  )
  return { exercised: details.length > 0, offences }
}

const FULL: ReadonlySet<string> = new Set(['listBookings', 'listInvoices'])

function checkFullReads(exchanges: readonly Exchange[]): Findings {
  const full = exchanges.filter((one) => FULL.has(one.operation ?? '') && isAnswered(one))
  const offences = [...grouped(full, (one) => `${one.client} ${one.operation} ${one.property}`).values()].flatMap((calls) => {
    const [first] = calls
    const apart = calls.filter((one, index) => index === 0 || one.at - (calls[index - 1]?.at ?? 0) >= MINUTE)
    const within = apart.filter((one) => first && one.at - first.at < DAY_MS)
    return first && within.length > MOST_FULL_READS
      ? [
          {
            entries: idsOf(...within),
            what: `${named(first)} read everything ${within.length} times in a day: ask for a window of dates`,
          },
        ]
      : []
  })
  return { exercised: full.length > 0, offences }
}

function checkRate(exchanges: readonly Exchange[]): Findings {
  const offences = [...grouped(exchanges, ({ client }) => client).values()].flatMap((calls): readonly Finding[] => {
    const most = densest(calls)
    return most.length > MOST_CALLS
      ? [{ entries: idsOf(...most.slice(0, 10)), what: `${most.length} calls came within a minute, from #${most[0]?.id} on` }]
      : []
  })
  return { exercised: exchanges.length > 0, offences }
}

function checkPickedUp(exchanges: readonly Exchange[], { arrivals = [], now = 0 }: Facts): Findings {
  const last = exchanges.at(-1)
  const readsBookings = exchanges.some((one) => BOOKINGS.has(one.operation ?? '') && isAnswered(one))
  const judged = readsBookings ? arrivals.filter(({ at }) => now - at > PICK_UP && last !== undefined && last.at > at) : []
  const offences = judged.flatMap(({ booking, property, nights, at }) => {
    const shown = exchanges.some(
      (one) =>
        isRead(one) &&
        isAnswered(one) &&
        one.at >= at &&
        one.at - at <= PICK_UP &&
        ((CALENDARS.has(one.operation ?? '') && one.property === property && coversNights(one.subject?.nights, nights)) ||
          one.subject?.booking === booking),
    )
    const late = exchanges.find((one) => one.at > at)
    return shown || !late
      ? []
      : [
          {
            entries: idsOf(late),
            what: `booking ${booking} of property ${property} came in, and no answered read covered it within ${PICK_UP / MINUTE} minutes`,
          },
        ]
  })
  return { exercised: judged.length > 0, offences }
}

export const SYNC_RULES: readonly Rule[] = [
  {
    id: 'sync/delta-only',
    severity: 'should',
    title: 'Only what changed is sent',
    measure: `The same PUT is not sent more than ${MOST_EQUAL_WRITES} times within 24 hours with no other write to the property in between.`,
    remedy: 'Keep what was sent last, and send differences.',
    source: 'the practice of the field: delta updates',
    risk: 'A job each night that sends everything on purpose.',
    kinds: SYNC,
    needs: ['forms'],
    check: checkDelta,
  },
  {
    id: 'sync/twin-create',
    severity: 'must',
    title: 'The same thing is made once',
    measure:
      'No two tariffs with the same title, room type, numbers of people and nights are created, and no two guests with the same e-mail address in a property, unless something was deleted in between.',
    remedy: 'Look for what is there (list tariffs, list guests) and update it.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'Families that share an address.',
    kinds: SYNC,
    needs: ['forms'],
    check: checkTwins,
  },
  {
    id: 'sync/replace-gap',
    severity: 'should',
    title: 'A tariff is replaced without a gap',
    measure: 'A program does not delete a tariff and create one at the same property within a minute afterwards.',
    remedy: 'Update the tariff, or create the new one first.',
    source: 'spec "Tariffs"',
    risk: 'Tariffs of different room types.',
    kinds: SYNC,
    needs: [],
    check: checkReplaceGap,
  },
  {
    id: 'sync/check-before-close',
    severity: 'should',
    title: 'Before a room is closed the calendar is read',
    measure: 'Before a black booking the client has read availability, black bookings or bookings of that property and night.',
    remedy: 'Read first: a closed room that is booked is an overbooking.',
    source: 'spec "Black bookings"',
    risk: 'A client with a copy of the calendar from an earlier run.',
    kinds: SYNC,
    needs: [],
    check: checkBeforeClose,
  },
  {
    id: 'sync/window-not-loop',
    severity: 'should',
    title: 'Nights are asked for as a window',
    measure: `Within a minute a program asks for at most ${MOST_SINGLE_NIGHTS} single nights of the same property.`,
    remedy: 'Ask for the whole range with one call.',
    source: 'spec "Properties"',
    risk: 'Visitors who look at single nights.',
    kinds: ALL,
    needs: [],
    check: checkWindow,
  },
  {
    id: 'sync/n-plus-one',
    severity: 'should',
    title: 'Records are read as a list',
    measure: `Within a minute a program reads at most ${MOST_DETAILS} single records of the same operation and property.`,
    remedy: 'Read the list, and details of those that changed.',
    source: 'the practice of the field: rate limits of booking interfaces',
    risk: 'The first import of a property.',
    kinds: ALL,
    needs: [],
    check: checkDetails,
  },
  {
    id: 'sync/full-once-a-day',
    severity: 'should',
    title: 'Everything is read once in a while, not all the time',
    measure: `listBookings and listInvoices without a range are read at most ${MOST_FULL_READS} times a day for each property, a minute or more apart.`,
    remedy: 'Ask for a window of dates, and for everything once a day.',
    source: 'the practice of the field: full and delta synchronisation',
    risk: 'Properties with few bookings.',
    kinds: SYNC,
    needs: [],
    check: checkFullReads,
  },
  {
    id: 'sync/call-rate',
    severity: 'should',
    title: 'A client keeps to a steady rate',
    measure: `At most ${MOST_CALLS} calls of a client come within a minute.`,
    remedy: 'Spread the work, and ask for more with each call.',
    source: 'the practice of the field: rate limits of booking interfaces',
    risk: 'Load tests.',
    kinds: ALL,
    needs: [],
    check: checkRate,
  },
  {
    id: 'sync/booking-picked-up',
    severity: 'must',
    title: 'A booking that came in is picked up',
    measure: `Each booking that a scenario brings in is covered by an answered read of its property and nights within ${PICK_UP / MINUTE} minutes of the sandbox's clock, while the client works longer than that. Judged of clients that read bookings at all.`,
    remedy: 'Read bookings on a schedule, or listen to webhooks and read what they name.',
    source: 'the practice of the field: reservation delivery',
    risk: 'A client that is told by webhooks and needs no read.',
    kinds: SYNC,
    needs: ['arrivals', 'sandbox-clock'],
    check: checkPickedUp,
  },
]
