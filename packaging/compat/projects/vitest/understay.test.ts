import { VerifyError } from 'understay'
import { test, understayTest } from 'understay/vitest'
import { describe, expect } from 'vitest'

const ask = async (world: { readonly apiUrl: string; token(): Promise<string> }) =>
  fetch(`${world.apiUrl}/properties/all`, { headers: { authorization: `Bearer ${await world.token()}` } })

test('a test has a sandbox, and the assertion', async ({ sandbox }) => {
  expect((await ask(sandbox)).status).toBe(200)
  await expect(sandbox).toHaveAnswered({ operation: 'listProperties', status: 200, count: 1 })
  await expect(sandbox).not.toHaveAnswered({ operation: 'listBookings' })
  await expect(sandbox.verify({ operation: 'listBookings' })).rejects.toBeInstanceOf(VerifyError)
})

test('the next test has a new one', async ({ sandbox }) => {
  expect(await sandbox.journal()).toEqual([])
})

const frozen = understayTest({ at: '2026-12-31', freeze: true })

frozen('a server with options is another one', async ({ sandbox }) => {
  expect(sandbox.clock.today()).toBe('2026-12-31')
})

describe('a group', () => {
  understayTest({ at: '2032-02-02', freeze: true })('with options of its own', async ({ sandbox }) => {
    expect(sandbox.clock.today()).toBe('2032-02-02')
  })
})
