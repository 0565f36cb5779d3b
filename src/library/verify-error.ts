import type { ExpectationOutcome } from './schema-types.ts'

/**
 * Unmet expectations. The message names what differs and the most similar calls.
 *
 * @example
 * const error = await sandbox.verify({ operation: 'listProperties', count: 9 }).catch((thrown) => thrown)
 * if (error instanceof VerifyError) console.log(error.message, error.outcomes)
 */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
  readonly outcomes: readonly ExpectationOutcome[]

  constructor(difference: string, outcomes: readonly ExpectationOutcome[]) {
    super(difference)
    this.outcomes = outcomes
  }
}
