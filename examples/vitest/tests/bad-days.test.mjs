import { expect } from 'vitest'
import { test } from '../client-test.mjs'
import { RoomTaken } from '../close-outs.mjs'

test('somebody books the room first: the client says so, and takes the next one', async ({ client, sandbox }) => {
  await sandbox.play('black-booking-race')
  await expect(client.close(1, 1, '2026-08-01')).rejects.toThrow(RoomTaken)
  expect(await client.close(1, 2, '2026-08-01')).toBeGreaterThan(0)
  await sandbox.verify([
    { id: 'conflict', operation: 'createBlackBooking', status: 204, count: 1 },
    { operation: 'createBlackBooking', after: 'conflict', status: 200, count: 1 },
  ])
})

test('the token is over in the middle: one renewal, nothing lost', async ({ client, sandbox }) => {
  await sandbox.play('token-expires-mid-sync')
  for (let room = 1; room <= 8; room++) await client.close(1, room, '2026-08-01')
  await sandbox.verify({ fault: 'expired' }) // it happened
  const { verdict, reasons } = await sandbox.report()
  expect(verdict, reasons.join()).not.toBe('failed') // understay run --compare tells a reaction from a call made anyway
})

test('a gateway is away for one call: the client does not take that for an answer', async ({ client, sandbox }) => {
  await sandbox.faults.arm({ on: { operation: 'listProperties' }, network: { status: 503, retry_after: 1 } })
  await expect(client.properties()).rejects.toThrow('503')
  expect(await client.properties()).toContain(1)
})

test('a bad day ends with its test', async ({ client, sandbox }) => {
  expect(await sandbox.faults.list()).toEqual([])
  expect(await client.close(1, 1, '2026-08-01')).toBeGreaterThan(0)
})
