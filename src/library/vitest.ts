/**
 * Fixtures for Vitest: one server a worker, and in it one sandbox, as new for each test.
 *
 * @module
 */
import { type TestAPI, test as vitestTest } from 'vitest'
import { startUnderstay } from '../index.ts'
import type { Understay, UnderstayOptions, UnderstaySandbox } from './face.ts'

/** What a test can ask for. */
export interface UnderstayFixtures {
  /** The server of this worker. */
  readonly understay: Understay
  /** The sandbox of this worker, made anew for each test that asks for it. Tests that run concurrently in one file share it. */
  readonly sandbox: UnderstaySandbox
}

/** A `test` of Vitest with the fixtures `understay` and `sandbox`, for a server with these options. */
export function understayTest(options: UnderstayOptions = {}): TestAPI<UnderstayFixtures> {
  return vitestTest.extend<UnderstayFixtures>({
    understay: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are asked for
      async ({}, use) => {
        const understay = await startUnderstay(options)
        await use(understay)
        await understay.close()
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ understay }, use) => {
      const name = `w${process.env['VITEST_POOL_ID'] ?? '1'}`
      // A reset would keep the scenario that the test before has played.
      await (await understay.sandbox(name)).delete()
      await use(await understay.sandbox(name))
    },
  })
}

/** A `test` whose server has the usual options. */
export const test: TestAPI<UnderstayFixtures> = understayTest()
