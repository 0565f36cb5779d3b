import { expect } from 'vitest'
import { test } from '../client-test.mjs'
import { createCloseOuts } from '../close-outs.mjs'

test('a client with an address of its own works without a network', async ({ sandbox, calls }) => {
  const { credentials, fetch } = sandbox
  const client = createCloseOuts({ baseUrl: 'https://bookings.example', ...credentials, fetch })
  await client.close(1, 1, '2031-05-02')
  expect(await calls('createBlackBooking')).toBe(1)
})
