/**
 * Writes whose response was lost.
 *
 * @module
 */
import { OPERATIONS } from '../../booking-api/contract/index.ts'
import { type Exchange, isAfter, isAnswered, isDone, isRead, isReplyLost, keyOf, named } from '../exchange.ts'
import { type Finding, type Findings, idsOf } from '../rule.ts'

/** Operations that add something each time they are carried out. */
export const ADDING: ReadonlySet<string> = new Set(OPERATIONS.filter(({ adds }) => adds).map(({ id }) => id))

/** True when a read could have shown whether a write was carried out. */
const looksAfter = (read: Exchange, write: Exchange): boolean =>
  isRead(read) &&
  isAnswered(read) &&
  isAfter(read, write) &&
  (isSame(read.property, write.property) || isSame(read.session, write.session))

const isSame = (a: unknown, b: unknown): boolean => a !== undefined && a === b

/** True when a write created rows that the lost one had not. */
const madeMore = (again: Exchange, lost: Exchange): boolean =>
  isDone(again) &&
  Object.entries(again.touched ?? {}).some(([name, ids]) => {
    const before = lost.touched?.[name]
    return before !== undefined && ids?.some((id) => !before.includes(id))
  })

const isRemoval = (one: Exchange): boolean => one.method === 'DELETE' && isDone(one)

/** A repeated write, although a read would have shown that the first one was carried out. */
function repeatOf(lost: Exchange, later: readonly Exchange[]): Finding | undefined {
  const again = later.find((one) => keyOf(one) === keyOf(lost) && isAfter(one, lost))
  if (!again) return undefined
  const between = later.slice(0, later.indexOf(again))
  if (!between.some((one) => looksAfter(one, lost))) return blindly(lost, again)
  if (!madeMore(again, lost) || between.some(isRemoval)) return undefined
  const what = `${named(lost)} was carried out but its response was lost, and #${again.id} did it a second time: the reads in between did not show the first`
  return { entries: idsOf(lost, again), what }
}

function blindly(lost: Exchange, again: Exchange): Finding {
  return {
    entries: idsOf(lost, again),
    what: `${named(lost)} was carried out but its response was lost, and #${again.id} repeated it without a read`,
  }
}

/** Writes whose response was lost and that were repeated without a read, or carried out twice. */
export function checkDuplicates(exchanges: readonly Exchange[]): Findings {
  const lost = exchanges.filter(
    (one) => ADDING.has(one.operation ?? '') && isDone(one) && isReplyLost(one) && Object.keys(one.touched ?? {}).length > 0,
  )
  const offences = lost.flatMap((one) => repeatOf(one, exchanges.slice(exchanges.indexOf(one) + 1)) ?? [])
  return { exercised: lost.length > 0, offences }
}
