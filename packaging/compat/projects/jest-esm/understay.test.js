import { startUnderstay, VerifyError } from 'understay'
import { useUnderstay } from 'understay/jest'

const understay = useUnderstay({ at: '2026-12-31', freeze: true })

test('a test has a sandbox, and the assertion', async () => {
  const { sandbox } = understay
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  expect((await fetch(`${sandbox.apiUrl}/properties/all`, { headers })).status).toBe(200)
  await expect(sandbox).toHaveAnswered({ operation: 'listProperties', status: 200, count: 1 })
  await expect(sandbox).not.toHaveAnswered({ operation: 'listBookings' })
  expect(sandbox.clock.today()).toBe('2026-12-31')
})

test('the next test has a new one', async () => {
  expect(await understay.sandbox.journal()).toEqual([])
})

test('the library works by itself', async () => {
  const own = await startUnderstay({ listen: false })
  await expect(own.verify({ operation: 'listBookings' })).rejects.toBeInstanceOf(VerifyError)
  await own.close()
})
