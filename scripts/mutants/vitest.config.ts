import { defineConfig } from 'vitest/config'

/** The tests in one process: those that start the program, a browser or a build cannot see a mutant. */
export default defineConfig({
  test: {
    include: [
      'test/{api,booking-api,conformance,control-api,domain,fixtures,journal,parity,replay,report,scenario,server,store,webhooks,world}/**/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
