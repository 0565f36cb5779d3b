import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesUsedBy } from './code-of.mjs'
import { instrumentedCode } from './instrumented-code.mjs'

/** Runs the test files in the order in which they are given. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

/** Tests that start the program, a browser or a build, so that they cannot see a mutant. */
const startsProcess = (file: string): boolean => filesUsedBy(file).includes('test/support/built.ts')
const testFiles = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file))

export default defineConfig({
  plugins: [instrumentedCode()],
  test: {
    include: ['test/*/**/*.test.ts'],
    exclude: ['test/{docs,limits,packaging,process,console/browser,store/postgres}/**', ...testFiles.filter(startsProcess)],
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
