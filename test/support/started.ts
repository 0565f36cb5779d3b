/**
 * What the tests of one file have started: it is ended with the file at the latest.
 *
 * @module
 */

/** A worker has one file of tests at a time. */
const started = new Set<() => void>()

/** Has something ended at the end of the file. @returns forgets it: it has ended by itself */
export function endWithFile(end: () => void): () => void {
  started.add(end)
  return () => void started.delete(end)
}

/** Ends all that was started. */
export function endAll(): void {
  for (const end of started) end()
  started.clear()
}

process.once('exit', endAll)
