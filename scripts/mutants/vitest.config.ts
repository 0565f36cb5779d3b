import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { instrumentedCode } from './instrumented-code.mjs'

/** Runs the test files in the order in which they are given. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

export default defineConfig({
  plugins: [instrumentedCode()],
  test: {
    include: ['test/*/**/*.test.ts'],
    // those that start the program, a browser or a build cannot see a mutant
    exclude: ['test/{docs,limits,packaging,process,console/browser,store/postgres}/**'],
    globalSetup: ['test/support/own-temporary-folder.ts'],
    setupFiles: ['test/support/end-of-file-setup.ts', 'scripts/mutants/in-tests.mjs'],
    sequence: { sequencer: GivenOrder },
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // shorter than in the tests themselves: a mutant may hang. What is awaited fails before its test does.
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
})
