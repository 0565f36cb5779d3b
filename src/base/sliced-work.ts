/** Long computations in steps, which run at once or in slices, with other work in between. */

/** A computation that can pause at every `yield`. Its input must not change until it ends. */
export type SlicedWork<T> = Generator<undefined, T, undefined>

/** Runs all steps without a pause; what they yield is not waited for. */
export function runWithoutPauses<T>(steps: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
