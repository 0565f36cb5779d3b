import test from 'ava'
import { startUnderstay } from 'understay'

let understay
test.before(async () => {
  understay = await startUnderstay()
})
test.after.always(() => understay.close())

for (const name of ['one', 'other'])
  test(`the sandbox ${name} has the calls of its test`, async (t) => {
    const sandbox = await understay.sandbox(name)
    const answer = await fetch(`${sandbox.apiUrl}/properties/all`, {
      headers: { authorization: `Bearer ${await sandbox.token()}` },
    })
    t.is(answer.status, 200)
    await sandbox.verify({ operation: 'listProperties', status: 200, count: 1 })
  })
