/**
 * What `verify` throws.
 *
 * @module
 */
import type { ExpectationOutcome } from './scenario-types.ts'

/** Expectations that are not met. The message says what is amiss, and what came nearest. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
  readonly outcomes: readonly ExpectationOutcome[]

  constructor(difference: string, outcomes: readonly ExpectationOutcome[]) {
    super(difference)
    this.outcomes = outcomes
  }
}
