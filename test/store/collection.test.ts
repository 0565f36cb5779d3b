import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Base } from '../../src/store/base.ts'
import { Collection } from '../../src/store/collection.ts'

interface Row {
  readonly id: number
  readonly group: number | undefined
  readonly text: string
}

const KEYS = { group: ({ group }: Row) => group, parity: ({ id }: Row) => id % 2 }
const rowOf = (id: number, group: number | undefined, text = `row ${id}`): Row => ({ id, group, text })
const baseOf = (rows: readonly Row[]): Base<Row> => new Base(rows, KEYS)

/** A collection as it should be: rows in order. A row that was removed comes last when it is put again, unless by the same change. */
class Model {
  rows: Row[]
  constructor(rows: readonly Row[]) {
    this.rows = [...rows]
  }

  put(row: Row): void {
    const at = this.rows.findIndex(({ id }) => id === row.id)
    if (at >= 0) this.rows[at] = row
    else this.rows.push(row)
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  by(index: keyof typeof KEYS, key: number): readonly Row[] {
    return this.rows.filter((row) => KEYS[index](row) === key)
  }
}

function expectSame(collection: Collection<Row>, model: Model, ordered = true): void {
  const sorted = (rows: readonly Row[]) => (ordered ? rows : rows.toSorted((a, b) => a.id - b.id))
  expect(sorted(collection.all())).toEqual(sorted(model.rows))
  expect(collection.size).toBe(model.rows.length)
  for (const index of ['group', 'parity'] as const)
    for (const key of [0, 1, 2])
      expect(sorted(collection.by(index, key)), `${index} ${key}`).toEqual(sorted(model.by(index, key)))
  for (let id = 0; id < 14; id++) {
    const row = model.rows.find((one) => one.id === id)
    expect(collection.get(id)).toEqual(row)
    expect(collection.has(id)).toBe(row !== undefined)
  }
}

const ID = fc.nat(11)
const GROUP = fc.option(fc.nat(2), { nil: undefined })
const STEP = fc.oneof(
  fc.record({ do: fc.constant('put' as const), id: ID, group: GROUP }),
  fc.record({ do: fc.constant('remove' as const), id: ID }),
  fc.record({ do: fc.constant('copy' as const) }),
)
const ROWS = fc.uniqueArray(fc.record({ id: ID, group: GROUP }), { selector: ({ id }) => id, maxLength: 8 })

describe('a collection', () => {
  test('equals its base with all changes applied, and a copy has the same rows', () => {
    fc.assert(
      fc.property(ROWS, fc.array(STEP, { maxLength: 40 }), (first, steps) => {
        const base = baseOf(first.map(({ id, group }) => rowOf(id, group)))
        let collection = new Collection('notes', base, () => undefined)
        const model = new Model([...base.rows.values()])
        for (const [index, step] of steps.entries()) {
          if (step.do === 'put') {
            const row = rowOf(step.id, step.group, `step ${index}`)
            expect(collection.put(row)).toBe(row)
            model.put(row)
          } else if (step.do === 'remove') {
            collection.remove(step.id)
            model.remove(step.id)
          } else {
            const copy = collection.copy(() => undefined)
            // what the one does from now on is nothing to the other
            const [kept, left] = index % 2 === 0 ? [copy, collection] : [collection, copy]
            for (let id = 0; id < 12; id++) left.remove(id)
            left.endChange()
            expect(left.all()).toEqual([])
            collection = kept
          }
          collection.endChange()
          expectSame(collection, model)
        }
      }),
    )
  })

  test('has all rows in all buckets also within a change', () => {
    fc.assert(
      fc.property(ROWS, fc.array(STEP, { maxLength: 40 }), (first, steps) => {
        const base = baseOf(first.map(({ id, group }) => rowOf(id, group)))
        const collection = new Collection('notes', base, () => undefined)
        const model = new Model([...base.rows.values()])
        for (const step of steps)
          if (step.do === 'put') {
            collection.put(rowOf(step.id, step.group))
            model.put(rowOf(step.id, step.group))
          } else if (step.do === 'remove') {
            collection.remove(step.id)
            model.remove(step.id)
          }
        expectSame(collection, model, false)
      }),
    )
  })

  test('keeps the place of a row that one change removes and puts again, and no other', () => {
    const collection = new Collection('notes', baseOf([1, 2, 3].map((id) => rowOf(id, 0))), () => undefined)
    const ids = () => [collection.all(), collection.by('group', 0)].map((rows) => rows.map(({ id }) => id))
    collection.put(rowOf(4, 0))
    collection.put(rowOf(5, 0))
    collection.endChange()
    for (const id of [2, 4]) {
      collection.remove(id)
      collection.put(rowOf(id, 0))
    }
    collection.endChange()
    expect(ids()).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ])
    for (const id of [2, 4]) {
      collection.remove(id)
      collection.endChange()
      collection.put(rowOf(id, 0))
      collection.endChange()
    }
    expect(ids()).toEqual([
      [1, 3, 5, 2, 4],
      [1, 3, 5, 2, 4],
    ])
  })

  test('calls its listener for each row before it is written', () => {
    const told: unknown[] = []
    const collection: Collection<Row> = new Collection('notes', baseOf([rowOf(1, 0)]), (name, id, before, after) =>
      told.push([name, id, before, after, collection.get(1)]),
    )
    const changed = rowOf(1, 1, 'changed')
    collection.put(changed)
    collection.remove(1)
    collection.remove(1)
    collection.remove(7)
    expect(told).toEqual([
      ['notes', 1, rowOf(1, 0), changed, rowOf(1, 0)],
      ['notes', 1, changed, undefined, changed],
    ])
  })

  test('counts the rows that differ from the base', () => {
    const collection = new Collection('notes', baseOf([rowOf(1, 0), rowOf(2, 0)]), () => undefined)
    expect(collection.changed).toBe(0)
    collection.put(rowOf(1, 1))
    collection.put(rowOf(3, 1))
    collection.remove(2)
    collection.endChange()
    expect(collection.changed).toBe(3)
    collection.remove(3)
    collection.endChange()
    expect(collection.changed).toBe(2)
  })

  test('keeps long lists of a bucket until one of their rows changes', () => {
    const rows = Array.from({ length: 32 }, (_, id) => rowOf(id, id < 16 ? 0 : 1))
    const collection = new Collection('notes', baseOf(rows), () => undefined)
    const [zero, one] = [collection.by('group', 0), collection.by('group', 1)]
    expect([collection.by('group', 0) === zero, collection.by('group', 1) === one]).toEqual([true, true])
    collection.put(rowOf(3, 0, 'changed'))
    expect(collection.by('group', 0)[3]?.text).toBe('changed')
    expect(collection.by('group', 1)).toBe(one)
    collection.put(rowOf(3, 1))
    expect([collection.by('group', 0).length, collection.by('group', 1).length]).toEqual([15, 17])
  })

  test('keeps nothing of a bucket that is as in the base again', () => {
    const collection = new Collection('notes', baseOf([rowOf(1, 0)]), () => undefined)
    const copy = () => collection.copy(() => undefined)
    for (let group = 10; group < 60; group++) {
      collection.put(rowOf(group, group))
      collection.endChange()
      collection.remove(group)
      collection.endChange()
    }
    // a copy has sets of its own for each bucket that has changes
    expect(setsMadeBy(copy)).toBe(0)
    expect(collection.by('group', 0)).toEqual([rowOf(1, 0)])
    collection.put(rowOf(60, 60))
    expect(setsMadeBy(copy)).toBeGreaterThan(0)
  })

  test('has no bucket of an index that is not there', () => {
    const collection = new Collection('notes', baseOf([rowOf(1, 0)]), () => undefined)
    expect(() => collection.by('colour', 1)).toThrow('no index colour')
  })
})

function setsMadeBy(run: () => unknown): number {
  let made = 0
  class Counted<T> extends Set<T> {
    constructor(items?: Iterable<T>) {
      super(items)
      made++
    }
  }
  vi.stubGlobal('Set', Counted)
  try {
    run()
  } finally {
    vi.unstubAllGlobals()
  }
  return made
}
