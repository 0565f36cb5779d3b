import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/end-of-file-setup.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 3,
    // These limits end what hangs, on the slowest machine; no test measures time with them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
