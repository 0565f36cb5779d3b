import { expect, test, understayTest } from 'understay/playwright'

test('a test has a sandbox, and the assertion', async ({ request, sandbox }) => {
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  const answer = await request.get(`${sandbox.apiUrl}/properties/all`, { headers })
  expect(answer.status()).toBe(200)
  await expect(sandbox).toHaveAnswered({ operation: 'listProperties', status: 200, count: 1 })
  await expect(sandbox).not.toHaveAnswered({ operation: 'listBookings' })
})

test('the next test has a new one', async ({ sandbox }) => {
  expect(await sandbox.journal()).toEqual([])
})

const frozen = understayTest({ at: '2026-12-31', freeze: true })

frozen('a server with options is another one', async ({ sandbox }) => {
  expect(sandbox.clock.today()).toBe('2026-12-31')
})
