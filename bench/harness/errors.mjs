/**
 * Errors of benchmarks.
 *
 * @module
 */

/** The benchmark needs something that is not installed: it is skipped. */
export class RequirementError extends Error {
  name = 'RequirementError'
}

/** The server under test did not respond as expected, so that the figures are invalid. */
export class BenchmarkError extends Error {
  name = 'BenchmarkError'
}
