/** Random values that depend on the name of the sandbox: booking numbers, coupon codes, colours. */

const RANDOM_FORMATS = [/(?<!\d)[1-9]\d{7}(?!\d)/g, /\b[a-df-zA-DF-Z]{15}\b/g, /\brgba?\(\d{1,3}, ?\d{1,3}, ?\d{1,3}/g] as const
const PLACE = '\u0000'

/** Maps recorded values to those of the replay. */
export class GeneratedValues {
  readonly #now = new Map<string, string>()

  /** How many are known. */
  get size(): number {
    return this.#now.size
  }

  /** True when texts differ only in random values, and each as in earlier texts. */
  isSame(recorded: string, given: string, sameText: (one: string, other: string) => boolean): boolean {
    if (recorded === given) return true
    if (!sameText(withoutRandomValues(recorded), withoutRandomValues(given))) return false
    const [before, now] = [valuesIn(recorded), valuesIn(given)]
    if (before.some((value, index) => (this.#now.get(value) ?? now[index]) !== now[index])) return false
    for (const [index, value] of before.entries()) this.#now.set(value, now[index] ?? value)
    return true
  }

  /** The text of a request with recorded values replaced by those of the replay. */
  withReplayedValues(text: string): string {
    let replaced = text
    for (const [recorded, now] of this.#now) if (recorded !== now) replaced = replaced.replaceAll(recorded, now)
    return replaced
  }
}

const withoutRandomValues = (text: string): string => RANDOM_FORMATS.reduce((rest, form) => rest.replace(form, PLACE), text)

const valuesIn = (text: string): readonly string[] => RANDOM_FORMATS.flatMap((form) => text.match(form) ?? [])
