/** Planned follow-ups of bookings, earliest first; also found by their booking. */
export class WaitingList<T extends { readonly booking: number }> {
  readonly #isBefore: (a: T, b: T) => boolean
  /** The latest first: the earliest is taken from the end. */
  #items: T[] = []
  readonly #ofBookings = new Map<number, readonly T[]>()

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get first(): T | undefined {
    return this.#items.at(-1)
  }

  /** The items of a booking, in the order in which they were added. */
  ofBooking(id: number): readonly T[] {
    return this.#ofBookings.get(id) ?? []
  }

  add(item: T): void {
    this.#items.splice(this.#indexOf(item), 0, item)
    this.#ofBookings.set(item.booking, [...this.ofBooking(item.booking), item])
  }

  /** Removes and returns the earliest item. */
  take(): T | undefined {
    const first = this.#items.pop()
    if (first) this.#forget(first)
    return first
  }

  remove(item: T): void {
    this.#items.splice(this.#items.indexOf(item, this.#indexOf(item)), 1)
    this.#forget(item)
  }

  clear(): void {
    this.#items = []
    this.#ofBookings.clear()
  }

  /** The index of the first item that is not later. */
  #indexOf(item: T): number {
    let [low, high] = [0, this.#items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#items[middle]
      if (other !== undefined && this.#isBefore(item, other)) low = middle + 1
      else high = middle
    }
    return low
  }

  #forget(item: T): void {
    const others = this.ofBooking(item.booking).filter((other) => other !== item)
    if (others.length > 0) this.#ofBookings.set(item.booking, others)
    else this.#ofBookings.delete(item.booking)
  }
}
