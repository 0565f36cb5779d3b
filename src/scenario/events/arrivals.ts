/** Bookings that were made without a request, by events and traffic. Clients must pick them up; conformance rules check that. */
import type { Instant } from '../../base/instant.ts'
import type { Arrival } from '../../conformance/exchange.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { realNow } from '../../simulation/clock.ts'
import type { Progress } from '../../store/progress.ts'
import type { ScenarioContext } from '../scenario-context.ts'

/** Prefix of the key of a stored arrival; its number follows. */
const ARRIVAL = 'arrival '
/** Maximum number of kept arrivals; the oldest are removed. */
const MAX_ARRIVALS = 1000

export class Arrivals {
  readonly #progress: Progress
  readonly #kept: Arrival[]
  #last: number

  constructor(progress: Progress) {
    this.#progress = progress
    const stored = progress.entriesWithPrefix<Arrival>(ARRIVAL)
    this.#kept = stored.map(([, arrival]) => arrival)
    this.#last = Number(stored.at(-1)?.[0] ?? 0)
  }

  /** Oldest first. */
  get kept(): readonly Arrival[] {
    return this.#kept
  }

  add(arrival: Arrival): void {
    this.#kept.push(arrival)
    this.#progress.set(`${ARRIVAL}${++this.#last}`, arrival)
    if (this.#kept.length <= MAX_ARRIVALS) return
    this.#kept.shift()
    this.#progress.set(`${ARRIVAL}${this.#last - MAX_ARRIVALS}`, undefined)
  }

  /** Removes the arrivals after a time, and those whose booking is gone: the clock and the rows were set back to it. */
  rewind(now: Instant, has: (booking: number) => boolean): void {
    const left = this.#kept.filter(({ at, booking }) => at <= now && has(booking))
    this.#progress.clear(ARRIVAL)
    this.#kept.length = 0
    for (const arrival of left) this.add(arrival)
  }
}

/** The arrival of the booking that an act of traffic has made; none when it made none. */
export function arrivalOf({ store, now }: ScenarioContext, id: number | undefined): readonly Arrival[] {
  const booking = id === undefined ? undefined : store.db.bookings.get(id)
  return booking ? [arrivalAt(booking, now)] : []
}

/** The arrivals of the bookings that were made after one. */
export const arrivalsAfter = ({ store, now }: ScenarioContext, newest: number): readonly Arrival[] =>
  store.db.bookings
    .all()
    .filter(({ id }) => id > newest)
    .map((booking) => arrivalAt(booking, now))

const arrivalAt = ({ id, propertyId, arrival, departure }: Booking, at: Instant): Arrival => ({
  booking: id,
  property: propertyId,
  nights: { from: arrival, to: departure },
  at,
  real: realNow(),
})
