/** Calls outside the interface. */

/** The longest path that is kept. */
const MAX_PATH = 200

export interface CallsOutside {
  readonly count: number
  /** Method and path of the first one. */
  readonly first: string | undefined
}

export class OutsideCalls implements CallsOutside {
  count = 0
  first: string | undefined = undefined

  add(method: string, path: string): void {
    this.count++
    this.first ??= `${method} ${path.slice(0, MAX_PATH)}`
  }

  resume({ count, first }: CallsOutside): void {
    this.count = count
    this.first = first
  }

  clear(): void {
    this.resume({ count: 0, first: undefined })
  }
}
