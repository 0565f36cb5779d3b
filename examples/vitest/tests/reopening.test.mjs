import { expect } from 'vitest'
import { test } from '../client-test.mjs'

test('a room that is given back can be closed again', async ({ client, sandbox }) => {
  const number = await client.close(1, 1, '2031-05-02')
  await client.reopen(1, number)
  expect(await client.close(1, 1, '2031-05-02')).toBeGreaterThan(number)
  const told = (await sandbox.events()).map(({ task }) => task)
  expect(told.filter((task) => task.startsWith('blackbooking'))).toEqual([
    'blackbooking_added',
    'blackbooking_deleted',
    'blackbooking_added',
  ])
})
