/**
 * Everything that is wrong with what was sent, kept short enough to read.
 *
 * @module
 */
import type { Problem } from './refusal.ts'

/** Of equal problems in the entries of a map or a list, so many are named; the rest is counted. */
const NAMED = 10
const SHOWN_CHARACTERS = 40

/** A field that is not as expected; `sent` is what stood there, if anything did. */
export function problemOf(field: string, expected: string, sent?: string): Problem {
  return { field, message: sent === undefined ? expected : `${expected}, not "${shortened(sent)}"` }
}

/** Collects problems in the order they are found. */
export class ProblemList {
  readonly #problems: Problem[] = []
  readonly #equal = new Map<string, { readonly map: string; readonly expected: string; count: number }>()

  get size(): number {
    return this.#problems.length
  }

  /** Notes one, see {@link problemOf}. */
  add(field: string, expected: string, sent?: string): void {
    this.#problems.push(problemOf(field, expected, sent))
  }

  /** An entry of a map such as `tariffinput[<epoch>]`, of which there may be thousands with the same problem. */
  addEntry(map: string, key: string, expected: string, sent?: string): void {
    if (this.#isToBeNamed(map, expected)) this.add(`${map}[${shortened(key)}]`, expected, sent)
  }

  /** An item of a list in one field, of which there may be thousands as well; `is` says what it is instead. */
  addItem(list: string, item: string, is: string): void {
    if (this.#isToBeNamed(list, is)) this.add(list, `"${shortened(item)}" is ${is}`)
  }

  /** Counts the problem; false when enough of its kind are named. */
  #isToBeNamed(map: string, expected: string): boolean {
    const kind = `${map} ${expected}`
    const equal = this.#equal.get(kind) ?? { map, expected, count: 0 }
    this.#equal.set(kind, equal)
    equal.count++
    return equal.count <= NAMED
  }

  /** All that was found: equal problems beyond the tenth as one line with their number. */
  all(): readonly Problem[] {
    const more = [...this.#equal.values()].filter(({ count }) => count > NAMED)
    return [
      ...this.#problems,
      ...more.map(({ map, expected, count }) => ({ field: map, message: `${count - NAMED} more: ${expected}` })),
    ]
  }
}

const shortened = (text: string): string => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text)
