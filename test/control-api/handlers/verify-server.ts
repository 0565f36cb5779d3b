/**
 * A server for tests of `verify`.
 *
 * @module
 */
import { expect, vi } from 'vitest'
import { serverOf } from '../server-of.ts'

export const SEARCH = '/service/api/search/stars/4'
/** A machine may have more to do than this. */
export const PATIENT = { timeout: 20_000 }

/** A server, and ways to ask whether its client did what was expected. */
export function verifyServer() {
  const all = serverOf()
  const { journal } = all.world.sandbox()
  return {
    ...all,
    journal,
    search: () => all.ask('GET', SEARCH),
    verify: (expected: unknown, sandbox = '') =>
      all.ask('POST', `${sandbox}/_understay/verify`, {
        body: typeof expected === 'string' ? expected : JSON.stringify(expected),
      }),
    /** Until a question waits. */
    waiting: () => vi.waitFor(() => expect(journal.listeners).toBe(1), { interval: 1, ...PATIENT }),
  }
}
