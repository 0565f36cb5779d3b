/**
 * Ends what the tests of a file have started, at the end of the file.
 *
 * @module
 */

/** A worker has one file of tests at a time. */
const endings = new Set<() => void>()

/** Calls a function at the end of the file. @returns cancels this, when it has ended before */
export function endWithFile(end: () => void): () => void {
  endings.add(end)
  return () => void endings.delete(end)
}

/** Calls all functions. */
export function endAll(): void {
  for (const end of endings) end()
  endings.clear()
}

process.once('exit', endAll)
