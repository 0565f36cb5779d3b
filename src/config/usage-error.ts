/** An invalid command line, configuration file, variable or option. The program exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
