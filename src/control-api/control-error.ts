/**
 * What the control API refuses.
 *
 * @module
 */

/** A refusal with its status. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  /** Fields beside `error`. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

/** A request with a wrong value. */
export const badRequest = (message: string): ControlError => new ControlError(400, message)
