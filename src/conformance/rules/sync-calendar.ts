/** Whether a channel manager reads the calendar before it closes nights, and picks up new bookings. */
import { covers, coversNights } from '../../api/subject.ts'
import { addDays, type Day } from '../../base/day.ts'
import { MINUTE_MS } from '../../base/duration.ts'
import { groupBy } from '../../base/group-by.ts'
import { BOOKING_READS, CALENDAR_OPERATIONS, isCalendarRead } from '../calendar-reads.ts'
import { stillToJudge, timeOfClient } from '../client-time.ts'
import { callName, type Exchange, isAnswered, isCarriedOut, isRead, isSentBefore, type Sale, subjectOfCall } from '../exchange.ts'
import { callList, type Findings, idsOf, judgeEach, type Rule, type Run, SYNC_KINDS } from '../rule.ts'

/** Time to pick up a booking, in milliseconds of the sandbox's clock. */
const MAX_PICK_UP_MS = 30 * MINUTE_MS

function checkBeforeClose({ exchanges }: Run): Findings {
  const closed = exchanges.filter((one) => one.operation === 'createBlackBooking' && isCarriedOut(one))
  const blind = closedWithoutRead(closed, exchanges)
  const what = `${callList(blind.slice(0, 5))} closed rooms without a read of that property and night`
  return { exercised: closed.length > 0, offences: blind.length > 0 ? [{ entries: idsOf(...blind), what }] : [] }
}

/** The calls before which their client had not read that property, rooms and nights. Quick for thousands of calls. */
function closedWithoutRead(closed: readonly Exchange[], exchanges: readonly Exchange[]): readonly Exchange[] {
  if (closed.length === 0) return []
  const groupOf = (call: Exchange): string => `${subjectOfCall(call)?.property} ${call.client}`
  const groups = groupBy(exchanges.filter(isCalendarRead), groupOf)
  const reads = new Map([...groups].map(([key, calls]) => [key, calls.map((call) => ({ call, subject: subjectOfCall(call) }))]))
  return closed.filter((one) => {
    const subject = subjectOfCall(one)
    // The last read first: a careful client has read shortly before.
    return !reads.get(groupOf(one))?.findLast((read) => isSentBefore(read.call, one) && covers(read.subject, subject))
  })
}

/** True for a look at the nights of a sale, such as that before they are closed. */
const isOfSale = ({ property, subject: { nights } = {}, at }: Exchange, sales: readonly Sale[]): boolean =>
  sales.some(({ nights: [from], departure, ...sale }) => {
    const isAbout = sale.property === property && sale.at <= at && from !== undefined && nights !== undefined
    return isAbout && coversNights({ from, to: addDays(departure, 1) }, nights)
  })

function checkPickedUp(run: Run): Findings {
  const { exchanges, arrivals = [], sales = [], now = 0, speed = 1 } = run
  // A client has at least one minute of real time, however fast the clock runs.
  const time = Math.max(MAX_PICK_UP_MS, speed * MINUTE_MS)
  const last = exchanges.at(-1)
  const reads = exchanges.filter((one) => BOOKING_READS.has(one.operation) && isAnswered(one))
  const readsBookings = reads.some((one) => !isOfSale(one, sales))
  const judged = (readsBookings ? stillToJudge(arrivals, run) : [])
    .map((arrival) => ({ ...arrival, timeTo: timeOfClient(arrival, exchanges, run) }))
    .filter(({ at, timeTo }) => timeTo(now) > time && last !== undefined && last.at > at)
  const offences = judged.flatMap(({ booking, property, nights, at, timeTo }) => {
    const isCovered = (one: Exchange): boolean =>
      CALENDAR_OPERATIONS.has(one.operation) && one.property === property && coversNights(one.subject?.nights, nights)
    const isInTime = (one: Exchange): boolean => isRead(one) && isAnswered(one) && one.at >= at && timeTo(one.at) <= time
    const shown = exchanges.some((one) => isInTime(one) && (isCovered(one) || one.subject?.booking === booking))
    const late = exchanges.find((one) => one.at > at)
    if (shown || !late) return []
    const what = `booking ${booking} of property ${property}, arrival ${nights?.from}, was made, and no successful read covered it within ${time / MINUTE_MS} minutes`
    return [{ entries: idsOf(late), what }]
  })
  return { exercised: judged.length > 0, offences }
}

/** Number of nights of departure that are closed without a sale before it is a habit. */
const MIN_EXCESS = 2

/** Rooms closed on the night of a departure, which was not sold. */
function checkClosedAsSold({ exchanges, sales = [] }: Run): Findings {
  const closed = exchanges.filter((one) => one.operation === 'createBlackBooking' && isCarriedOut(one))
  const nightOf = ({ subject }: Exchange): Day | undefined => subject?.nights?.from
  const salesOf = (one: Exchange): readonly Sale[] =>
    sales.filter(({ property, room }) => property === one.subject?.property && one.subject.rooms?.includes(room))
  const isClosed = (sale: Sale): boolean =>
    closed.some((one) => nightOf(one) === sale.nights.at(-1) && salesOf(one).includes(sale))
  const excess = closed.filter((one) => {
    const own = salesOf(one)
    const isSold = own.some(({ nights }) => nights.some((night) => night === nightOf(one)))
    return !isSold && own.some((sale) => sale.departure === nightOf(one) && sale.at <= one.at && isClosed(sale))
  })
  const what = `${callList(excess)} closed nights on which guests of another channel depart: nobody has bought them`
  return {
    exercised: closed.some((one) => salesOf(one).length > 0),
    offences: excess.length >= MIN_EXCESS ? [{ entries: idsOf(...excess), what }] : [],
  }
}

/** Removals of what the hotel closed, unless the client may take it for a closure of its own. */
function checkOwnClosures({ exchanges, arrivals = [] }: Run): Findings {
  const removals = exchanges.filter((one) => one.operation === 'deleteBlackBooking' && isCarriedOut(one))
  const closures = exchanges.filter((one) => one.operation === 'createBlackBooking' && one.refusalCode === undefined)
  return judgeEach(arrivals.length > 0 ? removals : [], (call) => {
    const made = arrivals.find(({ booking, real }) => booking === call.subject?.booking && real <= call.real)
    if (!made || closures.some((one) => isSentBefore(one, call) && covers(one.subject, made))) return undefined
    return `${callName(call)} removed black booking ${made.booking}, which the hotel had made for ${made.nights?.from}`
  })
}

export const SYNC_CALENDAR_RULES: readonly Rule[] = [
  {
    id: 'sync/closed-as-sold',
    severity: 'must',
    title: 'Exactly the nights that were sold are closed',
    measure: `Broken by ${MIN_EXCESS} or more rooms that are closed on the night on which the guest of another channel departs, although nobody has bought that night. Checked where a scenario sells on other channels.`,
    remedy: 'Close from the day of arrival up to, but not including, the day of departure.',
    source: 'spec "Black bookings"',
    risk: 'Rooms that are taken out of service for cleaning after each stay.',
    kinds: SYNC_KINDS,
    needs: ['arrivals'],
    check: checkClosedAsSold,
  },
  {
    id: 'sync/own-closures-only',
    severity: 'must',
    title: 'Closures of the hotel are not removed',
    measure:
      'No black booking that an event or traffic of a scenario made is deleted. One of a room and night that the client closed too, or tried to without a refusal, does not count.',
    remedy:
      'Store the contract uid of each black booking that the client makes, and delete only these: others are rooms out for repair.',
    source: 'spec "Black bookings"',
    risk: 'A person who frees the room with the client.',
    kinds: SYNC_KINDS,
    needs: ['arrivals'],
    check: checkOwnClosures,
  },
  {
    id: 'sync/check-before-close',
    severity: 'should',
    title: 'The calendar is read before a room is closed',
    measure:
      'The client reads availability, black bookings or bookings of the property and night before it creates a black booking.',
    remedy: 'Read first: closing a booked room is an overbooking.',
    source: 'spec "Black bookings"',
    risk: 'A client with a copy of the calendar from an earlier run.',
    kinds: SYNC_KINDS,
    check: checkBeforeClose,
  },
  {
    id: 'sync/booking-picked-up',
    severity: 'must',
    title: 'New bookings are picked up',
    measure: `Each booking that a scenario makes is covered by a successful read of its property and nights within ${MAX_PICK_UP_MS / MINUTE_MS} minutes of the sandbox's clock (at least a minute of real time; moves of the clock before the next call do not count), if the client runs longer than that. Checked only for clients that read bookings of more than the nights of a sale.`,
    remedy: 'Read bookings on a schedule, as far ahead as guests book, or receive webhooks and read the bookings that they name.',
    source: 'common practice: reservation delivery',
    risk: 'A client that gets all it needs from webhooks.',
    kinds: SYNC_KINDS,
    needs: ['arrivals', 'sandbox-clock'],
    check: checkPickedUp,
  },
]
