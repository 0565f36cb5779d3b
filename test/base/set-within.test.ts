import { expect, test } from 'vitest'
import { setWithin } from '../../src/base/set-within.ts'

test('a map keeps values up to a limit, and forgets those that were set first', () => {
  const owners = new Map<string, string>()
  for (const name of ['a', 'b', 'c']) setWithin(owners, 3, name, 'one')
  setWithin(owners, 3, 'a', 'other')
  setWithin(owners, 3, 'd', 'one')
  expect(['a', 'b', 'c', 'd'].map((name) => owners.get(name))).toEqual(['other', undefined, 'one', 'one'])
  for (let made = 0; made < 1000; made++) setWithin(owners, 3, `name-${made}`, 'one')
  expect(owners.size).toBe(3)
})
