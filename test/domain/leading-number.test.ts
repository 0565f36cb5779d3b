import { expect, test } from 'vitest'
import { leadingInteger, leadingNumber } from '../../src/domain/leading-number.ts'

test.each<readonly [text: string, integer: number, number: number]>([
  ['', 0, 0],
  ['many', 0, 0],
  ['7', 7, 7],
  ['12 people', 12, 12],
  [' \t12', 12, 12],
  ['+3', 3, 3],
  ['-3 nights', -3, -3],
  ['- 3', 0, 0],
  ['a 3', 0, 0],
  ['x3', 0, 0],
  ['2.75 %', 2, 2.75],
  ['2.', 2, 2],
  ['.5', 0, 0.5],
  ['-.5', 0, -0.5],
  ['.', 0, 0],
  ['1,5', 1, 1],
  ['1.2.3', 1, 1.2],
  ['1e3', 1, 1],
  ['007', 7, 7],
  ['2147483647', 2_147_483_647, 2_147_483_647],
  ['2147483648', 2_147_483_647, 2_147_483_647],
  ['-2147483648', -2_147_483_647, -2_147_483_647],
  ['9'.repeat(400), 2_147_483_647, 2_147_483_647],
])('%j begins with the whole number %d and the number %d', (text, integer, number) => {
  expect([leadingInteger(text), leadingNumber(text)]).toEqual([integer, number])
})

test('nothing is not minus nothing', () => {
  expect(['-0', '-0.0', '-'].flatMap((text) => [leadingInteger(text), leadingNumber(text)])).toEqual([0, 0, 0, 0, 0, 0])
})
