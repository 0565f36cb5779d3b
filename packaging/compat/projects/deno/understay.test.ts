import { equal, rejects } from 'node:assert/strict'
import { startUnderstay, VerifyError } from 'understay'

Deno.test('a server answers over a socket, and closes', async () => {
  const understay = await startUnderstay()
  const sandbox = await understay.sandbox('w1')
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  const answer = await fetch(`${sandbox.apiUrl}/properties/all`, { headers })
  equal(answer.status, 200)
  await answer.body?.cancel()
  await sandbox.verify({ operation: 'listProperties', status: 200, count: 1 })
  await rejects(sandbox.verify({ operation: 'listBookings' }), VerifyError)
  await understay.close()
})
