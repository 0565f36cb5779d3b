/**
 * Runs before each test file: enables one mutant, or records which test reaches which mutants.
 *
 * @module
 */
import { afterAll, afterEach, beforeEach, inject } from 'vitest'

// `__stryker__` is where the code of Stryker's instrumenter looks for the active mutant and counts what was reached
globalThis.__stryker__ ??= {}
const state = globalThis.__stryker__
const { mutant, hitLimit } = inject('mutants')

if (mutant === undefined) {
  beforeEach(({ task }) => {
    state.currentTestId = task.id
  })
  afterEach(() => {
    state.currentTestId = undefined
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that no fixture is asked for
  afterAll(({}, suite) => {
    suite.meta.reached = state.mutantCoverage ?? { static: {}, perTest: {} }
  })
} else {
  state.activeMutant = mutant
  state.hitCount = 0
  state.hitLimit = hitLimit
}
