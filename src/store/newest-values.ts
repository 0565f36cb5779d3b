/** The newest values of one kind that a sandbox has, numbered from 1 and stored with its progress. */
import type { Progress } from './progress.ts'

export class NewestValues<T> {
  readonly #progress: Progress
  readonly #kind: string
  readonly #max: number
  /** By number, oldest first. */
  readonly #kept: Map<number, T>
  #last: number

  /** @param kind a value is stored as `KIND NUMBER` @param max number of kept values; the oldest are removed */
  constructor(progress: Progress, kind: string, max: number) {
    this.#progress = progress
    this.#kind = kind
    this.#max = max
    const stored = progress.entriesWithPrefix<T>(`${kind} `).map(([number, value]) => [Number(number), value] as const)
    this.#kept = new Map(stored)
    this.#last = Math.max(progress.get<number>(this.#lastKey) ?? 0, stored.at(-1)?.[0] ?? 0)
  }

  /** The key of the last number, stored where its value may be gone. */
  get #lastKey(): string {
    return `last ${this.#kind}`
  }

  /** The number of the last value, kept or not. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#kept.size
  }

  /** The kept values after a number, oldest first. */
  after(number: number): readonly T[] {
    return [...this.#kept].flatMap(([of, value]) => (of > number ? [value] : []))
  }

  /** Adds a value as number {@link last} + 1. @returns the value that is no longer kept */
  add(value: T): T | undefined {
    const number = ++this.#last
    this.#kept.set(number, value)
    this.#progress.set(`${this.#kind} ${number}`, value)
    return this.#remove(number - this.#max)
  }

  /** Removes the values that do not hold any more; their numbers are not given again. @returns them */
  keep(holds: (value: T) => boolean): readonly T[] {
    const gone = [...this.#kept].filter(([, value]) => !holds(value))
    if (gone.length > 0) this.#progress.set(this.#lastKey, this.#last)
    for (const [number] of gone) this.#remove(number)
    return gone.map(([, value]) => value)
  }

  #remove(number: number): T | undefined {
    const value = this.#kept.get(number)
    if (this.#kept.delete(number)) this.#progress.set(`${this.#kind} ${number}`, undefined)
    return value
  }
}
