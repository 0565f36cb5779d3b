/** Bookings that were made without a request, by events and traffic. Clients must pick them up; conformance rules check that. */
import type { Instant } from '../../base/instant.ts'
import type { Arrival } from '../../conformance/exchange.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { realNow } from '../../simulation/clock.ts'
import { NewestValues } from '../../store/newest-values.ts'
import type { Progress } from '../../store/progress.ts'
import type { ScenarioContext } from '../scenario-context.ts'

/** Maximum number of kept arrivals; the oldest are removed. */
const MAX_ARRIVALS = 1000

export class Arrivals {
  readonly #kept: NewestValues<Arrival>

  constructor(progress: Progress) {
    this.#kept = new NewestValues(progress, 'arrival', MAX_ARRIVALS)
  }

  /** Oldest first. */
  get kept(): readonly Arrival[] {
    return this.#kept.after(0)
  }

  add(arrival: Arrival): void {
    this.#kept.add(arrival)
  }

  /** Removes the arrivals after a time, and those whose booking is gone: the clock and the rows were set back to it. */
  rewind(now: Instant, has: (booking: number) => boolean): void {
    this.#kept.keep(({ at, booking }) => at <= now && has(booking))
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
