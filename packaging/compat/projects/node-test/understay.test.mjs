import { equal, rejects } from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { startUnderstay, VerifyError } from 'understay'

let understay
before(async () => {
  understay = await startUnderstay()
})
after(() => understay.close())

test('a sandbox answers over a socket', async () => {
  const sandbox = await understay.sandbox('w1')
  const headers = { authorization: `Bearer ${await sandbox.token()}` }
  equal((await fetch(`${sandbox.apiUrl}/properties/all`, { headers })).status, 200)
  await sandbox.verify({ operation: 'listProperties', status: 200, count: 1 })
  await rejects(sandbox.verify({ operation: 'listBookings' }), VerifyError)
})

test('require gives the same library', () => {
  equal(createRequire(import.meta.url)('understay').startUnderstay, startUnderstay)
})
