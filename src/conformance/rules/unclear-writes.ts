/** Writes that may or may not have been carried out, and writes that are sent twice at the same time. */
import { callName, callsAfter, type Exchange, endOf, isAfter, isSameCall, isUnserved } from '../exchange.ts'
import { type Finding, type Findings, idsOf, type Rule, type Run } from '../rule.ts'
import { MIN_TIMEOUT_MS, waitedMs } from '../waits.ts'
import { ADDING_OPERATIONS, isAdding, isSameWrite, OPEN_STATUSES, showsOutcome } from './lost-write.ts'

/** True for a call of which the client does not know whether it was carried out. */
const isUnknown = ({ status, networkFault = 'delay' }: Exchange): boolean =>
  OPEN_STATUSES.has(status) || /^(?:cut|carried-out)/.test(networkFault)

const isGivenUp = (call: Exchange): boolean => call.aborted === true && waitedMs(call) >= MIN_TIMEOUT_MS

function checkAmbiguous({ exchanges, programs }: Run): Findings {
  const unclear = exchanges.filter((one) => isAdding(one) && (isUnknown(one) || isGivenUp(one)))
  const offences = unclear.flatMap((call) => {
    const later = callsAfter(exchanges, call)
    const again = later.find((one) => programs.of(one) === programs.of(call) && isSameWrite(one, call) && isAfter(one, call))
    if (!again || (call.aborted && programs.isRestarted(call, again))) return []
    if (later.slice(0, later.indexOf(again)).some((one) => programs.isOwn(one, call) && showsOutcome(one, call))) return []
    const how = call.aborted ? 'was given up' : call.status === 0 ? 'got no response' : `was answered ${call.status}`
    const what = `${callName(call)} ${how}, so it is unknown whether it was carried out, and was repeated as ${callName(again)} without a read that shows it`
    return [{ entries: idsOf(call, again), what }]
  })
  return { exercised: unclear.length > 0, offences }
}

/** The first same write that was sent before the response to one. @param writes by the time at which they were sent */
function sameWriteOf(first: Exchange, writes: readonly Exchange[], index: number): Exchange | undefined {
  // Times are whole milliseconds: a client that was cut off may repeat the call within the same one.
  const end = endOf(first) - (first.bodyMs ?? 0) - (first.status === 0 ? 1 : 0)
  for (let at = index + 1; at < writes.length; at++) {
    const one = writes[at]
    if (!one || one.real >= end) return undefined
    if (isSameCall(one, first)) return one
  }
  return undefined
}

function checkSimultaneousWrites({ exchanges, programs }: Run): Findings {
  const writes = exchanges
    .filter((one) => isAdding(one) && !(isUnserved(one) && one.status > 0))
    .toSorted((a, b) => a.real - b.real)
  const pairs = writes.flatMap((first, index) => {
    const twin = first.aborted ? undefined : sameWriteOf(first, writes, index)
    return twin ? [{ first, twin }] : []
  })
  const findingOf = ({ first, twin }: (typeof pairs)[number]): Finding => ({
    entries: idsOf(first, twin),
    what: `${callName(first)} was in progress when ${callName(twin)} sent the same write`,
  })
  return {
    exercised: writes.length > 0,
    offences: pairs.filter(({ first, twin }) => programs.of(first) === programs.of(twin)).map(findingOf),
    remarks: pairs.filter(({ first, twin }) => programs.of(first) !== programs.of(twin)).map(findingOf),
  }
}

export const UNCLEAR_WRITE_RULES: readonly Rule[] = [
  {
    id: 'resilience/ambiguous-5xx',
    severity: 'must',
    title: 'A write that may have been carried out is checked before it is repeated',
    measure: `After ${[...OPEN_STATUSES].join(', ')} or no response, also because the client disconnected, to a write that adds rows (${[...ADDING_OPERATIONS].join(', ')}), its program reads what would show it (for a black booking, the calendar of that property and night) before it repeats the write.`,
    remedy: `After 429 and 503 nothing was done: repeat it. After ${[...OPEN_STATUSES].join(', ')}, no response or a timeout of your own, read first, and repeat it only if it is missing.`,
    source: 'RFC 9110 section 9.2.2',
    risk: 'A write that is harmless when repeated.',
    check: checkAmbiguous,
  },
  {
    id: 'resilience/parallel-twin',
    severity: 'must',
    title: 'The same write is not sent twice at the same time',
    measure: `No write that adds rows (${[...ADDING_OPERATIONS].join(', ')}) is sent while the same write of the same program is in progress, in recordings of browsers until the response begins. Writes of several programs are reported for manual review.`,
    remedy: 'Assign each property to one worker, or use a lock.',
    source: 'RFC 9110 section 9.2.2',
    risk: 'Tests of race conditions.',
    check: checkSimultaneousWrites,
  },
]
