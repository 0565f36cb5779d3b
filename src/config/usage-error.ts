import { UserError } from '../base/user-error.ts'

/** An invalid command line, variable or option. */
export class UsageError extends UserError {
  readonly exitCode = 2
  override readonly name = 'UsageError'
}
