/**
 * Values drawn by chance that a sandbox of another name draws differently: booking numbers, coupon codes, colours.
 *
 * @module
 */

/** What drawn values look like. */
const FORMS = [/(?<!\d)[1-9]\d{7}(?!\d)/g, /\b[a-df-zA-DF-Z]{15}\b/g, /\brgba?\(\d{1,3}, ?\d{1,3}, ?\d{1,3}/g] as const
const PLACE = '\u0000'

/** Which value stands for which recorded one. */
export class GeneratedValues {
  readonly #now = new Map<string, string>()

  /** True when texts differ in drawn values only, and in each as everywhere before. */
  isSame(recorded: string, given: string, sameText: (one: string, other: string) => boolean): boolean {
    if (recorded === given) return true
    if (!sameText(hidden(recorded), hidden(given))) return false
    const [before, now] = [valuesIn(recorded), valuesIn(given)]
    if (before.some((value, index) => (this.#now.get(value) ?? now[index]) !== now[index])) return false
    for (const [index, value] of before.entries()) this.#now.set(value, now[index] ?? value)
    return true
  }

  /** A text of a request, with the values that this replay was told. */
  asToldHere(text: string): string {
    let told = text
    for (const [recorded, now] of this.#now) if (recorded !== now) told = told.replaceAll(recorded, now)
    return told
  }
}

const hidden = (text: string): string => FORMS.reduce((rest, form) => rest.replace(form, PLACE), text)

const valuesIn = (text: string): readonly string[] => FORMS.flatMap((form) => text.match(form) ?? [])
