import { expect, test } from 'vitest'
import { currency } from '../../../src/domain/collection/fields.ts'

test.each([
  ['EUR', undefined],
  ['XXQ', 'there is no currency "XXQ"'],
  ['', 'there is no currency ""'],
  ['euro', 'there is no currency "euro"'],
])('the currency %j is checked', (code, problem) => {
  expect(currency().check?.(code)).toBe(problem)
})
