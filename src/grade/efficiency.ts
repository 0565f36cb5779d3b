/**
 * What a client asks for that it already has.
 *
 * @module
 */
import {
  answerText,
  type Exchange,
  endOf,
  type Facts,
  grouped,
  isAfter,
  isAnswered,
  isDone,
  isRead,
  keyOf,
  named,
} from './exchange.ts'
import { byToken, callerOf, grantsOf } from './grants.ts'
import { type Findings, idsOf, type Rule } from './rule.ts'

/** Reference data changes by the season; a client that looks once a day is up to date, milliseconds of the sandbox's clock. */
const REFERENCE_LIFE = 86_400_000
/** Identical reads in a row that no change explains; fewer can be a page that was opened again. */
const MOST_READS = 5
/** Reads that are farther apart are a schedule, milliseconds. */
const POLLING_APART = 60_000

/** Reads of the same address by the same caller. */
function readsOf(exchanges: readonly Exchange[], facts: Facts): readonly (readonly Exchange[])[] {
  const grants = byToken(grantsOf(exchanges, facts))
  const reads = exchanges.filter((one) => isRead(one) && isAnswered(one) && one.operation !== undefined)
  const agent = ({ requestHeaders }: Exchange): string => requestHeaders['user-agent'] ?? ''
  return [...grouped(reads, (one) => `${callerOf(one, grants) ?? ''} ${agent(one)} ${keyOf(one)}`).values()]
}

const isReference = ({ operations }: Facts): ((one: Exchange | undefined) => boolean) => {
  const ids = new Set(operations.filter(({ tag }) => tag === 'site-structure').map(({ id }) => id))
  return (one) => ids.has(one?.operation ?? '')
}

function checkReference(exchanges: readonly Exchange[], facts: Facts): Findings {
  const isOne = isReference(facts)
  const fetched = readsOf(exchanges, facts).filter(([first]) => isOne(first))
  const offences = fetched.flatMap(([first, ...later]) => {
    const needless = later.filter(
      (one) => first && isAfter(one, first) && one.at - first.at < REFERENCE_LIFE && answerText(one) === answerText(first),
    )
    if (!first || needless.length === 0) return []
    const what = `${named(first)} was fetched ${needless.length + 1} times; the answer was the same each time`
    return [{ entries: idsOf(first, ...needless), what }]
  })
  return { exercised: fetched.length > 0, offences }
}

/** Splits reads where something was written in between, or a good while went by. */
function runsOf(reads: readonly Exchange[], writes: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const runs: Exchange[][] = []
  for (const read of reads) {
    const last = runs.at(-1)?.at(-1)
    const explained = last && writes.some((write) => endOf(write) >= last.real && write.real <= read.real)
    if (!last || explained || isApart(last, read)) runs.push([read])
    else runs.at(-1)?.push(read)
  }
  return runs
}

const isApart = (last: Exchange, read: Exchange): boolean =>
  read.real - last.real >= POLLING_APART || read.at - last.at >= POLLING_APART

function checkPolling(exchanges: readonly Exchange[], facts: Facts): Findings {
  const isOne = isReference(facts)
  const reads = readsOf(exchanges, facts).filter(([first]) => !isOne(first))
  const writes = exchanges.filter((one) => !isRead(one) && isDone(one) && one.touched !== undefined)
  const offences = reads
    .flatMap((same) => runsOf(same, writes))
    .filter(({ length }) => length > MOST_READS)
    .map((run) => ({
      entries: idsOf(...run),
      what: `${run[0] && named(run[0])} was read ${run.length} times in a row although nothing had been written`,
    }))
  return { exercised: reads.length > 0, offences }
}

export const EFFICIENCY_RULES: readonly Rule[] = [
  {
    id: 'efficiency/reference-cached',
    severity: 'should',
    title: 'Reference data is fetched once and kept',
    measure:
      'The same caller reads the same address below /site_structure once a day (24 hours of the sandbox), as long as the answer stays the same.',
    remedy: 'Keep room types, features, countries and regions for a day, by language.',
    source: 'spec "Site structure (reference data)"',
    check: checkReference,
  },
  {
    id: 'efficiency/no-polling',
    severity: 'should',
    title: 'The same question is not asked over and over',
    measure: `No address is read more than ${MOST_READS} times in a row by the same caller, less than ${POLLING_APART / 1000} s apart, with no write in between.`,
    remedy: 'Keep the answer, ask on a schedule, or ask for a window of dates.',
    source: 'the practice of the field: rate limits of booking interfaces',
    check: checkPolling,
  },
]
