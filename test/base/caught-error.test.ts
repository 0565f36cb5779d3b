import { expect, test } from 'vitest'
import { orThrow } from '../../src/base/caught-error.ts'

test('an error of another class keeps what caused it', () => {
  const cause = new Error('EACCES: permission denied')
  const fail = () => {
    throw cause
  }
  expect(() => orThrow(RangeError, '--report', fail)).toThrow(new RangeError('--report: EACCES: permission denied', { cause }))
  expect(orThrow(RangeError, '--report', () => 3)).toBe(3)
})
