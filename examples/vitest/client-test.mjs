/** The `test` of this suite: that of `understay/vitest`, and a client that works in the sandbox of its worker. */
import { understayTest } from 'understay/vitest'
import { createCloseOuts } from './close-outs.mjs'

export const test = understayTest({ at: '2026-03-01T09:00:00Z', freeze: true }).extend({
  client: async ({ sandbox }, use) => {
    await use(createCloseOuts({ baseUrl: sandbox.baseUrl, ...sandbox.credentials }))
  },
  /** How often an operation was called so far. */
  calls: async ({ sandbox }, use) => {
    await use(async (operation) => (await sandbox.journal()).filter((entry) => entry.operation === operation).length)
  },
})
