/**
 * Sends single HTTP requests and reads complete responses.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { dayOfInstant } from '../../src/base/instant.ts'
import type { Behaviour } from './behaviour.ts'
import type { Fetch } from './pooled-fetch.ts'
import { type HttpResponse, TransientError } from './response.ts'

export interface Token {
  readonly text: string
  /** When it is renewed, by the client's clock. */
  readonly renewAt: number
  readonly scopes: readonly string[]
}

/** The environment of a client. */
export interface Environment {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Epoch milliseconds by the clock that the client waits by. */
  readonly now: () => number
  /** Epoch milliseconds by the clock of the client's machine. */
  readonly wallClock: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** By default that of Node, which opens as many connections as it needs. */
  readonly fetch?: Fetch
  /** A token from an earlier run of the client, and how it stores one. */
  readonly savedToken?: { readonly read: () => Token | undefined; readonly write: (token: Token) => void }
  /** Sales on other channels after a sale; the client does not learn of them from the service. */
  readonly sales?: (since: number) => Promise<readonly ChannelSale[]>
  /** The notifications received so far. */
  readonly notifications?: () => Promise<readonly Notification[]>
}

/** A sale on another channel. */
export interface ChannelSale {
  readonly id: number
  readonly property: number
  readonly room: number
  readonly nights: readonly string[]
}

/** A notification of the service. */
export interface Notification {
  readonly task: string
  readonly data: Readonly<Record<string, unknown>>
}

export type Form = Readonly<Record<string, string>>

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly form?: Form
  readonly headers?: Readonly<Record<string, string>>
  /** The kinds of calls for which a client may have a short timeout. */
  readonly kind?: 'token' | 'write'
}

/** Milliseconds; longer than any response takes on a busy machine. */
const TIMEOUT_MS = 120_000
const SHORT_TIMEOUT_MS = 380

export class HttpClient {
  readonly #environment: Environment
  readonly #behaviour: Behaviour
  #calls = 0
  /** How far the service's clock is ahead of the client's, from the latest `Date` header, milliseconds. */
  #ahead = 0
  #firstDay: Day | undefined

  constructor(environment: Environment, behaviour: Behaviour) {
    this.#environment = environment
    this.#behaviour = behaviour
  }

  /** Number of calls sent. */
  get calls(): number {
    return this.#calls
  }

  /** The current day of the client. */
  get today(): Day {
    const { today } = this.#behaviour
    if (today === 'of its machine') return dayOfInstant(this.#environment.wallClock())
    return today === 'of its start' ? (this.#firstDay ?? this.#serviceDay) : this.#serviceDay
  }

  get #serviceDay(): Day {
    return dayOfInstant(this.#environment.now() + this.#ahead)
  }

  /** @throws TransientError when no complete response arrived in time */
  async send({ method, path, form, headers, kind }: Sent): Promise<HttpResponse> {
    this.#calls++
    try {
      const send: Fetch = this.#environment.fetch ?? fetch
      const response = await send(this.#environment.apiUrl + path, {
        method,
        headers: { accept: 'application/json', ...headers },
        signal: AbortSignal.timeout(this.#timeoutFor(kind)),
        ...(form && { body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      this.#readDate(response.headers.get('date'))
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      throw new TransientError(`${method} ${path} got no response: ${error}`, { timedOut })
    }
  }

  #timeoutFor(kind: Sent['kind']): number {
    const { slowResponse } = this.#behaviour
    const isHasty =
      slowResponse === 'gives up' ||
      (slowResponse === 'repeats token requests' && kind === 'token') ||
      (slowResponse === 'repeats writes' && kind === 'write')
    return isHasty ? SHORT_TIMEOUT_MS : TIMEOUT_MS
  }

  /** Takes the time of the service from its `Date` header. */
  #readDate(date: string | null): void {
    if (date !== null) this.#ahead = Date.parse(date) - this.#environment.now()
    this.#firstDay ??= this.#serviceDay
  }
}
