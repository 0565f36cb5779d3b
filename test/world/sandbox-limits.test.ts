import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Teams } from '../../src/auth/teams.ts'
import type { Storage } from '../../src/store/storage.ts'
import { UnreliableStorage } from '../store/unreliable-storage.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

const limits = { sandboxes: 3, callsPerMinute: undefined }
const teams = () => new Teams([{ label: 'shop', token: 'shop-token-0123456789', prefixes: ['shop-'], limits }])

/** A storage in which a sandbox is stored, for every replica, as soon as one of them has opened it. */
function sharedStorage(): Storage {
  const storage = new UnreliableStorage({ random: () => 0, failure: 0, refusal: 0 })
  const names = new Set<string>()
  const open = async (name: string) => {
    await setImmediate()
    names.add(name)
    return storage.open(name)
  }
  const list = async () => [...names]
  const nothing = () => undefined
  return { place: storage.place, remote: true, list, open, clear: nothing, remove: nothing, close: nothing }
}

test('replicas exceed the limit of a team by one sandbox each at most, however many are created at once', async () => {
  const storage = sharedStorage()
  const replicas = ['a', 'b'].map((id) => ({ id, world: new TestWorld({ storage, log: SILENT, teams: teams() }).world }))
  const opened = await Promise.allSettled(
    replicas.flatMap(({ id, world }) => Array.from({ length: 6 }, async (_, index) => world.openSandbox(`shop-${id}${index}`))),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(limits.sandboxes + 1)
  const refused = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(new Set(refused).size).toBe(1)
  expect(refused[0]).toMatch(/the team shop has \d sandboxes, and may have 3/)
})
