import { expect } from 'vitest'
import { test } from '../client-test.mjs'

test('a token that is over is renewed once, and the work goes on', async ({ client, sandbox, calls }) => {
  const before = await client.properties()
  await sandbox.clock.advance('61m')
  expect(await client.properties()).toEqual(before)
  expect(await calls('requestToken')).toBe(2)
})
