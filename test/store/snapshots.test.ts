import { describe, expect, test } from 'vitest'
import { stateOfSnapshot, worldBase } from '../../src/store/db.ts'
import { SnapshotError, Snapshots } from '../../src/store/snapshots.ts'
import { emptyRows } from '../../src/store/state.ts'
import { StorageError } from '../../src/store/storage.ts'
import { StorageGate } from '../../src/store/storage-gate.ts'
import { Store } from '../../src/store/store.ts'
import { memoryStorage } from './memory-storage.ts'

const snapshot = new Store({ seed: 1, base: worldBase(emptyRows()), counters: {} }).snapshot()
const taken = (snapshots: Snapshots, name: string) => snapshots.take(name, snapshot, 5)

/** Why something was refused, with the status of a refusal; `done` where it was not. */
const reasonOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof SnapshotError ? `${error.status} ${error.message}` : String(error)),
  )

describe('a snapshot', () => {
  test.each(['before', 'run-7', '7', 'x'.repeat(63)])('may have the name %s', async (name) => {
    expect(await taken(new Snapshots(undefined), name)).toEqual({ name, at: 5, rows: 0 })
  })

  test.each(['', 'Before', 'a b', 'a/b', '../a', 'a.json', 'é', 'x'.repeat(64)])('may not have the name "%s"', async (name) => {
    expect(await reasonOf(taken(new Snapshots(undefined), name))).toMatch(/^400 name: invalid snapshot name/)
  })

  test('of a name can be taken once', async () => {
    const snapshots = new Snapshots(undefined)
    await taken(snapshots, 'a')
    expect(await reasonOf(taken(snapshots, 'a'))).toMatch(/^409 there is already a snapshot "a"/)
    await snapshots.remove('a')
    expect(await reasonOf(snapshots.info('a'))).toMatch(/^404 there is no snapshot "a"/)
    expect(await reasonOf(taken(snapshots, 'a'))).toBe('done')
    expect(await snapshots.names()).toEqual(['a'])
  })

  test('of a name is taken once, also by two requests at the same time', async () => {
    const snapshots = new Snapshots(new StorageGate(memoryStorage(), () => undefined))
    const both = await Promise.all([reasonOf(taken(snapshots, 'a')), reasonOf(taken(snapshots, 'a'))])
    expect(both).toEqual(['done', '409 there is already a snapshot "a"; remove it with DELETE /_understay/snapshots/a'])
    expect(await reasonOf(taken(snapshots, 'a'))).toBe(both[1])
  })

  test('that is removed while it is read for the first time is gone', async () => {
    const storage = memoryStorage()
    let stored = ['a']
    let found = (): void => undefined
    const ready = new Promise<void>((resolve) => (found = resolve))
    const files = {
      ...storage.snapshots,
      list: () => stored,
      read: () => ready.then(() => ({ state: stateOfSnapshot(snapshot), taken: 5 })),
      remove: () => void (stored = []),
    }
    const snapshots = new Snapshots(new StorageGate({ ...storage, snapshots: files }, () => undefined))
    const read = snapshots.info('a')
    await snapshots.remove('a')
    found()
    expect(await read).toEqual({ name: 'a', at: 5, rows: 0 })
    expect(await snapshots.names()).toEqual([])
  })

  test('that could not be stored is not there, and can be tried again', async () => {
    const storage = memoryStorage()
    let isFull = true
    const write = async () => {
      if (isFull) throw new StorageError('full', 'the disk is full')
    }
    const snapshots = new Snapshots(new StorageGate({ ...storage, snapshots: { ...storage.snapshots, write } }, () => undefined))
    expect(await reasonOf(taken(snapshots, 'a'))).toBe('StorageError: the disk is full')
    expect(await snapshots.names()).toEqual([])
    isFull = false
    expect(await reasonOf(taken(snapshots, 'a'))).toBe('done')
    expect(await snapshots.names()).toEqual(['a'])
  })

  test('that is not there is refused with the names of those that are', async () => {
    const snapshots = new Snapshots(undefined)
    await expect(snapshots.read('a')).rejects.toThrow(
      'there is no snapshot "a"; there are none yet; POST /_understay/snapshots takes one',
    )
    await taken(snapshots, 'b')
    await taken(snapshots, 'a1')
    await expect(snapshots.info('a')).rejects.toThrow('there is no snapshot "a"; there are a1, b')
    await expect(snapshots.remove('a')).rejects.toThrow('there are a1, b')
  })

  test('is limited to a hundred, pending ones included', async () => {
    const storage = memoryStorage()
    const names: string[] = []
    const written = { ...storage.snapshots, list: () => names, write: async (name: string) => void names.push(name) }
    const snapshots = new Snapshots(new StorageGate({ ...storage, snapshots: written }, () => undefined))
    for (let number = 1; number <= 98; number++) await taken(snapshots, `n${number}`)
    const reasons = await Promise.all(['x', 'y', 'z'].map((name) => reasonOf(taken(snapshots, name))))
    expect(reasons).toEqual(['done', 'done', expect.stringMatching(/^409 there are 100 snapshots already/)])
    expect(names).toHaveLength(100)
  })

  test.each([
    ['damaged', '409 it cannot be read'],
    ['unavailable', 'StorageError: it cannot be read'],
  ] as const)('whose file is %s is reported as %s', async (reason, told) => {
    const storage = memoryStorage()
    const read = () => {
      throw new StorageError(reason, 'it cannot be read')
    }
    const snapshots = new Snapshots(
      new StorageGate({ ...storage, snapshots: { ...storage.snapshots, list: () => ['a'], read } }, () => undefined),
    )
    expect(await reasonOf(snapshots.info('a'))).toBe(told)
  })
})
