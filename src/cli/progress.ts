/** Tells on standard error how far long work is: one line that changes on a terminal, elsewhere a line now and then. */
import { realNow } from '../simulation/clock.ts'

const REDRAW_MS = 100
const REPEAT_MS = 10_000
const CLEAR = '\r\x1b[K'

export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #redraws: boolean
  #last = realNow()

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
    this.#redraws = stream.isTTY && process.env['TERM'] !== 'dumb'
  }

  /** Shows how far it is, unless that was shown just before. @param text makes the text */
  show(text: () => string): void {
    if (realNow() < this.#last + (this.#redraws ? REDRAW_MS : REPEAT_MS)) return
    this.#last = realNow()
    this.#stream.write(this.#redraws ? `${CLEAR}${text().slice(0, this.#stream.columns - 1)}` : `${text()}\n`)
  }

  /** Takes the line away, before anything else is written. */
  clear(): void {
    if (this.#redraws) this.#stream.write(CLEAR)
  }
}
