/**
 * What an answer of the service means to a client.
 *
 * @module
 */
import type { Habits } from './habits.ts'

/** The service understood, and says no. Asking again would not help. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The error word of OAuth, where there is one. */
  readonly word: string | undefined

  constructor(status: number, reason: string, word?: string) {
    super(`refused with ${status}: ${reason}`)
    this.status = status
    this.word = word
  }
}

/** Something between client and service failed. Asking again later may help. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  /** Milliseconds that the service asked for. */
  readonly retryAfter: number
  /** True when it is certain that the service did nothing. */
  readonly untouched: boolean
  /** True when nothing came in time. */
  readonly late: boolean

  constructor(what: string, { retryAfter = 0, untouched = false, late = false } = {}) {
    super(what)
    this.retryAfter = retryAfter
    this.untouched = untouched
    this.late = late
  }

  /** The same trouble for a call that was to come next. */
  beforeTheCall(): Trouble {
    const { retryAfter, late } = this
    return new Trouble(this.message, { retryAfter, late, untouched: true })
  }
}

/** What came back from the service, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Body {
  readonly data?: unknown
  readonly error?: string
  readonly error_description?: string
  readonly meta?: { readonly error_message?: string }
}

/**
 * The body of an answer.
 *
 * @throws Refusal, Trouble
 */
export function readAnswer({ status, headers, text }: Answer, habits: Habits): Body {
  if (status === 429 || status >= 500)
    throw new Trouble(`answered ${status}`, {
      retryAfter: Number(headers.get('retry-after') ?? 0) * 1000,
      untouched: status === 429 || status === 503,
    })
  if (status === 204) {
    if (habits.conflict === 'success') return { data: {} }
    throw new Refusal(204, headers.get('x-service-error-message') ?? 'no reason given')
  }
  const body = parsed(text, habits)
  if (status < 400) return body
  throw new Refusal(status, body.error_description ?? body.meta?.error_message ?? 'no reason given', body.error)
}

function parsed(text: string, { garbled, silence }: Habits): Body {
  if (text === '' && silence === 'nothing') return { data: {} }
  try {
    return JSON.parse(text)
  } catch (error) {
    if (garbled === 'nothing') return { data: {} }
    if (garbled === 'an end') throw error
    throw new Trouble(`an answer that is no JSON: ${JSON.stringify(text.slice(0, 40))}`)
  }
}
