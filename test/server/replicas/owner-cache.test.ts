import { expect, test } from 'vitest'
import { OwnerCache } from '../../../src/server/replicas/owner-cache.ts'

const ONE = 'http://10.0.0.1:4010'
const OTHER = 'http://10.0.0.2:4010'

test('keeps owners up to a limit, and forgets the oldest first', () => {
  const owners = new OwnerCache(3)
  for (const name of ['a', 'b', 'c']) owners.set(name, ONE)
  owners.set('a', OTHER)
  owners.set('d', ONE)
  expect(['a', 'b', 'c', 'd'].map((name) => owners.get(name))).toEqual([OTHER, undefined, ONE, ONE])
  for (let made = 0; made < 1000; made++) owners.set(`name-${made}`, ONE)
  expect(owners.size).toBe(3)
})

test('forgets the owners that are gone, and a wrong one only where it is still known', () => {
  const owners = new OwnerCache()
  owners.set('a', ONE)
  owners.set('b', OTHER)
  owners.delete('b', ONE)
  expect(owners.get('b')).toBe(OTHER)
  owners.keepOnly(new Set([OTHER]))
  expect([owners.get('a'), owners.get('b'), owners.size]).toEqual([undefined, OTHER, 1])
  owners.delete('b')
  expect(owners.size).toBe(0)
})
