/** Errors of opening and restarting sandboxes. */
import { messageOf } from '../base/caught-error.ts'
import { StatusError } from '../base/status-error.ts'

/** There are too many sandboxes, the name is invalid or no team's, or the sandbox should exist. */
export class SandboxError extends StatusError {
  override readonly name = 'SandboxError'
}

/** A sandbox could not be restarted from another template. */
export class RestartError extends Error {
  override readonly name = 'RestartError'

  /** @param lost sandboxes whose stored state has been removed already */
  constructor(sandbox: string, cause: unknown, lost: readonly string[]) {
    const kept =
      lost.length === 0
        ? 'no sandbox was restarted'
        : `all others continue as before, but nothing is stored of ${lost.join(', ')}`
    super(`the sandbox ${sandbox} could not be restarted: ${messageOf(cause)}; ${kept}`, { cause })
  }
}
