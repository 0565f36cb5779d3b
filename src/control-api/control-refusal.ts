import { StatusError } from '../base/status-error.ts'

/** A refusal of the control API. */
export class ControlRefusal extends StatusError {
  override readonly name = 'ControlRefusal'
  /** Seconds after which the same request may succeed: Retry-After. */
  readonly retryAfter: number | undefined
  /** Further fields of the body, besides `error`. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}, retryAfter?: number) {
    super(status, message)
    this.more = more
    this.retryAfter = retryAfter
  }
}

/** A 400 response for an invalid value. */
export const badRequest = (message: string): ControlRefusal => new ControlRefusal(400, message)
