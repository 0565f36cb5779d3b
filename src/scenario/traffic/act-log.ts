/** The latest acts of traffic, and those who listen for more. */
import type { Progress } from '../../store/progress.ts'
import { NO_STAY } from './act-result.ts'
import type { PastAct } from './status.ts'

/** Prefix of the key of a stored act; its id follows. */
const ACT_KEY_PREFIX = 'act '
/** Maximum number of kept acts; the oldest are removed. */
const MAX_ACTS = 1000

export class ActLog {
  readonly #progress: Progress
  readonly #acts: PastAct[]
  readonly #listeners: ((act: PastAct) => void)[] = []
  #last: number

  constructor(progress: Progress) {
    this.#progress = progress
    this.#acts = progress.entriesWithPrefix<PastAct>(ACT_KEY_PREFIX).map(([, act]) => ({ ...NO_STAY, ...act }))
    this.#last = this.#acts.at(-1)?.id ?? 0
  }

  /** Gives an act the next id, and keeps and stores it. */
  add(act: Omit<PastAct, 'id'>): PastAct {
    const added: PastAct = { id: ++this.#last, ...act }
    this.#acts.push(added)
    this.#progress.set(`${ACT_KEY_PREFIX}${added.id}`, added)
    this.#progress.set(`${ACT_KEY_PREFIX}${added.id - MAX_ACTS}`, undefined)
    if (this.#acts.length > 2 * MAX_ACTS) this.#acts.splice(0, this.#acts.length - MAX_ACTS)
    return added
  }

  notify(act: PastAct): void {
    for (const listener of this.#listeners) listener(act)
  }

  onAct(listener: (act: PastAct) => void): void {
    this.#listeners.push(listener)
  }

  /** The kept acts after an id, oldest first. */
  list(since: number): readonly PastAct[] {
    return this.#acts.slice(-MAX_ACTS).filter(({ id }) => id > since)
  }
}
