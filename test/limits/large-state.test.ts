/**
 * A large state on disk: its change log is compacted while others are answered, and the file is of one moment.
 *
 * @module
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stateOfSnapshot, worldBase } from '../../src/store/db.ts'
import { FileStorage } from '../../src/store/files/file-storage.ts'
import { SandboxFiles } from '../../src/store/files/sandbox-files.ts'
import { emptyRows } from '../../src/store/state.ts'
import { StorageGate } from '../../src/store/storage-gate.ts'
import { Store } from '../../src/store/store.ts'
import { aBooking } from '../support/small-world.ts'
import { longestTurn } from './longest-turn.ts'

const ROWS = 40_000
/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100
const LOCK = { byKernel: true, isHeld: () => true, release: () => undefined }

const booking = (id: number, total: number) => aBooking({ id, rooms: [], total })

function opened(folder: string) {
  const storage = new FileStorage(folder, { lock: LOCK, isWorth: (log) => log > 0 })
  const { storage: files, state } = storage.open('w1')
  if (!(files instanceof SandboxFiles)) throw new Error('this storage has no files')
  return { files, state }
}

function changed() {
  const folder = mkdtempSync(join(tmpdir(), 'understay-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { files } = opened(folder)
  const base = worldBase({ ...emptyRows(), bookings: Array.from({ length: ROWS }, (_, index) => booking(index + 1, 0)) })
  const store = new Store({ seed: 1, base, counters: {}, gate: new StorageGate(files, () => undefined) })
  const put = (id: number, total: number): void => store.change((db) => void db.bookings.put(booking(id, total)))
  put(1, 1)
  put(2, 1)
  return { folder, files, store, put }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('is compacted in slices', async () => {
  const { files, store, put } = changed()
  let total = 1
  const { longest } = await longestTurn(
    async () => {
      put(1, ++total)
      store.compact('worth')
      expect(files.compacting).toBeDefined()
      await files.compacting
    },
    { enough: MOST_HELD },
  )
  expect(longest).toBeLessThan(MOST_HELD)
})

test('is written to a snapshot in slices', async () => {
  const { files, store } = changed()
  let taken = 0
  const { longest } = await longestTurn(
    async () => {
      await files.snapshots.write(`s${++taken}`, { state: stateOfSnapshot(store.snapshot()), taken })
    },
    { enough: MOST_HELD },
  )
  expect(longest).toBeLessThan(MOST_HELD)
  expect(files.snapshots.read('s1').state.collections.bookings).toHaveLength(ROWS)
})

test('is that of one moment, and changes during the slices are in the next log', async () => {
  const { folder, files, store, put } = changed()
  const before = readdirSync(join(folder, 'w1')).sort()
  store.compact('worth')
  let during = 1
  for (let isRunning = true; isRunning; during++) {
    // rows at both ends of the file, always together
    store.change((db) => {
      db.bookings.put(booking(1, during))
      db.bookings.put(booking(ROWS, during))
    })
    await nextTurn()
    isRunning = files.compacting !== undefined
  }
  expect(during).toBeGreaterThan(5)
  expect([before, readdirSync(join(folder, 'w1')).sort()]).toEqual([
    ['changes-1.ndjson', 'state.json'],
    ['changes-2.ndjson', 'state.json'],
  ])
  const lines = readFileSync(join(folder, 'w1', 'state.json'), 'utf8').split('\n')
  const rowOf = (id: number) => lines.find((line) => line.includes(`{"id":${id},`)) ?? ''
  const totalOf = (row: string): string | undefined => /"total":(\d+)/.exec(row)?.[1]
  expect(totalOf(rowOf(1)) === totalOf(rowOf(ROWS)) || totalOf(rowOf(ROWS)) === '0').toBe(true)
  expect(Number(totalOf(rowOf(1)))).toBeLessThan(during - 1)
  put(2, 7)
  // opened again without being closed, as after kill -9
  const { state } = opened(folder)
  const found = [1, 2, ROWS].map((id) => state?.collections.bookings.find((row) => row.id === id)?.total)
  expect(found).toEqual([during - 1, 7, during - 1])
})

test('ended before it is written, leaves the state and the log in use as they are', async () => {
  const { folder, files, store, put } = changed()
  const stateOf = (): string => readFileSync(join(folder, 'w1', 'state.json'), 'utf8')
  const before = stateOf()
  store.compact('worth')
  for (let turn = 0; turn < 4; turn++) await nextTurn()
  expect(readdirSync(join(folder, 'w1')).some((name) => name.startsWith('.'))).toBe(true)
  put(3, 9)
  files.close()
  await files.compacting
  expect(readdirSync(join(folder, 'w1')).sort()).toEqual(['changes-1.ndjson', 'state.json'])
  expect(stateOf() === before).toBe(true)
  expect(opened(folder).state?.collections.bookings[2]?.total).toBe(9)
})

test('above 16 MB is not compacted when the server stops, because its log is complete', () => {
  const { folder, files, store } = changed()
  const replaced = vi.spyOn(SandboxFiles.prototype, 'replace')
  onTestFinished(() => replaced.mockRestore())
  store.compact('now')
  expect(replaced).not.toHaveBeenCalled()
  files.close()
  expect(opened(folder).state?.collections.bookings[1]?.total).toBe(1)
})
