import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/left-over.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 3,
    // Limits for what hangs, not for what is slow on a machine with other work.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
