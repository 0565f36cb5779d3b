/** Playwright Test: fixtures with one server and one sandbox per worker. The journal is attached to failed tests. */
import { expect as playwrightExpect, test as playwrightTest, type TestInfo } from '@playwright/test'
import { startUnderstay, type Understay, type UnderstayOptions, type UnderstaySandbox } from '../index.ts'
import { toHaveAnswered } from './answered.ts'

/**
 * Fixtures of a test.
 *
 * @example
 * test('a sandbox of its own', async ({ sandbox }) => { expect(sandbox.url).toContain('/@w0') })
 */
export interface UnderstayFixtures {
  /** The sandbox of this worker, created again for each test that asks for it. */
  readonly sandbox: UnderstaySandbox
}

/**
 * Fixtures of a worker.
 *
 * @example
 * test('one server for all tests', async ({ understay }) => { expect(understay.url).toContain('127.0.0.1') })
 */
export interface UnderstayWorkerFixtures {
  /** The server of this worker. */
  readonly understay: Understay
}

/**
 * A `test` of Playwright with the fixtures `understay` and `sandbox`, for a server with these options.
 *
 * @example
 * const test = understayTest({ freeze: true })
 * test('a booking', async ({ page, sandbox }) => { await page.goto(sandbox.url) })
 */
export function understayTest(options: UnderstayOptions = {}) {
  return playwrightTest.extend<UnderstayFixtures, UnderstayWorkerFixtures>({
    understay: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
      async ({}, use) => {
        const understay = await startUnderstay(options)
        await use(understay)
        await understay.close()
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ understay }, use, testInfo) => {
      const name = `w${testInfo.parallelIndex}`
      // Deleted, not reset: a reset keeps the scenario that the previous test played.
      await (await understay.sandbox(name)).delete()
      const sandbox = await understay.sandbox(name)
      await use(sandbox)
      // The test may have deleted its own.
      if (testInfo.status !== testInfo.expectedStatus) await attachJournal(await understay.sandbox(name), testInfo)
    },
  })
}

/** Attaches the journal and report of a sandbox to a failed test. */
async function attachJournal(sandbox: UnderstaySandbox, testInfo: TestInfo): Promise<void> {
  const journal = JSON.stringify(await sandbox.journal(), null, 2)
  await testInfo.attach('understay-journal', { body: journal, contentType: 'application/json' })
  await testInfo.attach('understay-report', { body: await sandbox.report('md'), contentType: 'text/markdown' })
}

/**
 * A `test` whose server has the default options.
 *
 * @example
 * test('a page', async ({ page, sandbox }) => { await page.goto(sandbox.url) })
 */
export const test = understayTest()

/**
 * The `expect` of Playwright with `toHaveAnswered`.
 *
 * @example
 * test('nothing was called', async ({ sandbox }) => {
 *   await expect(sandbox).toHaveAnswered({ operation: 'listProperties', never: true })
 * })
 */
export const expect = playwrightExpect.extend({ toHaveAnswered })
