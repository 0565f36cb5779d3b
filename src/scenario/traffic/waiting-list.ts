/** Planned follow-ups of bookings, earliest first. */
import { Queue } from './queue.ts'

/** A priority queue that also finds and removes the items of one booking. */
export class WaitingList<T extends { readonly booking: number }> {
  readonly #queue: Queue<T>
  readonly #ofBookings = new Map<number, readonly T[]>()
  /** Removed items that are still in the queue. */
  readonly #removed = new Set<T>()

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#queue = new Queue(isBefore)
  }

  /** The first item. */
  get first(): T | undefined {
    return this.#queue.first
  }

  /** The items of a booking, in the order in which they were added. */
  ofBooking(id: number): readonly T[] {
    return this.#ofBookings.get(id) ?? []
  }

  add(item: T): void {
    this.#queue.add(item)
    this.#ofBookings.set(item.booking, [...this.ofBooking(item.booking), item])
  }

  /** Removes and returns the first item. */
  take(): T | undefined {
    const first = this.#queue.take()
    if (first) this.#forget(first)
    this.#skipRemoved()
    return first
  }

  /** Removes an item. */
  remove(item: T): void {
    this.#removed.add(item)
    this.#forget(item)
    this.#skipRemoved()
  }

  clear(): void {
    this.#queue.clear()
    this.#ofBookings.clear()
    this.#removed.clear()
  }

  #forget(item: T): void {
    const others = this.ofBooking(item.booking).filter((other) => other !== item)
    if (others.length > 0) this.#ofBookings.set(item.booking, others)
    else this.#ofBookings.delete(item.booking)
  }

  #skipRemoved(): void {
    for (let { first } = this.#queue; first && this.#removed.delete(first); first = this.#queue.first) this.#queue.take()
  }
}
