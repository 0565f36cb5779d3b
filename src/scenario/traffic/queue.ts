/** A binary heap. */
export class Queue<T> {
  readonly #isBefore: (a: T, b: T) => boolean
  #items: T[] = []

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get size(): number {
    return this.#items.length
  }

  get first(): T | undefined {
    return this.#items[0]
  }

  clear(): void {
    this.#items = []
  }

  add(item: T): void {
    const items = this.#items
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = items[parent]
      if (above === undefined || !this.#isBefore(item, above)) break
      items[index] = above
      index = parent
    }
    items[index] = item
  }

  /** Removes and returns the first item. */
  take(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      const child = this.#earlier(left, left + 1)
      const below = items[child]
      if (below === undefined || !this.#isBefore(below, last)) break
      items[index] = below
      index = child
    }
    items[index] = last
    return first
  }

  #earlier(one: number, other: number): number {
    const [a, b] = [this.#items[one], this.#items[other]]
    return a !== undefined && b !== undefined && this.#isBefore(b, a) ? other : one
  }
}
