/** Errors of opening and restarting sandboxes. */
import { messageOf } from '../base/caught-error.ts'

const STATUS = { name: 404, many: 409, team: 404, missing: 412 } as const

/** Too many sandboxes (`many`), an invalid name (`name`), one that no team has (`team`), or that should exist (`missing`). */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly reason: keyof typeof STATUS

  constructor(reason: SandboxError['reason'], message: string) {
    super(message)
    this.reason = reason
  }

  get status(): number {
    return STATUS[this.reason]
  }
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
