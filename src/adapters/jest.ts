/**
 * Jest: one server per test file, one sandbox per test, and the assertion `toHaveAnswered`. Works with Mocha and other runners
 * that have the global hooks of Jest or Mocha.
 */
import type {} from 'expect'
import {
  type ExpectationOptions,
  startUnderstay,
  type Understay,
  type UnderstayOptions,
  type UnderstaySandbox,
  type VerifyOptions,
} from '../index.ts'
import { toHaveAnswered } from './answered.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** Passes when the calls so far meet the expectation, or meet it within `timeoutMs`. */
    toHaveAnswered(expected: ExpectationOptions, options?: VerifyOptions): Promise<R>
  }
}

declare global {
  namespace jest {
    // For the global `expect` of @types/jest.
    interface Matchers<R, T> {
      toHaveAnswered(expected: ExpectationOptions, options?: VerifyOptions): Promise<R>
    }
  }
}

/**
 * The server of a test file and the sandbox of the current test.
 *
 * @example
 * const running = useUnderstay()
 * test('a server and a sandbox', () => { expect(running.sandbox.url).toContain(running.server.url) })
 */
export interface UnderstayInJest {
  /** The server of this file. @throws Error before the first test */
  readonly server: Understay
  /** A sandbox that is created again for each test. @throws Error before the first test */
  readonly sandbox: UnderstaySandbox
}

type Hook = (run: () => Promise<void>) => void

/** The globals of a test file. */
interface RunnerGlobals {
  readonly beforeAll?: Hook
  readonly before?: Hook
  readonly beforeEach?: Hook
  readonly afterAll?: Hook
  readonly after?: Hook
  readonly expect?: { extend?(matchers: object): void }
}

const runner = globalThis as RunnerGlobals

runner.expect?.extend?.({ toHaveAnswered })

/**
 * Starts a server before the tests of this file, or of a `describe`, and closes it after them.
 *
 * @throws Error outside a test file
 *
 * @example
 * const understay = useUnderstay({ at: '2026-12-31', freeze: true })
 * test('it is New Year', () => { expect(understay.sandbox.clock.today()).toBe('2026-12-31') })
 */
export function useUnderstay(options: UnderstayOptions = {}): UnderstayInJest {
  let server: Understay | undefined
  let sandbox: UnderstaySandbox | undefined
  const { before = missingHook, after = missingHook, beforeEach = missingHook } = runner
  const { beforeAll = before, afterAll = after } = runner
  beforeAll(async () => {
    server = await startUnderstay(options)
  })
  beforeEach(async () => {
    if (!server) throw new Error('the server did not start')
    // Deleted, not reset: a reset keeps the scenario that the previous test played.
    await sandbox?.delete()
    sandbox = await server.sandbox('test')
  })
  afterAll(async () => {
    await server?.close()
  })
  return {
    get server() {
      return server ?? tooEarly('server')
    },
    get sandbox() {
      return sandbox ?? tooEarly('sandbox')
    },
  }
}

function missingHook(): never {
  throw new Error(
    'useUnderstay needs the global hooks of Jest or Mocha: call it in a test file, or use startUnderstay in the hooks of another runner',
  )
}

function tooEarly(what: string): never {
  throw new Error(`the ${what} exists only inside tests and hooks: read it there`)
}
