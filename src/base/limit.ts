/** Runs tasks, so many of them at a time; the others wait in order. */
export class Limit {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
