import type { ExpectationOutcome } from './schema-types.ts'

/** Unmet expectations. The message names what differs and the most similar calls. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
  readonly outcomes: readonly ExpectationOutcome[]

  constructor(difference: string, outcomes: readonly ExpectationOutcome[]) {
    super(difference)
    this.outcomes = outcomes
  }
}
