import { expect, test } from 'vitest'
import { lineKind } from '../../src/calibration/stays.ts'

test.each([
  ['City tax value', { kind: 'city_tax' }],
  ['Late breakfast', { kind: 'text', name: 'Late breakfast' }],
  ['constructor', { kind: 'text', name: 'constructor' }],
])('a line named %s', (name, kind) => {
  expect(lineKind(name)).toEqual(kind)
})
