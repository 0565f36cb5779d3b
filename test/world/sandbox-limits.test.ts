import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Teams } from '../../src/auth/teams.ts'
import type { Storage } from '../../src/store/storage.ts'
import { UnreliableStorage } from '../store/unreliable-storage.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

const teams = (sandboxes: number) => {
  const limits = { sandboxes, callsPerMinute: undefined }
  return new Teams([{ label: 'shop', token: 'shop-token-0123456789', prefixes: ['shop-'], limits }])
}

/**
 * A storage in which a sandbox is stored, for every replica, as soon as one of them has opened it.
 *
 * @param names those that are stored
 * @param events begin and end of each opening are added
 */
function sharedStorage(names = new Set<string>(), events: string[] = []): Storage {
  const storage = new UnreliableStorage({ random: () => 0, failure: 0, refusal: 0 })
  const open = async (name: string) => {
    events.push(`begin ${name}`)
    await setImmediate()
    names.add(name)
    events.push(`end ${name}`)
    return storage.open(name)
  }
  const list = async () => [...names]
  const nothing = () => undefined
  return { place: storage.place, remote: true, list, open, clear: nothing, remove: nothing, close: nothing }
}

test.each([
  [2, 3],
  [3, 30],
])(
  '%s replicas exceed the limit of a team, %s, by one sandbox each at most, however many are created at once',
  async (count, most) => {
    const storage = sharedStorage()
    const worlds = Array.from({ length: count }, () => new TestWorld({ storage, log: SILENT, teams: teams(most) }).world)
    const names = Array.from({ length: 2 * most }, (_, index) => index)
    const opened = await Promise.allSettled(
      worlds.flatMap((world, replica) => names.map(async (index) => world.openSandbox(`shop-${replica}-${index}`))),
    )
    expect(opened.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(most + count)
    const refused = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(new Set(refused).size).toBe(1)
    expect(refused[0]).toMatch(new RegExp(`the team shop has \\d+ sandboxes, and may have ${most};`))
  },
)

test.each([
  ['far below the limit of their team', { most: 100, stored: [], count: 4 }, ['begin shop-4', 'end shop-1']],
  ['also where more than that wait', { most: 100, stored: [], count: 12 }, ['begin shop-12', 'end shop-11']],
  ['beside stored ones', { most: 4, stored: ['shop-1', 'shop-2', 'shop-3'], count: 4 }, ['begin shop-4', 'end shop-1']],
])('sandboxes are opened together %s', async (_, { most, stored, count }, order) => {
  const events: string[] = []
  const { world } = new TestWorld({ storage: sharedStorage(new Set(stored), events), log: SILENT, teams: teams(most) })
  await Promise.all(Array.from({ length: count }, async (_, index) => world.openSandbox(`shop-${index + 1}`)))
  expect(events.filter((one) => order.includes(one))).toEqual(order)
})
