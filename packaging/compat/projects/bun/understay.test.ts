import { expect, test } from 'bun:test'
import { startUnderstay, VerifyError } from 'understay'

test('a server answers over a socket, and closes', async () => {
  const understay = await startUnderstay()
  const sandbox = await understay.sandbox('w1')
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  expect((await fetch(`${sandbox.apiUrl}/properties/all`, { headers })).status).toBe(200)
  await sandbox.verify({ operation: 'listProperties', status: 200, count: 1 })
  expect(sandbox.verify({ operation: 'listBookings' })).rejects.toBeInstanceOf(VerifyError)
  await understay.close()
})
