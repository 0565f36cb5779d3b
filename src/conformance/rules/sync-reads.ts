/** Whether a client reads in windows and lists, and not everything every time. */
import { covers } from '../../api/subject.ts'
import { daysBetween } from '../../base/day.ts'
import { DAY_MS, MINUTE_MS } from '../../base/duration.ts'
import { groupBy } from '../../base/group-by.ts'
import { timeOfCall } from '../client-time.ts'
import { callName, type Exchange, type Facts, isAnswered, isCarriedOut, isRead, keyOf, subjectOfCall } from '../exchange.ts'
import type { Programs } from '../programs.ts'
import { type Finding, type Findings, idsOf, type Rule, type Run, SYNC_KINDS } from '../rule.ts'

const MAX_SINGLE_NIGHTS = 6
const MAX_DETAILS = 15
const MAX_FULL_READS = 4
const MAX_CALLS = 600

function isSingleNight({ operation, subject }: Exchange): boolean {
  const { from, to } = subject?.nights ?? {}
  return operation === 'listAvailableRooms' && from !== undefined && to !== undefined && daysBetween(from, to) <= 1
}

/** The most calls within a minute of real time, to which moves of the clock are added. */
function busiestMinute(calls: readonly Exchange[], facts: Facts): readonly Exchange[] {
  const times = calls.map(timeOfCall(facts))
  let best: readonly Exchange[] = []
  let begin = 0
  for (const [index, time] of times.entries()) {
    while ((times[begin] ?? time) < time - MINUTE_MS) begin++
    if (index - begin + 1 > best.length) best = calls.slice(begin, index + 1)
  }
  return best
}

/** Reads of a night that belong to a write of it: the previous call of the program, and the next one after a refusal. */
function readsForWrites(exchanges: readonly Exchange[], programs: Programs): ReadonlySet<Exchange> {
  const isFor = (read: Exchange | undefined, write: Exchange): boolean =>
    read !== undefined && isSingleNight(read) && covers(subjectOfCall(read), subjectOfCall(write))
  const found = new Set<Exchange>()
  for (const calls of groupBy(exchanges, (one) => programs.of(one)).values())
    for (const [index, write] of calls.entries()) {
      if (write.operation !== 'createBlackBooking') continue
      const [before, after] = [calls[index - 1], calls[index + 1]]
      if (before && isFor(before, write)) found.add(before)
      if (after && !isCarriedOut(write) && isFor(after, write)) found.add(after)
    }
  return found
}

function checkWindow(run: Run): Findings {
  const { exchanges, programs } = run
  const reads = exchanges.filter((one) => one.operation === 'listAvailableRooms' && isAnswered(one))
  const forWrites = readsForWrites(exchanges, programs)
  const single = reads.filter((one) => isSingleNight(one) && !forWrites.has(one))
  const offences = [...groupBy(single, (one) => `${programs.of(one)} ${one.property}`).values()].flatMap((calls) => {
    const nights = new Map(busiestMinute(calls, run).map((one) => [one.subject?.nights?.from, one]))
    const [first] = nights.values()
    if (!first || nights.size <= MAX_SINGLE_NIGHTS) return []
    const what = `${callName(first)} and ${nights.size - 1} more requested one night each of property ${first.property}`
    return [{ entries: idsOf(...nights.values()), what }]
  })
  return { exercised: reads.length > 0, offences }
}

/** What replaces many reads of one record. */
const TOGETHER: Readonly<Record<string, string>> = {
  getBookingRooms: 'getTimeline returns the rooms of all bookings of a period',
  getBookingNotes: 'read those of bookings whose last_changed in listBookingsBetween is new',
  getInvoice: 'listInvoicesBetween returns all invoices of a period',
}
const IN_LIST = 'listBookingsBetween returns these of all bookings of a period'

function checkDetails(run: Run): Findings {
  const { exchanges, programs } = run
  // a notification is about one record
  const ofNotifications = new Set(run.operations.flatMap(({ id, scope }) => (scope === 'webhooks_get' ? [id] : [])))
  const isOfRecord = ({ path, operation = '' }: Exchange): boolean =>
    (path?.['contract_id'] ?? path?.['invoice_id']) !== undefined && !ofNotifications.has(operation)
  const details = exchanges.filter((one) => isRead(one) && isAnswered(one) && isOfRecord(one))
  const alike = groupBy(details, (one) => `${programs.of(one)} ${one.operation} ${one.property}`)
  const offences = [...alike.values()].flatMap((calls) => {
    const one = busiestMinute(calls, run)
    const different = new Set(one.map(keyOf))
    if (!one[0] || different.size <= MAX_DETAILS) return []
    const what = `${callName(one[0])} and ${different.size - 1} more read one record each: ${TOGETHER[one[0].operation ?? ''] ?? IN_LIST}`
    return [{ entries: idsOf(...one), what }]
  })
  return { exercised: details.length > 0, offences }
}

const COMPLETE_LISTS: ReadonlySet<string> = new Set(['listBookings', 'listInvoices'])

function checkFullReads({ exchanges }: Run): Findings {
  const full = exchanges.filter((one) => COMPLETE_LISTS.has(one.operation ?? '') && isAnswered(one))
  const offences = [...groupBy(full, (one) => `${one.client} ${one.operation} ${one.property}`).values()].flatMap((calls) => {
    const [first] = calls
    const apart = calls.filter((one, index) => index === 0 || one.at - (calls[index - 1]?.at ?? 0) >= MINUTE_MS)
    const within = apart.filter((one) => one.at - first.at < DAY_MS)
    if (within.length <= MAX_FULL_READS) return []
    const what = `${callName(first)} read all records ${within.length} times in a day: request a range of dates`
    return [{ entries: idsOf(...within), what }]
  })
  return { exercised: full.length > 0, offences }
}

function checkRate(run: Run): Findings {
  const offences = [...groupBy(run.exchanges, ({ client }) => client).values()].flatMap((calls): readonly Finding[] => {
    const most = busiestMinute(calls, run)
    if (most.length <= MAX_CALLS) return []
    const what = `${most.length} calls were sent within a minute, from ${most[0] && callName(most[0])} on`
    return [{ entries: idsOf(...most.slice(0, 10)), what }]
  })
  return { exercised: run.exchanges.length > 0, offences }
}

export const SYNC_READ_RULES: readonly Rule[] = [
  {
    id: 'sync/window-not-loop',
    severity: 'should',
    title: 'Nights are requested as a range',
    measure: `A program requests at most ${MAX_SINGLE_NIGHTS} single nights of the same property within a minute. The read of a night right before a room is closed on it, or right after that was refused, does not count.`,
    remedy: 'Request the whole range with one call.',
    source: 'spec "Properties"',
    risk: 'Visitors who view single nights.',
    check: checkWindow,
  },
  {
    id: 'sync/n-plus-one',
    severity: 'should',
    title: 'Records are read as a list',
    measure: `A program reads at most ${MAX_DETAILS} single records of the same operation and property within a minute. Details of notifications do not count.`,
    remedy: 'Read the list (rooms: the timeline), and the details of records that changed.',
    source: 'common practice: rate limits of booking interfaces',
    risk: 'The first import of a property.',
    check: checkDetails,
  },
  {
    id: 'sync/full-once-a-day',
    severity: 'should',
    title: 'Complete lists are read rarely',
    measure: `listBookings and listInvoices without a range are read at most ${MAX_FULL_READS} times a day for each property; reads within a minute count once.`,
    remedy: 'Request a range of dates, and the complete list once a day.',
    source: 'common practice: full and delta synchronisation',
    risk: 'Properties with few bookings.',
    kinds: SYNC_KINDS,
    check: checkFullReads,
  },
  {
    id: 'sync/call-rate',
    severity: 'should',
    title: 'The rate of calls is limited',
    measure: `A client sends at most ${MAX_CALLS} calls within a minute.`,
    remedy: 'Spread the work over time, and request more data with each call.',
    source: 'common practice: rate limits of booking interfaces',
    risk: 'Load tests.',
    check: checkRate,
  },
]
