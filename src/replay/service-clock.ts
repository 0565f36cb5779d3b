/** The time of recorded calls by the clock of the service. */
import { MINUTE_MS } from '../base/duration.ts'
import type { Instant } from '../base/instant.ts'

interface Dated {
  /** By the clock of the recorder. */
  readonly at: Instant
  readonly ms: number
  /** When the service answered, by its own clock; undefined when that is not known. */
  readonly date: Instant | undefined
  readonly request: { readonly method: string; readonly url: string }
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < MINUTE_MS

/**
 * The exchanges by the clock of the service, where it differs from the recorder's by a minute or more. Another than a write may
 * be answered by a cache, with an earlier date: that is the clock if no call is later until the next write, which agrees.
 */
export function byServiceClock<E extends Dated>(exchanges: readonly E[], isCall: (url: string) => boolean) {
  /** Milliseconds by which the clock of the service is ahead by a call, at most until the next write, and by that write. */
  let rest = { own: Number.NaN, most: Number.NEGATIVE_INFINITY, atWrite: 0 }
  const dated = exchanges.toReversed().map(({ at, ms, date, request }) => {
    const own = date === undefined || !isCall(request.url) ? Number.NaN : date - at
    const isWrite = /^(?:POST|PUT|PATCH|DELETE)$/.test(request.method)
    if (!Number.isNaN(own)) rest = { own, most: isWrite ? own : Math.max(own, rest.most), atWrite: isWrite ? own : rest.atWrite }
    return { ...rest, own, ms }
  })
  let ahead = 0
  /** @param ms between the begin of a call and its end, when the response was dated */
  const follow = (now: number, ms: number): void => {
    const least = Math.min(Math.max(ahead, now - ms), now)
    if (!isNear(least, ahead)) ahead = isNear(least, 0) ? 0 : now
  }
  const first = dated.findLast(({ own }) => !Number.isNaN(own))
  if (first && !isNear(first.own, 0)) follow(first.most, first.ms)
  return exchanges.map(({ date: _, ...exchange }) => {
    const { own = Number.NaN, most = own, atWrite = own } = dated.pop() ?? {}
    if (own > ahead || (isNear(most, own) && isNear(atWrite, own))) follow(own, exchange.ms)
    return { ...exchange, at: exchange.at + ahead }
  })
}
