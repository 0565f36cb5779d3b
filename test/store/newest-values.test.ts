import { expect, test } from 'vitest'
import { NewestValues } from '../../src/store/newest-values.ts'
import { Progress } from '../../src/store/progress.ts'

const restarted = (progress: Progress) => new Progress(true, JSON.parse(JSON.stringify(progress.all() ?? {})))

test('values are numbered from 1, and listed after a number', () => {
  const values = new NewestValues<string>(new Progress(false), 'act', 10)
  for (const value of ['a', 'b', 'c']) expect(values.add(value)).toBeUndefined()
  expect([values.last, values.size, values.after(0), values.after(2)]).toEqual([3, 3, ['a', 'b', 'c'], ['c']])
})

test('only the newest are kept and stored, under a key each', () => {
  const progress = new Progress(true, { 'act log': 'another thing' })
  const values = new NewestValues<string>(progress, 'arrival', 2)
  expect(['a', 'b', 'c', 'd'].map((value) => values.add(value))).toEqual([undefined, undefined, 'a', 'b'])
  expect([values.size, values.after(0)]).toEqual([2, ['c', 'd']])
  expect(progress.all()).toEqual({ 'act log': 'another thing', 'arrival 3': 'c', 'arrival 4': 'd' })
})

test('another process continues with them, and gives no number twice', () => {
  const progress = new Progress(true)
  const values = new NewestValues<string>(progress, 'sale', 3)
  for (const value of ['a', 'b', 'c', 'd']) values.add(value)
  expect(values.keep((value) => value < 'c')).toEqual(['c', 'd'])
  const later = restarted(progress)
  const again = new NewestValues<string>(later, 'sale', 3)
  expect([again.last, again.after(0)]).toEqual([4, ['b']])
  again.add('e')
  expect(new NewestValues<string>(restarted(later), 'sale', 3).last).toBe(5)
})
