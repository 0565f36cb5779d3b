/** The time of recorded calls by the clock of the service. */
import { MINUTE_MS } from '../base/duration.ts'
import type { Instant } from '../base/instant.ts'

interface Dated {
  /** By the clock of the recorder. */
  readonly at: Instant
  /** When the service answered, by its own clock; undefined when that is not known. */
  readonly date: Instant | undefined
  readonly request: { readonly method: string; readonly url: string }
  /** What Understay noted; another tool may have answered from a cache. */
  readonly note: object | undefined
}

/**
 * The exchanges in their order by the clock of the service, where it differs from the recorder's by a minute or more. A GET of
 * another tool that is dated earlier than the call before came from a cache.
 *
 * @param isCall true for the addresses of calls to the service
 */
export function byServiceClock<E extends Dated>(exchanges: readonly E[], isCall: (url: string) => boolean) {
  const aheadIn = ({ at, date, request }: E): number | undefined =>
    date === undefined || !isCall(request.url) ? undefined : date - at
  /** Milliseconds by which the clock of the service is ahead. */
  let ahead = 0
  const follow = (now: number): void => {
    if (Math.abs(now - ahead) >= MINUTE_MS) ahead = Math.abs(now) < MINUTE_MS ? 0 : now
  }
  follow(exchanges.map(aheadIn).find((now) => now !== undefined) ?? 0)
  return exchanges.map((exchange) => {
    const { date: _, ...others } = exchange
    const now = aheadIn(exchange) ?? ahead
    const mayBeCached = !exchange.note && /^(?:GET|HEAD)$/.test(exchange.request.method)
    if (now > ahead || !mayBeCached) follow(now)
    return { ...others, at: exchange.at + ahead }
  })
}
