import { defineConfig } from 'vitest/config'
import { compiledSource } from './test/support/compiled-source.ts'
import { RunReporter } from './test/support/run-reporter.ts'
import { SlowFirst } from './test/support/slow-first.ts'

/** Tests that need a tool beside Node, or build documents and packages: a browser, PostgreSQL, nginx, pytest, package managers. */
const WITH_TOOLS = [
  'test/console/browser/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/process/image.test.ts',
  'test/process/many/**/*.test.ts',
  'test/process/package.test.ts',
  'test/store/postgres/**/*.test.ts',
]

const LIMITS = ['test/limits/**/*.test.ts']

export default defineConfig({
  plugins: [compiledSource()],
  test: {
    globalSetup: ['test/support/own-temporary-folder.ts', 'test/support/compiled-source.ts'],
    reporters: ['minimal', new RunReporter()],
    projects: [
      { extends: true, test: { name: 'program', include: ['test/**/*.test.ts'], exclude: [...WITH_TOOLS, ...LIMITS] } },
      { extends: true, test: { name: 'tools', include: WITH_TOOLS, setupFiles: ['test/support/built-setup.ts'] } },
      // The only tests that measure time, or play in real time; a busy machine makes them fail.
      { extends: true, test: { name: 'limits', include: LIMITS, maxWorkers: 1, maxConcurrency: 8, sequence: { groupOrder: 1 } } },
    ],
    setupFiles: ['test/support/end-of-file-setup.ts'],
    // Tests start many processes, and to start one costs the more the larger the process is that does it: threads share a large one.
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: SlowFirst },
    maxWorkers: 4,
    maxConcurrency: 20,
    // These limits end what hangs, on the slowest machine; no test measures time with them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
