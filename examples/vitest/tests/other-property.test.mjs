import { expect } from 'vitest'
import { test } from '../client-test.mjs'
import { NotAllowed } from '../close-outs.mjs'

test("somebody else's property is not ours to close", async ({ client, sandbox }) => {
  const [first] = await client.properties()
  expect(first).toBe(1)
  await expect(client.close(10, 1, '2031-05-02')).rejects.toThrow(NotAllowed)
  expect((await sandbox.journal()).at(-1)).toMatchObject({ refusalCode: 'property_not_administrable' })
})
