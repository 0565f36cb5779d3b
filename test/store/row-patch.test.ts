import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyPatch, rowPatch } from '../../src/store/row-patch.ts'

const VALUE = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constant(undefined),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
)
const row = (fields: Readonly<Record<string, unknown>>) => ({ ...fields, id: 1 })
const ROW = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), VALUE).map(row)

/** A row without the fields that have no value: they are not stored. */
const stored = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

describe('the patch of a row', () => {
  test('changes the row before to the row after', () => {
    fc.assert(
      fc.property(ROW, ROW, (before, after) => {
        expect(applyPatch(stored(before), rowPatch(stored(before), after))).toStrictEqual(stored(after))
      }),
    )
  })

  test('does not contain unchanged fields', () => {
    const notes = [1, 2]
    expect(rowPatch(row({ notes, a: 1 }), row({ notes, a: 1 }))).toStrictEqual({ id: 1 })
  })

  test('contains only changed, appended and removed values', () => {
    const before = { id: 1, changed: 1, kept: 2, gone: 3, emptied: 4, list: [1, 2] }
    const after = { id: 1, changed: 5, kept: 2, emptied: undefined, list: [1, 2, 3], added: 6 }
    expect(rowPatch(before, after)).toStrictEqual({
      id: 1,
      set: { changed: 5, added: 6 },
      add: { list: [3] },
      unset: ['gone', 'emptied'],
    })
  })

  test.each([
    ['a longer list with another beginning', [1, 2], [2, 2, 3]],
    ['a list of the same length', [1, 2], [1, 3]],
    ['a shorter list', [1, 2], [1]],
    ['what was an empty list', [], [1]],
    ['what was no list', 1, [1]],
    ['what is no list any more', [1], 1],
  ])('contains %s completely', (_, before, after) => {
    expect(rowPatch(row({ list: before }), row({ list: after }))).toStrictEqual({ id: 1, set: { list: after } })
  })

  test('appends to a missing list', () => {
    expect(applyPatch({ id: 1 }, { id: 1, add: { list: [1] } })).toStrictEqual({ id: 1, list: [1] })
  })
})
