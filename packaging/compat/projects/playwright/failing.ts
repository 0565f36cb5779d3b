import { expect, test } from 'understay/playwright'

test('fails on purpose', async ({ request, sandbox }) => {
  await request.get(`${sandbox.apiUrl}/properties/all`)
  await expect(sandbox).toHaveAnswered({ operation: 'listProperties', status: 200 })
})

test('fails after it has deleted its sandbox', async ({ sandbox }) => {
  await sandbox.delete()
  await sandbox.journal()
})
