/** An error that the user can mend: the program prints its message without a stack, and exits with its code. */
export class UserError extends Error {
  /** 2 for an invalid flag, variable or file, else 1. */
  readonly exitCode: 1 | 2 = 1
  /** What to do, where the message does not say it. */
  readonly advice: string = ''

  /** Message and advice. */
  get text(): string {
    return [this.message, this.advice].filter(Boolean).join('; ')
  }
}
