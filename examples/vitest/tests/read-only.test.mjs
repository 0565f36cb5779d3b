import { expect } from 'vitest'
import { test } from '../client-test.mjs'
import { createCloseOuts, NotAllowed } from '../close-outs.mjs'

test('a client that may only read is told so, and does not ask for more', async ({ sandbox, calls }) => {
  const client = createCloseOuts({ baseUrl: sandbox.baseUrl, ...sandbox.credentialsOf('demo-read-only') })
  await expect(client.close(1, 1, '2031-05-02')).rejects.toThrow(NotAllowed)
  expect(await calls('requestToken')).toBe(1)
  expect(await calls('createBlackBooking')).toBe(0)
})
