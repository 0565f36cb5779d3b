/** What a caught value says: usually an error, but anything can be thrown. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The stack of an error that nobody expected. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The code of an error of Node or of a database, such as `ENOENT`; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** How to trust the certificate of a server; empty where that is not the reason, as with one that is expired or for another host. */
export const certificateAdvice = (reason: string): string =>
  /^self-signed certificate|^unable to (?:get|verify)/.test(reason)
    ? '; name the file of its CA in the variable NODE_EXTRA_CA_CERTS'
    : ''

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
