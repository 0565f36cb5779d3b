import { expect, test } from 'vitest'
import { likeness, meant, mostLike } from '../../src/base/likeness.ts'

test.each([
  ['port', 'port', 1],
  ['PORT', 'port', 1],
  ['prot', 'port', 0.75],
  ['propertis', 'properties', 0.9],
  ['', 'abcd', 0],
  ['abcd', 'wxyz', 0],
])('%s and %s are alike to %f', (a, b, expected) => {
  expect(likeness(a, b)).toBeCloseTo(expected)
})

test('a typing error names the word that was meant, anything else does not', () => {
  expect(mostLike('prot', ['product', 'profile', 'port'])).toBe('port')
  expect(meant('chekin', ['checkin', 'checkout'])).toBe('checkin')
  expect(meant('banana', ['checkin', 'checkout'])).toBeUndefined()
  expect(meant('x', [])).toBeUndefined()
})
