import { describe, expect, test } from 'vitest'
import { startUnderstay, type UnderstayOptions } from '../../src/index.ts'

/** A world in this process, closed after its use. */
async function using(options: UnderstayOptions, use: (world: Awaited<ReturnType<typeof startUnderstay>>) => Promise<void>) {
  const world = await startUnderstay({ listen: false, freeze: true, at: '2026-03-01T09:00:00Z', ...options })
  try {
    await use(world)
  } finally {
    await world.close()
  }
}

describe('snapshots', () => {
  test('are taken, compared, restored and removed', () =>
    using({}, async (world) => {
      const [w1, w2] = [await world.sandbox('w1'), await world.sandbox('w2')]
      expect(await w1.snapshots.take('before')).toEqual({
        name: 'before',
        rows: expect.any(Number),
        at: '2026-03-01T09:00:00.000Z',
      })
      await w1.token()
      await w1.clock.advance('1h')
      const { clock, collections } = await w1.snapshots.diff('before')
      expect([clock.to, collections['tokens']?.added.length]).toEqual(['2026-03-01T10:00:00.000Z', 1])
      await w1.snapshots.take('after')
      await w1.reset()
      await w1.clock.advance('2h')
      expect(await w1.snapshots.diff('before', 'after')).toEqual({ snapshot: 'before', clock, collections })
      await w1.snapshots.restore('before')
      expect(w1.clock.now()).toBe(Date.parse('2026-03-01T09:00:00Z'))
      await expect(w2.snapshots.restore('before')).rejects.toThrow('before')
      await w1.snapshots.remove('before')
      await expect(w1.snapshots.restore('before')).rejects.toThrow('before')
      await expect(w1.snapshots.take('No name')).rejects.toThrow('name')
    }))
})

const MINE = { id: 'mine', secret: 'own-secret', user: 1, scopes: ['properties_get'] }

describe('fixtures', () => {
  test('are rows, beside bundled worlds, in their order', () =>
    using({ fixtures: ['baseline', { clients: [MINE] }], client: 'mine' }, async (world) => {
      const scopes = ['properties_get']
      expect(world.credentials).toEqual({ clientId: 'mine', clientSecret: 'own-secret', scopes })
      expect((await world.sandbox('w1')).credentials.clientId).toBe('mine')
      const call = async () =>
        world.fetch('/service/api/properties/all', { headers: { authorization: `Bearer ${await world.token()}` } })
      expect((await call()).status).toBe(200)
      await world.play({ name: 'own', faults: [] })
      expect((await call()).status).toBe(200)
    }))

  test.each<readonly [string, UnderstayOptions, RegExp]>([
    ['a row', { fixtures: [{ users: [{ id: 0, name: 'mara' }] }] }, /fixtures\[0\] users\[0\]\.id: expected an id/],
    ['a list', { fixtures: ['baseline', { userz: [] }] }, /fixtures\[1\] userz: .*did you mean "users"/],
    ['a client', { client: 'demo-readonly' }, /client: there is no client "demo-readonly"; there are demo, demo-read-only/],
    ['a name', { fixtures: ['fixtures[0]'] }, /no such file or folder/],
  ])('with a mistake in %s are refused', async (_, options, message) => {
    await expect(startUnderstay({ listen: false, ...options })).rejects.toThrow(message)
  })
})
