/** The planned follow-ups of the bookings that traffic made, stored with the progress. */
import type { Instant } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Progress } from '../../store/progress.ts'
import { courseOf } from '../demand/course.ts'
import { orDueAgain, type ScenarioContext } from '../scenario-context.ts'
import { type DecidedFollowUp, decideFollowUp, timeOfDay } from './follow-ups.ts'
import type { TrafficSource } from './traffic-source.ts'
import { type PlannedFollowUp, WaitingList } from './waiting-list.ts'

/** A stored follow-up, with the index of its source. */
type StoredFollowUp = Omit<PlannedFollowUp, 'source'> & { readonly order: number }

interface BookingAct {
  readonly source: TrafficSource
  readonly number: number
  /** Days until the arrival, drawn by demand. */
  readonly lead: number | undefined
  readonly booking: Booking
}

type DayContext = Pick<ScenarioContext, 'store' | 'choices'>

/** Prefix of the keys of stored values. */
const FOLLOW_UP = 'follows '

export class PlannedFollowUps {
  readonly #waiting = new WaitingList()
  readonly #randomness: Randomness
  readonly #progress: Progress

  /** Continues with the stored follow-ups. */
  constructor(sources: readonly TrafficSource[], randomness: Randomness, progress: Progress) {
    this.#randomness = randomness
    this.#progress = progress
    for (const [, { order, ...planned }] of progress.entriesWithPrefix<StoredFollowUp>(FOLLOW_UP)) {
      const source = sources[order]
      if (source) this.#waiting.add({ source, ...planned })
    }
  }

  get first(): PlannedFollowUp | undefined {
    return this.#waiting.first
  }

  /** Performs the first one, which is removed before: it may be planned again meanwhile. */
  performFirst<T>(perform: (first: PlannedFollowUp) => T): T | undefined {
    const first = this.#waiting.take()
    if (!first) return undefined
    this.#progress.set(keyOf(first), undefined)
    const putBack = (): void => this.#plan(first)
    return orDueAgain(() => perform(first), putBack)
  }

  /** Removes those of other bookings. */
  keep(has: (booking: number) => boolean): void {
    for (const gone of this.#waiting.keep(({ booking }) => has(booking))) this.#progress.set(keyOf(gone), undefined)
  }

  /** Plans the follow-ups of a booking that was just made. */
  planAll(act: BookingAct, context: ScenarioContext): void {
    const made = act.booking.createdAt ?? context.now
    for (const planned of this.#plansOf(act, made, context)) this.#plan({ ...planned, at: Math.max(planned.at, made) })
  }

  /** Plans the follow-ups of an earlier booking that are due after a time. */
  planAfter(now: Instant, act: BookingAct, context: DayContext): void {
    for (const planned of this.#plansOf(act, act.booking.createdAt ?? 0, context)) if (planned.at > now) this.#plan(planned)
  }

  /** Plans a follow-up again whose stay was moved to a later day. @returns false when it was not */
  postpone(planned: PlannedFollowUp, booking: Booking | undefined, context: DayContext): boolean {
    if (!booking || booking.cancelled || !planned.on) return false
    const due = dueOnDay(booking, planned, context)
    if (due <= planned.at) return false
    this.#plan({ ...planned, at: due })
    return true
  }

  /** Plans the follow-ups of a stay that was moved to an earlier day; they are due at once when that day has begun. */
  bringForward(booking: Booking, context: DayContext): void {
    for (const planned of this.#waiting.ofBooking(booking.id)) {
      if (!planned.on) continue
      const due = Math.max(dueOnDay(booking, planned, context), booking.changedAt)
      if (due >= planned.at) continue
      this.#waiting.remove(planned)
      this.#plan({ ...planned, at: due })
    }
  }

  #plan(planned: PlannedFollowUp): void {
    this.#waiting.add(planned)
    const { source, ...rest } = planned
    this.#progress.set(keyOf(planned), { ...rest, order: source.order } satisfies StoredFollowUp)
  }

  /** The follow-ups of a booking that happen. @param made when it was made */
  #plansOf(act: BookingAct, made: Instant, context: DayContext): readonly PlannedFollowUp[] {
    const { source, number, booking } = act
    return this.#decided(act).map(([step, { do: word, on, after, ofDay, with: values }]) => {
      const at = after === undefined ? dueOnDay(booking, { on, ofDay }, context) : made + after
      return { source, number, step, booking: booking.id, do: word, with: values, at, on, ofDay }
    })
  }

  /** The follow-ups that happen, with their steps: those of the scenario, then those of demand. */
  #decided({ source, number, lead = 0, booking }: BookingAct): readonly (readonly [step: number, DecidedFollowUp])[] {
    const { id, then = [] } = source.traffic
    const written = then.flatMap((followUp, step) => {
      const decided = decideFollowUp(followUp, this.#randomness, `${id}/${number}/${step}`)
      return decided ? [[step, decided] as const] : []
    })
    if (!source.demand) return written
    const drawn = source.demand.drawAct(this.#randomness, { id, number, at: booking.createdAt ?? 0, lead })
    const stream = this.#randomness.stream('traffic-course', `${id}/${number}`)
    const course = courseOf(source.demand, stream, { booking, lead, children: drawn.children })
    return [...written, ...course.map((decided, index) => [then.length + index, decided] as const)]
  }
}

function dueOnDay(
  booking: Booking,
  { on, ofDay }: Pick<DecidedFollowUp, 'on' | 'ofDay'>,
  { store, choices }: DayContext,
): Instant {
  const day = on === 'departure' ? booking.departure : booking.arrival
  return timeOfDay(day, ofDay, store.db.properties.get(booking.propertyId), choices.today)
}

const keyOf = ({ source, number, step }: PlannedFollowUp): string => `${FOLLOW_UP}${source.order}/${number}/${step}`
