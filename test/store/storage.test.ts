import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BookingNote } from '../../src/domain/booking/notes.ts'
import { worldBase } from '../../src/store/db.ts'
import { emptyRows, type RowLists, type WorldState } from '../../src/store/state.ts'
import type { SandboxStorage, Storage, StoredSandbox } from '../../src/store/storage.ts'
import { StorageGate } from '../../src/store/storage-gate.ts'
import { Store } from '../../src/store/store.ts'
import { NO_POSTGRES } from '../support/postgres.ts'
import { changeOfNote, steps } from './histories.ts'
import { STORAGES, stopServer, type TestStorage } from './storages.ts'

const note = (id: number, text = `note ${id}`): BookingNote => ({ id, bookingId: 1, propertyId: 1, text, at: 0 })
const rows = (notes: readonly BookingNote[]): RowLists => ({ ...emptyRows(), notes })
const state = (notes: readonly BookingNote[]): WorldState => ({
  seed: 7,
  clock: { at: 1000, real: 2000, speed: 0 },
  counters: { notes: notes.length },
  collections: rows(notes),
})

afterAll(stopServer)

describe.each(Object.keys(STORAGES) as (keyof typeof STORAGES)[])('a storage: %s', (kind) => {
  const available = kind !== 'PostgreSQL' || NO_POSTGRES === undefined
  if (!available) test.skip(`${NO_POSTGRES}`, () => undefined)
  describe.runIf(available)('keeps', () => {
    let place: TestStorage
    let storage: Storage
    beforeEach(async () => {
      place = await STORAGES[kind]()
      storage = await place.open()
    })
    afterEach(async () => {
      await storage.close()
      await place.remove()
    })

    const open = async (name = 'default'): Promise<StoredSandbox> => await storage.open(name)
    const list = async (): Promise<readonly string[]> => [...(await storage.list())].sort()
    const close = async (sandbox: SandboxStorage): Promise<void> => await sandbox.close()
    /** What another process finds. */
    const found = async (name = 'default'): Promise<WorldState | undefined> => {
      await storage.close()
      storage = await place.open()
      const { state: stored, storage: sandbox } = await open(name)
      await close(sandbox)
      return stored
    }

    test('nothing of a sandbox without stored data', async () => {
      const { state: stored, storage: sandbox } = await open()
      expect(stored).toBeUndefined()
      await close(sandbox)
      expect(await list()).toEqual([])
    })

    test('a state and its changes until the next opening', async () => {
      const { storage: sandbox } = await open()
      await sandbox.replace(state([note(1), note(2), note(3)]))
      const changes = [
        sandbox.append({ put: { notes: [note(4)] }, counters: { notes: 4 } }, () => state([])),
        sandbox.append({ removed: { notes: [2] }, ...changeOfNote(note(1, 'other'), sandbox) }, () => state([])),
        sandbox.append({ clock: { at: 5, real: 6, speed: 1 } }, () => state([])),
      ]
      await Promise.all(changes)
      await close(sandbox)
      expect(await list()).toEqual(['default'])
      expect(await found()).toEqual({
        seed: 7,
        clock: { at: 5, real: 6, speed: 1 },
        counters: { notes: 4 },
        collections: rows([note(1, 'other'), note(3), note(4)]),
      })
    })

    test('the data besides the rows, and its removals', async () => {
      const { storage: sandbox } = await open()
      await sandbox.replace({ ...state([]), progress: { a: 1, b: { deep: [2] } } })
      await sandbox.append({ progress: { a: null, c: 'three' } }, () => state([]))
      await sandbox.append({ progress: { b: false } }, () => state([]))
      await close(sandbox)
      expect((await found())?.progress).toEqual({ b: false, c: 'three' })
    })

    test('texts of any kind unchanged', async () => {
      const texts = ['', '\u0000', '\ud800 alone', 'ü ≠ 𝄞 ​', '\\u0000 "\n\t']
      const { storage: sandbox } = await open()
      await sandbox.replace(state(texts.map((text, index) => note(index + 1, text))))
      await close(sandbox)
      expect((await found())?.collections.notes.map(({ text }) => text)).toEqual(texts)
    })

    test('changes with texts of any kind, many at once', async () => {
      const texts = ['', '\u0000', '\ud800 alone', 'ü ≠ 𝄞 \u2028', '\\u0000 "\n\r\t', "{},'$1'\\", '\\N', 'NULL']
      const { storage: sandbox } = await open()
      await sandbox.replace(state([]))
      await Promise.all(texts.map((text, index) => sandbox.append({ put: { notes: [note(index + 1, text)] } }, () => state([]))))
      await close(sandbox)
      expect((await found())?.collections.notes.map(({ text }) => text)).toEqual(texts)
    })

    test('the order of rows, for any initial rows', async () => {
      storage.begins?.(rows([note(1), note(2), note(3)]))
      for (const ids of [
        [1, 2, 3],
        [3, 2, 1],
        [2, 9, 8],
        [9, 1, 2, 3],
        [1, 3, 4, 2],
      ]) {
        const { storage: sandbox } = await open('order')
        await sandbox.replace(state(ids.map((one) => note(one))))
        await close(sandbox)
        const { state: stored, storage: again } = await open('order')
        expect(stored?.collections.notes.map((row) => row.id)).toEqual(ids)
        await close(again)
      }
    })

    test('a replaced state without the changes of the previous one', async () => {
      const { storage: sandbox } = await open()
      await sandbox.replace(state([note(1)]))
      await sandbox.append({ put: { notes: [note(2)] } }, () => state([]))
      await sandbox.replace(state([note(5)]))
      await sandbox.append({ put: { notes: [note(6)] } }, () => state([]))
      await close(sandbox)
      expect((await found())?.collections.notes.map((row) => row.id)).toEqual([5, 6])
    })

    test('snapshots through a reset, and nothing after a removal', async () => {
      const { storage: sandbox } = await open()
      await sandbox.replace(state([note(1)]))
      await sandbox.snapshots.write('before', { state: state([note(1), note(2)]), taken: 42 })
      await sandbox.snapshots.write('other', { state: state([]), taken: 43 })
      await sandbox.snapshots.remove('other')
      await storage.clear('default')
      await close(sandbox)
      expect(await list()).toEqual(['default'])
      expect(await found()).toBeUndefined()
      const { storage: again } = await open()
      expect(await again.snapshots.list()).toEqual(['before'])
      expect(await again.snapshots.read('before')).toEqual({ state: state([note(1), note(2)]), taken: 42 })
      await storage.remove('default')
      expect(await list()).toEqual([])
      const { state: stored, storage: anew } = await open()
      expect([stored, await anew.snapshots.list()]).toEqual([undefined, []])
      await close(anew)
    })

    test('changes after a reset, for open and closed sandboxes', async () => {
      const { storage: sandbox } = await open()
      await sandbox.replace(state([note(1)]))
      await sandbox.append({ put: { notes: [note(2)] } }, () => state([]))
      await storage.clear('default')
      await sandbox.replace(state([note(3)]))
      await sandbox.append({ put: { notes: [note(4)] } }, () => state([]))
      await close(sandbox)
      expect((await found())?.collections.notes.map((row) => row.id)).toEqual([3, 4])
      await storage.close()
      storage = await place.open()
      await storage.clear('default')
      expect(await list()).toEqual([])
      expect(await found()).toBeUndefined()
    })

    test('sandboxes separately', async () => {
      const names = ['a', 'b', 'c']
      const opened = await Promise.all(names.map((name) => open(name)))
      await Promise.all(opened.map(({ storage: one }, index) => one.replace(state([note(index)]))))
      await Promise.all(
        opened.flatMap(({ storage: one }, index) =>
          [1, 2, 3].map((count) => one.append({ put: { notes: [note(count * 10 + index)] } }, () => state([]))),
        ),
      )
      for (const { storage: one } of opened) await close(one)
      expect(await list()).toEqual(names)
      for (const [index, name] of names.entries())
        expect((await found(name))?.collections.notes.map((row) => row.id)).toEqual([index, 10 + index, 20 + index, 30 + index])
    })

    test('any history of a store: the reopened state equals the previous one', async () => {
      let number = 0
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          const name = `s${++number}`
          const base = rows([note(1), note(2), note(3)])
          storage.begins?.(base)
          let opened = await open(name)
          let gate = new StorageGate(opened.storage, () => undefined)
          const start = { seed: 1, base: worldBase(base), counters: { notes: 3 } }
          let store = new Store({ ...start, gate })
          let snapshot = store.snapshot()
          /** Every list of rows: all of them, and those of each booking. */
          const lists = ({ db: { notes } }: Store) => [notes.all(), notes.by('booking', 1), notes.by('booking', 2)]
          for (const step of history) {
            if (step.do === 'put')
              store.change((db) => {
                db.nextId('notes')
                db.notes.put(note(step.id, step.text))
              })
            else if (step.do === 'remove') store.change((db) => db.notes.remove(step.id))
            else if (step.do === 'change') {
              const before = lists(store)
              const change = () =>
                store.change((db) => {
                  for (const { id: own, bookingId } of step.writes)
                    if (bookingId === undefined) db.notes.remove(own)
                    else db.notes.put({ ...note(own), bookingId })
                  if (step.fails) throw new Error('refused')
                })
              if (step.fails) {
                expect(change).toThrow('refused')
                expect(lists(store)).toEqual(before)
              } else change()
            } else if (step.do === 'stand') snapshot = store.snapshot()
            else if (step.do === 'return') {
              store.restore(snapshot)
              const listed = lists(new Store({ ...start, base: worldBase(store.export().collections) }))
              expect(lists(store)).toEqual(listed)
            } else if (step.do === 'clock') store.setClock({ at: step.at, real: 1, speed: 0 })
            else if (step.do === 'compact') store.compact('now')
            else {
              await gate.pending
              const before = store.export()
              const listed = lists(store)
              await gate.close()
              opened = await open(name)
              gate = new StorageGate(opened.storage, () => undefined)
              const { state: stored } = opened
              if (stored) expect(stored).toEqual(before)
              const { seed = 1, clock, counters = {}, collections = base } = stored ?? {}
              const from = stored && clock && { seed, clock, counters, base: worldBase(collections), stored: true }
              store = new Store({ ...(from ?? start), gate })
              expect(lists(store)).toEqual(listed)
            }
          }
          await gate.pending
          const last = store.export()
          await gate.close()
          const again = await open(name)
          if (again.state) expect(again.state).toEqual(last)
          else expect([last.collections, last.counters]).toEqual([base, start.counters])
          await close(again.storage)
        }),
        { numRuns: 60 },
      )
    })
  })
})
