/** The assertion `toHaveAnswered`, for Vitest, Jest and Playwright Test. */
import {
  type ExpectationOptions,
  type ExpectationOutcome,
  type UnderstayWorld,
  VerifyError,
  type VerifyOptions,
} from '../index.ts'

/** The result of a custom matcher. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/**
 * Passes when the calls so far meet an expectation: `{ operation, status, count }` and everything else `verify` takes.
 *
 * @throws TypeError when the value is neither a server nor a sandbox
 * @throws Error when the expectation itself is invalid, or its outcome cannot be told; also under `.not`
 */
export async function toHaveAnswered(
  world: unknown,
  expected: ExpectationOptions,
  options?: VerifyOptions,
): Promise<MatcherResult> {
  if (!isVerifiable(world)) throw new TypeError('expect(...).toHaveAnswered needs a server of startUnderstay, or a sandbox of it')
  try {
    const outcomes = await world.verify(expected, options)
    return { pass: true, message: () => `expected no such calls, but there were: ${outcomes.map(foundIn).join('; ')}` }
  } catch (error) {
    // Under .not, what cannot be told would pass.
    if (!(error instanceof VerifyError) || !error.outcomes.some(({ state }) => state === 'unmet')) throw error
    return { pass: false, message: () => error.message }
  }
}

const isVerifiable = (value: unknown): value is Pick<UnderstayWorld, 'verify'> =>
  typeof value === 'object' && value !== null && 'verify' in value && typeof value.verify === 'function'

const foundIn = ({ found, wanted, entries }: ExpectationOutcome): string =>
  `${found} (${wanted}), journal entries ${entries.join(', ') || 'none'}`
