/**
 * The bare line between a client and the service: one request, one answer, read to its end.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { dayOfInstant } from '../../src/base/instant.ts'
import { type Answer, Trouble } from './answer.ts'
import type { Habits } from './habits.ts'

/** What a client is given from outside. */
export interface Surroundings {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Epoch milliseconds by the clock the client lives by. */
  readonly now: () => number
  /** The same by the clock on the wall of the client's machine. */
  readonly wallClock: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** What the hotel sold on another channel since a sale: the client learns of it from its own side. */
  readonly sales?: (since: number) => Promise<readonly ForeignSale[]>
  /** The notifications it has received so far. */
  readonly notices?: () => Promise<readonly Notice[]>
}

/** A sale on another channel. */
export interface ForeignSale {
  readonly id: number
  readonly property: number
  readonly room: number
  readonly nights: readonly string[]
}

/** A notification of the service. */
export interface Notice {
  readonly task: string
  readonly data: Readonly<Record<string, unknown>>
}

export type Form = Readonly<Record<string, string>>

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly form?: Form
  readonly headers?: Readonly<Record<string, string>>
  /** What it is for, where a client may have no patience with it. */
  readonly kind?: 'token' | 'write'
}

/** Milliseconds. */
const PATIENCE = 10_000
const NO_PATIENCE = 300

export class Line {
  readonly #around: Surroundings
  readonly #habits: Habits
  #calls = 0
  /** How far the service's clock is ahead of the client's, as the latest answer told, milliseconds. */
  #ahead = 0
  #firstDay: Day | undefined

  constructor(around: Surroundings, habits: Habits) {
    this.#around = around
    this.#habits = habits
  }

  /** How many calls were made. */
  get calls(): number {
    return this.#calls
  }

  /** The day it is, as the client sees it. */
  get today(): Day {
    const { day } = this.#habits
    if (day === 'of its machine') return dayOfInstant(this.#around.wallClock())
    return day === 'of its start' ? (this.#firstDay ?? this.#serviceDay) : this.#serviceDay
  }

  get #serviceDay(): Day {
    return dayOfInstant(this.#around.now() + this.#ahead)
  }

  /** @throws Trouble when no whole answer came, or not in time */
  async send({ method, path, form, headers, kind }: Sent): Promise<Answer> {
    this.#calls++
    try {
      const response = await fetch(this.#around.apiUrl + path, {
        method,
        headers: { accept: 'application/json', ...headers },
        signal: AbortSignal.timeout(this.#patienceWith(kind)),
        ...(form && { body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      this.#hear(response.headers.get('date'))
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError'
      throw new Trouble(`${method} ${path} got no answer: ${error}`, { late })
    }
  }

  #patienceWith(kind: Sent['kind']): number {
    const { slowReply } = this.#habits
    const isHasty =
      slowReply === 'gives up' ||
      (slowReply === 'asks for tokens again' && kind === 'token') ||
      (slowReply === 'sends writes again' && kind === 'write')
    return isHasty ? NO_PATIENCE : PATIENCE
  }

  /** Sets its watch by the service. */
  #hear(date: string | null): void {
    if (date !== null) this.#ahead = Date.parse(date) - this.#around.now()
    this.#firstDay ??= this.#serviceDay
  }
}
