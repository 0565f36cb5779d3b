/** Vitest: a `test` with one server per worker and one sandbox per test, and the assertion `toHaveAnswered`. */
import { expect, type TestAPI, test as vitestTest } from 'vitest'
import {
  type ExpectationOptions,
  startUnderstay,
  type Understay,
  type UnderstayOptions,
  type UnderstaySandbox,
  type VerifyOptions,
} from '../index.ts'
import { toHaveAnswered } from './answered.ts'

declare module 'vitest' {
  interface Matchers<T> {
    /** Passes when the calls so far meet the expectation, or meet it within `timeoutMs`. */
    toHaveAnswered(expected: ExpectationOptions, options?: VerifyOptions): Promise<void>
  }
}

expect.extend({ toHaveAnswered })

/**
 * Fixtures of a test.
 *
 * @example
 * test('a sandbox of its own', ({ understay, sandbox }) => { expect(sandbox.url).toContain(understay.url) })
 */
export interface UnderstayFixtures {
  /** The server of this worker. */
  readonly understay: Understay
  /** The sandbox of this worker, created again for each test that asks for it. Concurrent tests of one file share it. */
  readonly sandbox: UnderstaySandbox
}

/** The servers of a worker, one for each `understayTest`. */
type Servers = Map<symbol, Promise<Understay>>

// Vitest 3 caches a worker fixture by its name, whichever `test` declares it. So that fixture holds all servers of the
// worker, and each `test` finds its own by key. Vitest 4 allows none inside a `describe`, where `understayTest` may be called.
const testWithServers = vitestTest.extend<{ readonly understayServers: Servers }>({
  understayServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures it needs from the pattern
    async ({}, use) => {
      const servers: Servers = new Map()
      await use(servers)
      for (const server of await Promise.allSettled(servers.values()))
        if (server.status === 'fulfilled') await server.value.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * A `test` of Vitest with the fixtures `understay` and `sandbox`, for a server with these options.
 *
 * @example
 * const frozen = understayTest({ at: '2026-12-31', freeze: true })
 * frozen('it is New Year', ({ sandbox }) => { expect(sandbox.clock.today()).toBe('2026-12-31') })
 */
export function understayTest(options: UnderstayOptions = {}): TestAPI<UnderstayFixtures> {
  const key = Symbol('understayTest')
  return testWithServers.extend<UnderstayFixtures>({
    understay: async ({ understayServers }, use) => {
      let server = understayServers.get(key)
      if (!server) understayServers.set(key, (server = startUnderstay(options)))
      await use(await server)
    },
    sandbox: async ({ understay }, use) => {
      const name = `w${process.env['VITEST_POOL_ID'] ?? '1'}`
      // Deleted, not reset: a reset keeps the scenario that the previous test played.
      await (await understay.sandbox(name)).delete()
      await use(await understay.sandbox(name))
    },
  })
}

/**
 * A `test` whose server has the default options.
 *
 * @example
 * test('nothing was called', async ({ sandbox }) => {
 *   await expect(sandbox).toHaveAnswered({ operation: 'listProperties', never: true })
 * })
 */
export const test: TestAPI<UnderstayFixtures> = understayTest()
