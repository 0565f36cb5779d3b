import { expect } from 'vitest'
import { test } from '../client-test.mjs'

const DAYS = ['2026-12-31', '2027-01-01', '2028-02-29']

test.for(DAYS)('a room is closed on %s, seen from New Year', async (day, { client, sandbox }) => {
  await sandbox.clock.set({ at: '2026-12-31T23:59:30Z' })
  expect(sandbox.clock.today()).toBe('2026-12-31')
  expect(await client.close(1, 1, day)).toBeGreaterThan(0)
})
