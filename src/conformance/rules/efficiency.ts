/** Reads of data that the client already has. */
import { countText } from '../../base/count-text.ts'
import { groupBy } from '../../base/group-by.ts'
import { targetPath } from '../../base/request-target.ts'
import {
  answerText,
  type Chain,
  callName,
  type Exchange,
  endOf,
  type Facts,
  isAfter,
  isAnswered,
  isCarriedOut,
  isRead,
  isReplyLost,
  keyOf,
  mayBeRetried,
  sessionOf,
  TOKEN_OPERATION,
} from '../exchange.ts'
import { type Findings, idsOf, type Rule, type Run } from '../rule.ts'

/** Reference data changes rarely; one read a day is enough. Milliseconds of the sandbox's clock. */
const REFERENCE_LIFE_MS = 86_400_000
/** Maximum number of identical reads in a row without a change between; fewer can be a page that was reloaded. */
const MAX_READS = 5
/** Number of reads that each call explains: one before and one after it. */
const READS_EXPLAINED = 2
/** Maximum number of unexplained reads in a row, however they are spread between writes. */
const MAX_UNEXPLAINED_READS = 15
/** Reads with a longer interval are a schedule, in milliseconds. */
const MAX_POLLING_INTERVAL_MS = 60_000

function readsOf({ exchanges, programs }: Run, nameOf: (one: Exchange) => string = keyOf): readonly Chain[] {
  const reads = exchanges.filter((one) => isRead(one) && isAnswered(one) && one.operation !== undefined)
  const agent = ({ requestHeaders }: Exchange): string => requestHeaders['user-agent'] ?? ''
  return [...groupBy(reads, (one) => `${programs.callerOf(one) ?? ''} ${agent(one)} ${nameOf(one)}`).values()]
}

const referenceReads = ({ operations }: Facts): ReadonlySet<string | undefined> =>
  new Set(operations.filter(({ tag }) => tag === 'site-structure').map(({ id }) => id))

function checkReference(run: Run): Findings {
  const reference = referenceReads(run)
  const fetched = readsOf(run).filter(([first]) => reference.has(first.operation))
  const offences = fetched.flatMap(([first, ...later]) => {
    const needless = later.filter(
      (one) => isAfter(one, first) && one.at - first.at < REFERENCE_LIFE_MS && answerText(one) === answerText(first),
    )
    if (needless.length === 0) return []
    const what = `${callName(first)} was read ${needless.length + 1} times with the same response`
    return [{ entries: idsOf(first, ...needless), what }]
  })
  return { exercised: fetched.length > 0, offences }
}

/** Splits reads into rows at long intervals, and where a call explains a read. */
function rowsOf(reads: readonly Exchange[], reasons: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const rows: Exchange[][] = []
  for (const read of reads) {
    const last = rows.at(-1)?.at(-1)
    const explained = last && reasons.some((reason) => endOf(reason) >= last.real && reason.real <= read.real)
    if (!last || explained || isApart(last, read)) rows.push([read])
    else rows.at(-1)?.push(read)
  }
  return rows
}

const isApart = (last: Exchange, read: Exchange): boolean =>
  read.real - last.real >= MAX_POLLING_INTERVAL_MS || read.at - last.at >= MAX_POLLING_INTERVAL_MS

/** Equal for reads of the same data; the query is ignored because no operation reads it. */
const readKey = (read: Exchange): string => `${read.method} ${targetPath(read.target)} ${sessionOf(read) ?? ''}`

/** A write that was carried out has changed something, as far as a recording without rows tells. */
const justifiesRead = (one: Exchange, { missing = [] }: Facts): boolean =>
  !isRead(one) && ((isCarriedOut(one) && (one.changed !== undefined || missing.includes('rows'))) || mayBeRetried(one))

/** The first refusal of each property to each caller, which then lists its properties again. */
function firstRefusals({ exchanges, programs }: Run): readonly Exchange[] {
  const refused = exchanges.filter((one) => one.refusalCode === 'property_not_administrable' && !isReplyLost(one))
  return [...groupBy(refused, (one) => `${programs.callerOf(one) ?? ''} ${one.property}`).values()].map(([first]) => first)
}

function checkPolling(run: Run): Findings {
  const { exchanges, programs } = run
  const reference = referenceReads(run)
  const reads = readsOf(run, readKey).filter(([first]) => !reference.has(first.operation))
  const reasons = exchanges.filter((one) => justifiesRead(one, run) && one.operation !== TOKEN_OPERATION)
  const refusals = groupBy(firstRefusals(run), (one) => programs.callerOf(one) ?? '')
  const found = reads.flatMap((same) => {
    const [first] = same
    const lost = first.operation === 'listProperties' ? refusals.get(programs.callerOf(first) ?? '') : undefined
    const own = [...reasons.filter((one) => isNear(one, first)), ...(lost ?? [])]
    const rows = rowsOf(same, own).filter(({ length }) => length > MAX_READS)
    const long = rowsOf(same, []).filter((row) => row.length - READS_EXPLAINED * reasonsDuring(row, own) > MAX_UNEXPLAINED_READS)
    return (rows.length > 0 ? rows : long).map((row) => ({ row, reasons: reasonsDuring(row, own) }))
  })
  const offences = found.map(({ row, reasons }) => ({
    entries: idsOf(...row),
    what: `${row[0] && callName(row[0])} was read ${countText(row.length, 'time')}, ${reasons === 0 ? 'and no call in between gave a reason' : `and ${countText(reasons, 'call')} in between gave a reason for ${READS_EXPLAINED} reads each at most`}`,
  }))
  return { exercised: reads.length > 0, offences }
}

/** Number of calls that explain reads between the first and the last read of a row. */
function reasonsDuring(row: readonly Exchange[], reasons: readonly Exchange[]): number {
  const [first, last] = [row[0], row.at(-1)]
  return first && last ? reasons.filter((one) => endOf(one) >= first.real && one.real <= last.real).length : 0
}

const isNear = (reason: Exchange, read: Exchange): boolean =>
  reason.property === read.property || reason.property === undefined || read.property === undefined

export const EFFICIENCY_RULES: readonly Rule[] = [
  {
    id: 'efficiency/reference-cached',
    severity: 'should',
    title: 'Reference data is cached',
    measure:
      "The same caller reads the same URL below /site_structure once a day (24 hours of the sandbox's clock), as long as the response is the same.",
    remedy: 'Cache room types, features, countries and regions for a day, for each language.',
    source: 'spec "Site structure (reference data)"',
    risk: 'Programs that do not share a cache.',
    needs: ['answers'],
    check: checkReference,
  },
  {
    id: 'efficiency/no-polling',
    severity: 'should',
    title: 'The same data is not read repeatedly',
    measure: `The same caller reads no URL, regardless of its query string, more than ${MAX_READS} times in a row at intervals below ${MAX_POLLING_INTERVAL_MS / 1000} s, without a write to the property in between that changed something or failed in transit, or, for a list of properties, the first refusal of one; and not more than ${MAX_UNEXPLAINED_READS} times in addition to ${READS_EXPLAINED} for each such call.`,
    remedy: 'Cache the response, poll on a schedule, or request a range of dates.',
    source: 'common practice: rate limits of booking interfaces',
    risk: 'A person who reloads a page; a client that waits for a change by another user.',
    check: checkPolling,
  },
]
