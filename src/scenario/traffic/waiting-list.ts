/** Planned follow-ups of bookings, earliest first. */
import type { Instant } from '../../base/instant.ts'
import type { DecidedFollowUp } from './follow-ups.ts'
import type { TrafficSource } from './traffic-source.ts'

export interface PlannedFollowUp extends Omit<DecidedFollowUp, 'after'> {
  readonly source: TrafficSource
  /** Number of the act that made the booking. */
  readonly number: number
  /** Index of the follow-up. */
  readonly step: number
  readonly booking: number
  readonly at: Instant
}

/** By time, then by the order of the scenario, the number of the act and the step. */
const isBefore = (a: PlannedFollowUp, b: PlannedFollowUp): boolean =>
  (a.at - b.at || a.source.order - b.source.order || a.number - b.number || a.step - b.step) < 0

export class WaitingList {
  /** The latest first: the earliest is taken from the end. */
  #items: PlannedFollowUp[] = []

  get first(): PlannedFollowUp | undefined {
    return this.#items.at(-1)
  }

  /** The items of a booking. */
  ofBooking(id: number): readonly PlannedFollowUp[] {
    return this.#items.filter(({ booking }) => booking === id)
  }

  add(item: PlannedFollowUp): void {
    this.#items.splice(this.#indexOf(item), 0, item)
  }

  /** Removes and returns the earliest item. */
  take(): PlannedFollowUp | undefined {
    return this.#items.pop()
  }

  remove(item: PlannedFollowUp): void {
    this.#items.splice(this.#items.indexOf(item, this.#indexOf(item)), 1)
  }

  /** Removes the items that do not hold any more. @returns them */
  keep(holds: (item: PlannedFollowUp) => boolean): readonly PlannedFollowUp[] {
    const gone = this.#items.filter((item) => !holds(item))
    this.#items = this.#items.filter(holds)
    return gone
  }

  /** The index of the first item that is not later. */
  #indexOf(item: PlannedFollowUp): number {
    let [low, high] = [0, this.#items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#items[middle]
      if (other !== undefined && isBefore(item, other)) low = middle + 1
      else high = middle
    }
    return low
  }
}
