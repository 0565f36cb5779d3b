import { describe, expect } from 'vitest'
import { test } from '../client-test.mjs'
import { RoomTaken } from '../close-outs.mjs'

describe('closing a room for a night', () => {
  test('answers the number of the close-out', async ({ client }) => {
    expect(await client.close(1, 1, '2031-05-02')).toBeGreaterThan(0)
  })

  test('is not taken for done when somebody has the room', async ({ client, sandbox }) => {
    await client.close(1, 1, '2031-05-02')
    await expect(client.close(1, 1, '2031-05-02')).rejects.toThrow(RoomTaken)
    expect((await sandbox.journal()).at(-1)).toMatchObject({ status: 204, refusalCode: 'room_taken' })
  })
})
