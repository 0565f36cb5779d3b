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

test('one setting that cannot be played leaves the others', () => {
  const property = { id: 1, name: 'One', country: 'DE', type: 1, settings: { fixedArrivalDay: '7', cleaning_fee: '12' } }
  const { data, leftOut } = validWorld({ property_types: [{ id: 1, name: 'Hotel' }], properties: [property] }, 0)
  expect(data.properties).toMatchObject([{ id: 1, settings: { cleaning_fee: '12' } }])
  expect(leftOut).toEqual([expect.stringContaining('properties 1: settings.fixedArrivalDay (expected a weekday')])
})
