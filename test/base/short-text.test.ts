import { expect, it } from 'vitest'
import { firstOf, listStart } from '../../src/base/short-text.ts'

it('cuts a list, and says how many more there are', () => {
  expect(listStart(['a', 'b', 'c'], 1)).toEqual(['a', 'and 2 more'])
  expect(firstOf([1, 2, 3], 2)).toBe('1, 2 and 1 more')
})

it('leaves a short list as it is', () => {
  expect(listStart(['a', 'b'], 2)).toEqual(['a', 'b'])
  expect(firstOf(['a', 'b'], 2)).toBe('a, b')
  expect(firstOf([], 2)).toBe('')
})
