import { equal } from 'node:assert/strict'
import { useUnderstay } from 'understay/jest'

describe('a client', () => {
  const understay = useUnderstay()

  it('has a sandbox', async () => {
    const { sandbox } = understay
    const headers = { authorization: `Bearer ${await sandbox.token()}` }
    equal((await fetch(`${sandbox.apiUrl}/properties/all`, { headers })).status, 200)
    await sandbox.verify({ operation: 'listProperties', status: 200, count: 1 })
  })

  it('has a new one in the next test', async () => {
    equal((await understay.sandbox.journal()).length, 0)
  })
})
