import { describe, expect, test } from 'vitest'
import { NO_PROGRESS, Progress } from '../../src/store/progress.ts'

describe('progress that is kept', () => {
  test('consists of the stored values and those set since', () => {
    const progress = new Progress(true, { a: 1, b: 2 })
    progress.set('b', 3)
    progress.set('c', null)
    progress.set('a', undefined)
    expect([progress.get('a'), progress.get('b'), progress.get('c'), progress.get('d')]).toEqual([undefined, 3, null, undefined])
    expect(progress.all()).toEqual({ b: 3, c: null })
  })

  test('returns its changes once; a removed key as null', () => {
    const progress = new Progress(true, { a: 1 })
    expect([progress.isChanged, progress.takeChanges()]).toEqual([false, undefined])
    progress.set('a', undefined)
    progress.set('b', 2)
    progress.set('b', 3)
    expect(progress.isChanged).toBe(true)
    expect(progress.takeChanges()).toEqual({ a: null, b: 3 })
    expect([progress.isChanged, progress.takeChanges()]).toEqual([false, undefined])
  })

  test('has no change where nothing was there to be removed', () => {
    const progress = new Progress(true)
    progress.set('a', undefined)
    expect([progress.isChanged, progress.takeChanges(), progress.all()]).toEqual([false, undefined, undefined])
  })

  test('has its entries below a prefix, in order, and loses them together', () => {
    const progress = new Progress(true, { 'act 2': 'b', 'act 1': 'a', acts: 'none', 'an act 3': 'no' })
    progress.set('act 3', 'c')
    expect(progress.entriesWithPrefix('act ')).toEqual([
      ['2', 'b'],
      ['1', 'a'],
      ['3', 'c'],
    ])
    progress.clear('act ')
    expect(progress.entriesWithPrefix('act ')).toEqual([])
    expect(progress.all()).toEqual({ acts: 'none', 'an act 3': 'no' })
    expect(progress.takeChanges()).toEqual({ 'act 3': null, 'act 2': null, 'act 1': null })
  })

  test('reads late values before it returns its changes', () => {
    const progress = new Progress(true)
    progress.beforeTaken = () => progress.set('now', 5)
    expect(progress.takeChanges()).toEqual({ now: 5 })
  })
})

test('without a storage that keeps it, progress is always empty', () => {
  const progress = new Progress(false, { a: 1 })
  progress.beforeTaken = () => {
    throw new Error('nobody stores it')
  }
  progress.set('b', 2)
  progress.clear('a')
  expect([progress.keeps, progress.get('a'), progress.get('b'), progress.all()]).toEqual([false, undefined, undefined, undefined])
  expect([progress.takeChanges(), progress.isChanged, progress.entriesWithPrefix('')]).toEqual([undefined, false, []])
  expect([NO_PROGRESS.keeps, new Progress(true).keeps]).toEqual([false, true])
})
