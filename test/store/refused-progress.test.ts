import { describe, expect, test } from 'vitest'
import { worldBase } from '../../src/store/db.ts'
import { Progress, type ProgressValues } from '../../src/store/progress.ts'
import { emptyRows, type WorldState } from '../../src/store/state.ts'
import type { Change } from '../../src/store/storage.ts'
import { StorageGate } from '../../src/store/storage-gate.ts'
import { Store } from '../../src/store/store.ts'
import { memoryStorage } from './memory-storage.ts'

describe('progress that a storage refuses', () => {
  /** A store whose storage can refuse, and what that storage holds. */
  function stored() {
    const held: { progress: Record<string, unknown>; isFull: boolean } = { progress: {}, isFull: false }
    const take = (progress: ProgressValues = {}): void => {
      if (held.isFull) throw new Error('disk full')
      for (const [key, value] of Object.entries(progress)) held.progress[key] = value
    }
    const storage = {
      ...memoryStorage(),
      append: ({ progress }: Change) => take(progress),
      replace: ({ progress }: WorldState) => take(progress),
    }
    const progress = new Progress(true)
    const gate = new StorageGate(storage, () => undefined)
    return { held, store: new Store({ seed: 1, base: worldBase(emptyRows()), counters: {}, gate, stored: true, progress }) }
  }

  test.each<readonly [what: string, attempt: (store: Store) => void]>([
    ['a snapshot', (store) => store.restore(store.snapshot())],
    ['a change', (store) => store.change((db) => db.notes.put({ id: 1, bookingId: 1, propertyId: 1, text: 'late', at: 0 }))],
    ['progress', (store) => store.storeProgress()],
  ])('with %s is stored with the next change', (_, attempt) => {
    const { held, store } = stored()
    store.progress.set('fault 1', 'armed')
    held.isFull = true
    expect(() => attempt(store)).toThrow('disk full')
    held.isFull = false
    store.progress.set('fault 2', 'armed')
    store.storeProgress()
    expect(held.progress).toEqual({ 'fault 1': 'armed', 'fault 2': 'armed' })
  })
})
