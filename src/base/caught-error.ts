/** What a caught value says: usually an error, but anything can be thrown. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The stack of an error that nobody expected. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The code of an error of Node or of a database, such as `ENOENT`; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What some work gives; undefined where it fails. */
export function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** What some work gives; where it fails, an error of another class says what failed, and why. */
export function orThrow<T>(Kind: new (message: string, options: ErrorOptions) => Error, what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Kind(`${what}: ${messageOf(error)}`, { cause: error })
  }
}
