import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TestWorld } from '../support/test-world.ts'
import { serverOf } from './server-of.ts'

test('a hook added at run time is there after a restart with a data folder', async () => {
  const data = mkdtempSync(join(tmpdir(), 'understay-hooks-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const first = serverOf({ of: new TestWorld({ data }) })
  const made = await first.ask('POST', '/_understay/webhooks', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', manager: 1 }),
  })
  expect(made).toMatchObject({ status: 201, body: { id: 1 } })
  await first.world.close()
  const second = serverOf({ of: new TestWorld({ data }) })
  expect((await second.ask('GET', '/_understay/webhooks')).body).toEqual([made.body])
  await second.world.close()
})
