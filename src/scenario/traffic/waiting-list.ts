/** Planned follow-ups of bookings, earliest first. */
export class WaitingList<T extends { readonly booking: number }> {
  readonly #isBefore: (a: T, b: T) => boolean
  /** The latest first: the earliest is taken from the end. */
  #items: T[] = []

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get first(): T | undefined {
    return this.#items.at(-1)
  }

  /** The items of a booking. */
  ofBooking(id: number): readonly T[] {
    return this.#items.filter(({ booking }) => booking === id)
  }

  add(item: T): void {
    this.#items.splice(this.#indexOf(item), 0, item)
  }

  /** Removes and returns the earliest item. */
  take(): T | undefined {
    return this.#items.pop()
  }

  remove(item: T): void {
    this.#items.splice(this.#items.indexOf(item, this.#indexOf(item)), 1)
  }

  clear(): void {
    this.#items = []
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
}
