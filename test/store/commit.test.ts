import { expect, test } from 'vitest'
import { Commit, type RowWrite } from '../../src/store/commit.ts'

const write = (collection: RowWrite['collection'], id: number, before: unknown, after: unknown): RowWrite => ({
  ...{ collection, id, before, after },
})

test('a change that wrote a row several times has it once, with its first and last state', () => {
  const commit = new Commit([
    write('notes', 2, undefined, 'a'),
    write('guests', 2, 'x', 'y'),
    write('notes', 1, 'b', 'c'),
    write('notes', 2, 'a', 'd'),
    write('notes', 1, 'c', undefined),
  ])
  expect(commit.size).toBe(5)
  expect(commit.changed).toEqual({ notes: [2, 1], guests: [2] })
  expect(commit.changed).toBe(commit.changed)
  expect(commit.collections).toEqual(['notes', 'guests'])
  expect(commit.rowsOf('notes')).toEqual([
    { id: 2, before: undefined, after: 'd' },
    { id: 1, before: 'b', after: undefined },
  ])
  expect(commit.rowsOf('guests')).toEqual([{ id: 2, before: 'x', after: 'y' }])
  expect(commit.rowsOf('bookings')).toEqual([])
})

test('a change that wrote nothing is empty', () => {
  const commit = new Commit([])
  expect([commit.size, commit.changed, commit.collections]).toEqual([0, {}, []])
})
