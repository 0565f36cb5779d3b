import { expect, test } from 'vitest'
import { andThen, isPromise } from '../../src/base/maybe-promise.ts'

test('a map with the key `then`, as traffic of a scenario has it, is no promise', () => {
  const traffic = Object.fromEntries([['then', [{ do: 'guest_cancels' }]]])
  expect(isPromise(traffic)).toBe(false)
  expect(andThen(traffic, (value) => value)).toBe(traffic)
})

test('a promise of another class is one', async () => {
  class Other<T> extends Promise<T> {}
  expect(isPromise(Other.resolve(1))).toBe(true)
  expect(await andThen(Other.resolve(1), (value) => value + 1)).toBe(2)
})
