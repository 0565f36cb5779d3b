import { expect, onTestFinished, test, vi } from 'vitest'
import { StorageError } from '../../src/store/storage.ts'
import { reopenFailed } from '../../src/world/failed-sandboxes.ts'
import type { Log } from '../../src/world/world.ts'
import { type Unreliability, UnreliableStorage } from '../store/unreliable-storage.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

/** A guest books two seconds after the sandbox was made. */
const BOOKS = [
  'name: test',
  'clock: { at: 2026-05-02T09:00:00Z, run: real }',
  'events: [{ at: +2s, do: guest_books, with: { property: 1 } }]',
].join('\n')

/** A world in which a guest is due to book, on a storage that fails at will. */
async function worldOn(shakiness: Unreliability & { refusal: number; failure: number }) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const log: Log = {
    ...SILENT,
    warn: (message, fields) => said.push(`${message} ${JSON.stringify(fields)}`),
    error: (message) => said.push(message),
  }
  const storage = new UnreliableStorage(shakiness)
  const { world } = new TestWorld({ scenario: BOOKS, storage, log })
  onTestFinished(async () => {
    await world.close()
  })
  const sandbox = await world.openSandbox()
  const isBooked = (): boolean => (storage.stored('default')?.collections.bookings.length ?? 0) > 0
  return { world, sandbox, storage, said, isBooked }
}

test('a sandbox whose write failed is opened again without a call, and performs due work', async () => {
  const shakiness = { random: () => 0.5, failure: 0, refusal: 0 }
  const { sandbox, said, isBooked } = await worldOn(shakiness)
  shakiness.failure = 1
  const { bookings } = sandbox.store.db
  const before = bookings.size
  sandbox.store.change((db) => db.favourites.put({ id: '1/1', userId: 1, propertyId: 1 }))
  await vi.advanceTimersByTimeAsync(500)
  expect(sandbox.gate?.failed?.message).toBe('the connection was lost')
  shakiness.failure = 0
  await vi.advanceTimersByTimeAsync(4000)
  expect(sandbox.gate?.failed).toBeUndefined()
  expect([isBooked(), sandbox.store.db.bookings.size]).toEqual([true, before + 1])
  expect(said).toEqual(['changes could not be stored; the sandbox is reloaded from its storage'])
})

test('a sandbox is not opened again for a temporary problem of its storage', async () => {
  const { sandbox, storage, said, isBooked } = await worldOn({ random: () => 0.5, failure: 0, refusal: 0 })
  const { opened } = storage
  storage.problem = new StorageError('unavailable', 'no heartbeat')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sandbox.gate?.failed).toBe(storage.problem)
  expect(storage.opened).toBe(opened)
  storage.problem = undefined
  await vi.advanceTimersByTimeAsync(61_000)
  expect([storage.opened, isBooked()]).toEqual([opened, true])
  expect(said.filter((line) => line.includes('opened again'))).toEqual([])
})

test('one that is removed while it is opened again stays removed', async () => {
  const shakiness = { random: () => 0.5, failure: 0, refusal: 0 }
  const { world, sandbox } = await worldOn(shakiness)
  shakiness.failure = 1
  sandbox.store.change((db) => db.favourites.put({ id: '1/1', userId: 1, propertyId: 1 }))
  await vi.advanceTimersByTimeAsync(500)
  shakiness.failure = 0
  const opening = Promise.resolve(world.openSandbox())
  sandbox.retire()
  const opened = opening.then(
    () => 'opened',
    (error: unknown) => String(error),
  )
  await vi.advanceTimersByTimeAsync(4000)
  expect(await opened).toContain('was removed while it was opened again')
})

test('one that cannot be opened is tried less and less often, and logged once', async () => {
  const shakiness = { random: () => 0.5, failure: 0, refusal: 0 }
  const { sandbox, storage, said, isBooked } = await worldOn(shakiness)
  Object.assign(shakiness, { failure: 1, refusal: 1 })
  sandbox.store.change((db) => db.favourites.put({ id: '1/1', userId: 1, propertyId: 1 }))
  const before = storage.opened
  await vi.advanceTimersByTimeAsync(60_000)
  const tries = storage.opened - before
  expect(tries).toBeGreaterThanOrEqual(5)
  expect(tries).toBeLessThanOrEqual(7)
  expect(said).toEqual([
    'changes could not be stored; the sandbox is reloaded from its storage',
    expect.stringMatching(
      /^sandboxes could not be opened again.*"sandbox":"default","failed":1,"error":"StorageError: no connection"/,
    ),
    expect.stringContaining('a due event of a sandbox failed'),
  ])
  Object.assign(shakiness, { failure: 0, refusal: 0 })
  await vi.advanceTimersByTimeAsync(61_000)
  expect([sandbox.gate?.failed, isBooked()]).toEqual([undefined, true])
})

test('many that open at once do so one per turn of the event loop', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const failed = new Set(Array.from({ length: 30 }, (_, index) => `s${index}`))
  let [turn, isOver] = [0, false]
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  const end = reopenFailed({
    log: SILENT,
    get openSandboxes() {
      return [...failed].map((name) => ({ name, gate: { isLost: true } }))
    },
    openSandbox: (name) => {
      turns.push(turn)
      failed.delete(name)
    },
  })
  onTestFinished(() => {
    isOver = true
    end()
  })
  vi.advanceTimersByTime(1000)
  await expect.poll(() => failed.size).toBe(0)
  expect(new Set(turns).size).toBe(30)
})
