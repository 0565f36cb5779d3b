import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/*.test.mjs'],
    maxWorkers: 8,
    // The first test of a worker also waits for its server, and eight of them start at once.
    testTimeout: 30_000,
  },
})
