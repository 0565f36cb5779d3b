/**
 * Reads responses of the service.
 *
 * @module
 */
import type { Behaviour } from './behaviour.ts'
import type { Answer } from './pooled-fetch.ts'

/** The service refuses the request; repeating it would not help. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The OAuth error code, if there is one. */
  readonly code: string | undefined

  constructor(status: number, reason: string, code?: string) {
    super(`refused with ${status}: ${reason}`)
    this.status = status
    this.code = code
  }
}

/** A failure of the network or the service that may not occur again. */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  /** Milliseconds of `Retry-After`. */
  readonly retryAfter: number
  /** True when the service certainly did nothing. */
  readonly notProcessed: boolean
  /** True after a timeout. */
  readonly timedOut: boolean

  constructor(what: string, { retryAfter = 0, notProcessed = false, timedOut = false } = {}) {
    super(what)
    this.retryAfter = retryAfter
    this.notProcessed = notProcessed
    this.timedOut = timedOut
  }

  /** The same error for the call that was to follow. */
  beforeCall(): TransientError {
    const { retryAfter, timedOut } = this
    return new TransientError(this.message, { retryAfter, timedOut, notProcessed: true })
  }
}

/** A complete response. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Answer['headers']
  readonly text: string
}

interface Body {
  readonly data?: unknown
  readonly error?: string
  readonly error_description?: string
  readonly meta?: { readonly code?: number; readonly error_message?: string }
}

/**
 * The body of a response.
 *
 * @throws Refusal, TransientError
 */
export function readResponse({ status, headers, text }: HttpResponse, behaviour: Behaviour): Body {
  if (status === 429 || status >= 500)
    throw new TransientError(`responded with ${status}`, {
      retryAfter: Number(headers.get('retry-after') ?? 0) * 1000,
      notProcessed: status === 429 || status === 503,
    })
  if (status === 204) {
    if (behaviour.status204 === 'success') return { data: {} }
    throw new Refusal(204, headers.get('x-service-error-message') ?? 'no reason given')
  }
  const body = parsed(text, behaviour)
  if (body.meta?.code === 204 && behaviour.status204 !== 'success')
    throw new Refusal(204, body.meta.error_message ?? 'no reason given')
  if (status < 400) return body
  throw new Refusal(status, body.error_description ?? body.meta?.error_message ?? 'no reason given', body.error)
}

function parsed(text: string, { truncatedResponse, emptyResponse }: Behaviour): Body {
  if (text === '' && emptyResponse === 'an empty list') return { data: {} }
  try {
    return JSON.parse(text)
  } catch (error) {
    if (truncatedResponse === 'an empty list') return { data: {} }
    if (truncatedResponse === 'a crash') throw error
    throw new TransientError(`a response that is not JSON: ${JSON.stringify(text.slice(0, 40))}`)
  }
}
