import { expect } from 'vitest'
import { test } from '../client-test.mjs'

test('one token serves many calls', async ({ client, calls }) => {
  for (let i = 0; i < 5; i++) expect(await client.properties()).toContain(1)
  expect(await calls('requestToken')).toBe(1)
  expect(await calls('listProperties')).toBe(5)
})
