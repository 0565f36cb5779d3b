import { httpDate, type Instant } from '../base/instant.ts'

/** Formats the header once a second. */
export class DateHeader {
  #second = Number.NaN
  #text = ''

  /** The value at an instant. */
  at(now: Instant): string {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#text = httpDate(second * 1000)
    }
    return this.#text
  }
}
