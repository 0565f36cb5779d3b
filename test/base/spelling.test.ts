import { expect, test } from 'vitest'
import { closest, didYouMean, similarity } from '../../src/base/spelling.ts'

test.each([
  ['port', 'port', 1],
  ['PORT', 'port', 1],
  ['prot', 'port', 0.75],
  ['propertis', 'properties', 0.9],
  ['', 'abcd', 0],
  ['abcd', 'wxyz', 0],
])('the similarity of %s and %s is %f', (a, b, expected) => {
  expect(similarity(a, b)).toBeCloseTo(expected)
})

test('a typing error gets a suggestion, an unrelated word does not', () => {
  expect(closest('prot', ['product', 'profile', 'port'])).toBe('port')
  expect(didYouMean('chekin', ['checkin', 'checkout'])).toBe('checkin')
  expect(didYouMean('banana', ['checkin', 'checkout'])).toBeUndefined()
  expect(didYouMean('x', [])).toBeUndefined()
})
