import { UserError } from '../base/user-error.ts'

/** An invalid command line, variable or option. */
export class UsageError extends UserError {
  override readonly exitCode = 2
  override readonly name = 'UsageError'
}
