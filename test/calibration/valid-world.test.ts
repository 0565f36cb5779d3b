import { expect, test } from 'vitest'
import { validWorld } from '../../src/calibration/valid-world.ts'

test('a row with several problems is left out, and not the row after it', () => {
  const users = [
    { name: 'one', level: 'super', nickname: 'first' },
    { id: 2, name: 'two', level: 'super', nickname: 'second' },
  ]
  const { data, leftOut } = validWorld({ users, rooms: [] }, 0)
  expect(data).toEqual({ users: [{ id: 2, name: 'two', level: 'super' }] })
  expect(leftOut.map((text) => text.split(' (', 1)[0])).toEqual(['users 1: nickname', 'users 2: nickname', 'users 1'])
})

test('rows that refer to a row that was left out are left out as well', () => {
  const users = [{ id: 1, level: 'super' }]
  const clients = [{ id: 'demo', secret: 'demo-secret', user: 1, scopes: ['properties_get'] }]
  expect(validWorld({ users, clients }, 0).data).toEqual({})
})
