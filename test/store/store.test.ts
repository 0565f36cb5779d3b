import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookingNote } from '../../src/domain/booking/notes.ts'
import type { Commit } from '../../src/store/commit.ts'
import { worldBase } from '../../src/store/db.ts'
import { Progress } from '../../src/store/progress.ts'
import { emptyRows, type WorldState } from '../../src/store/state.ts'
import type { Change } from '../../src/store/storage.ts'
import { StorageGate } from '../../src/store/storage-gate.ts'
import { Store } from '../../src/store/store.ts'
import { memoryStorage } from './memory-storage.ts'

const note = (id: number, bookingId = 1, text = `note ${id}`): BookingNote => ({ id, bookingId, propertyId: 1, text, at: 0 })

function storeOf(notes: readonly BookingNote[], log?: { changes: Change[]; fail: boolean }): Store {
  const base = worldBase({ ...emptyRows(), notes })
  const counters = { notes: notes.length }
  if (!log) return new Store({ seed: 1, base, counters })
  const append = (change: Change): void => {
    if (log.fail) throw new Error('disk full')
    log.changes.push(structuredClone(change))
  }
  return new Store({
    seed: 1,
    base,
    counters,
    gate: new StorageGate({ ...memoryStorage(), append }, () => undefined),
    stored: true,
  })
}

describe('a change', () => {
  test('is visible immediately, by id and by index', () => {
    const store = storeOf([note(1), note(2, 2)])
    store.change((db) => {
      db.notes.put(note(3, 2))
      db.notes.put(note(1, 2, 'moved'))
      db.notes.remove(2)
    })
    expect(store.db.notes.get(2)).toBeUndefined()
    expect(store.db.notes.by('booking', 1)).toEqual([])
    expect(store.db.notes.by('booking', 2).map(({ id }) => id)).toEqual([1, 3])
    expect(store.db.notes.size).toBe(2)
  })

  test('that throws is rolled back, ids included', () => {
    const store = storeOf([note(1), note(2)])
    const before = store.export()
    const attempt = () =>
      store.change((db) => {
        db.notes.put(note(db.nextId('notes'), 9))
        db.notes.put(note(1, 9, 'changed'))
        db.notes.remove(2)
        throw new Error('no')
      })
    expect(attempt).toThrow('no')
    expect(store.export()).toEqual(before)
    expect(store.db.notes.by('booking', 9)).toEqual([])
  })

  test('that cannot be stored is rolled back', () => {
    const log = { changes: [], fail: true }
    const store = storeOf([note(1)], log)
    expect(() => store.change((db) => db.notes.remove(1))).toThrow('disk full')
    expect(store.db.notes.get(1)).toEqual(note(1))
  })

  test('is stored once, with the final rows', () => {
    const log = { changes: [] as Change[], fail: false }
    const store = storeOf([note(1)], log)
    store.change((db) => {
      db.notes.put(note(5))
      db.notes.put(note(5, 1, 'last word'))
      db.notes.remove(1)
    })
    expect(log.changes).toEqual([{ put: { notes: [note(5, 1, 'last word')] }, removed: { notes: [1] } }])
  })

  test('that changes nothing stores nothing', () => {
    const log = { changes: [] as Change[], fail: false }
    storeOf([note(1)], log).change((db) => db.notes.get(1))
    expect(log.changes).toEqual([])
  })

  test('cannot be nested, and rows cannot change outside of it', () => {
    const store = storeOf([])
    expect(() => store.change(() => store.change(() => undefined))).toThrow('cannot start inside another')
    const outside = store.change((db) => db)
    expect(() => outside.notes.put(note(1))).toThrow('only inside store.change()')
  })
})

describe('a listener of commits', () => {
  test('gets each row once, before and after, also when read later', () => {
    const store = storeOf([note(1)])
    const commits: Commit[] = []
    store.onCommit = (commit) => void commits.push(commit)
    store.change((db) => {
      db.notes.put(note(5))
      db.notes.put(note(5, 1, 'last word'))
      db.notes.remove(1)
    })
    store.change((db) => db.notes.put(note(5, 1, 'later')))
    expect(commits.map(({ changed }) => changed)).toEqual([{ notes: [5, 1] }, { notes: [5] }])
    expect(commits[0]?.rowsOf('notes')).toEqual([
      { id: 5, before: undefined, after: note(5, 1, 'last word') },
      { id: 1, before: note(1), after: undefined },
    ])
    expect(commits[1]?.rowsOf('notes')).toEqual([{ id: 5, before: note(5, 1, 'last word'), after: note(5, 1, 'later') }])
    expect(commits[0]?.rowsOf('bookings')).toEqual([])
  })

  test('is called for stored changes only: not for failed, unstored or empty changes, nor after another one was set', () => {
    const log = { changes: [] as Change[], fail: false }
    const store = storeOf([note(1)], log)
    let heard = 0
    store.onCommit = () => void heard++
    store.change((db) => db.notes.get(1))
    expect(() =>
      store.change((db) => {
        db.notes.remove(1)
        throw new Error('no')
      }),
    ).toThrow('no')
    log.fail = true
    expect(() => store.change((db) => db.notes.remove(1))).toThrow('disk full')
    log.fail = false
    expect(heard).toBe(0)
    store.change((db) => db.nextId('notes'))
    expect(heard).toBe(1)
    store.onCommit = () => undefined
    store.change((db) => db.nextId('notes'))
    expect(heard).toBe(1)
  })
})

test('stores with the same base are independent', () => {
  const base = worldBase({ ...emptyRows(), notes: [note(1)] })
  const one = new Store({ seed: 1, base, counters: {} })
  const other = new Store({ seed: 1, base, counters: {} })
  one.change((db) => db.notes.put(note(1, 7, 'mine')))
  expect(other.db.notes.get(1)).toEqual(note(1))
  expect(other.db.notes.by('booking', 7)).toEqual([])
  expect(one.db.notes.by('booking', 1)).toEqual([])
})

type Step = { readonly put?: readonly [id: number, booking: number]; readonly remove?: number; readonly fails?: boolean }

test('a store behaves like a map with indexes for any steps', () => {
  const step = fc.oneof(
    fc.record({ put: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 3 })), fails: fc.boolean() }),
    fc.record({ remove: fc.integer({ min: 1, max: 8 }), fails: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(step), (steps: readonly Step[]) => {
      const store = storeOf([note(1), note(2, 2), note(3, 3)])
      const model = new Map([1, 2, 3].map((id) => [id, note(id, id)]))
      model.set(1, note(1))
      for (const { put, remove, fails } of steps) {
        const run = () =>
          store.change((db) => {
            if (put) db.notes.put(note(...put))
            if (remove) db.notes.remove(remove)
            if (fails) throw new Error('undo')
          })
        if (fails) expect(run).toThrow('undo')
        else {
          run()
          if (put) model.set(put[0], note(...put))
          if (remove) model.delete(remove)
        }
      }
      const sorted = (rows: Iterable<BookingNote>) => [...rows].sort((a, b) => a.id - b.id)
      expect(sorted(store.db.notes.all())).toEqual(sorted(model.values()))
      expect(store.db.notes.size).toBe(model.size)
      for (const booking of [1, 2, 3])
        expect(sorted(store.db.notes.by('booking', booking))).toEqual(
          sorted([...model.values()].filter((row) => row.bookingId === booking)),
        )
    }),
  )
})

describe('a snapshot', () => {
  test('is restored with all indexes and the order of rows, and is not affected by later changes', () => {
    const store = storeOf([note(1), note(2, 2), note(3)])
    store.change((db) => {
      db.notes.remove(1)
      db.notes.put(note(db.nextId('notes'), 2))
      db.notes.put(note(3, 2, 'moved'))
    })
    const snapshot = store.snapshot()
    const seen = () => [store.export(), store.db.notes.by('booking', 1), store.db.notes.by('booking', 2), store.db.notes.size]
    const before = seen()
    store.change((db) => {
      db.notes.remove(2)
      db.notes.put(note(3, 1))
      db.notes.put(note(db.nextId('notes'), 1))
    })
    expect(seen()).not.toEqual(before)
    store.restore(snapshot)
    expect(seen()).toEqual(before)
    expect(store.change((db) => db.nextId('notes'))).toBe(5)
    store.restore(snapshot)
    expect(seen()).toEqual(before)
  })

  test('does not change itself', () => {
    const { notes } = storeOf([note(1)]).snapshot().collections
    expect(() => notes.remove(1)).toThrow('a snapshot does not change')
    expect(notes.all()).toEqual([note(1)])
  })

  test('that cannot be stored is not restored', () => {
    const replace = (): void => {
      throw new Error('disk full')
    }
    const gate = new StorageGate({ ...memoryStorage(), replace }, () => undefined)
    const base = worldBase({ ...emptyRows(), notes: [note(1)] })
    const store = new Store({ seed: 1, base, counters: { notes: 1 }, gate, stored: true })
    const snapshot = store.snapshot()
    store.change((db) => db.notes.put(note(db.nextId('notes'))))
    const before = store.export()
    expect(() => store.restore({ ...snapshot, seed: 2 })).toThrow('disk full')
    expect(store.export()).toEqual(before)
  })

  test('is restored with the progress of the moment', () => {
    const progress = new Progress(true)
    let now = 0
    progress.beforeTaken = () => progress.set('now', ++now)
    const replaced: unknown[] = []
    const storage = { ...memoryStorage(), replace: (state: WorldState) => void replaced.push(state.progress) }
    const gate = new StorageGate(storage, () => undefined)
    const store = new Store({ seed: 1, base: worldBase(emptyRows()), counters: {}, gate, stored: true, progress })
    store.restore(store.snapshot())
    expect([replaced, progress.isChanged]).toEqual([[{ now: 1 }], false])
  })

  test('cannot be restored inside a change', () => {
    const store = storeOf([note(1)])
    expect(() => store.change(() => store.restore(store.snapshot()))).toThrow('a state cannot be replaced inside a change')
  })
})
