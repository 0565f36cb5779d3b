/** A command line, file, variable or option that cannot be used. Ends the program with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
