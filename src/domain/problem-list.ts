/** Collects problems of input, limited to a readable number. */
import { shortText } from '../base/short-text.ts'
import type { Problem } from './refusal.ts'

/** Number of equal problems that are listed; the rest is counted. */
const MAX_LISTED = 10
const SHOWN_CHARACTERS = 40

/** The problem of one field; `sent` is its value, if there was one. */
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

  /** Adds one problem, see {@link problemOf}. */
  add(field: string, expected: string, sent?: string): void {
    this.#problems.push(problemOf(field, expected, sent))
  }

  /** Adds the problem of a map entry such as `tariffinput[<epoch>]`; thousands may have the same one. */
  addEntry(map: string, key: string, expected: string, sent?: string): void {
    if (this.#isBelowLimit(map, expected)) this.add(`${map}[${shortened(key)}]`, expected, sent)
  }

  /** Adds the problem of an item in a list field, such as `"x" is not a number`. */
  addItem(list: string, item: string, is: string): void {
    if (this.#isBelowLimit(list, is)) this.add(list, `"${shortened(item)}" is ${is}`)
  }

  /** Counts the problem; false when enough equal ones are listed. */
  #isBelowLimit(map: string, expected: string): boolean {
    const kind = `${map} ${expected}`
    const equal = this.#equal.get(kind) ?? { map, expected, count: 0 }
    this.#equal.set(kind, equal)
    equal.count++
    return equal.count <= MAX_LISTED
  }

  /** All problems; equal ones beyond the limit as one line with their number. */
  toProblems(): readonly Problem[] {
    const more = [...this.#equal.values()].filter(({ count }) => count > MAX_LISTED)
    return [
      ...this.#problems,
      ...more.map(({ map, expected, count }) => ({ field: map, message: `${count - MAX_LISTED} more: ${expected}` })),
    ]
  }
}

const shortened = (text: string): string => shortText(text, SHOWN_CHARACTERS)
