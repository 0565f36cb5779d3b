/**
 * Why a benchmark could not be run.
 *
 * @module
 */

/** Something the benchmark needs is not there; the run goes on with the next one. */
export class Missing extends Error {
  name = 'Missing'
}

/** The server under test did not do what it should; the figures would mean nothing. */
export class Failed extends Error {
  name = 'Failed'
}
