import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { validWorld } from '../../src/calibration/valid-world.ts'
import { worldOf } from '../../src/calibration/world.ts'
import { randomWorld, recordDeployment } from './deployment.ts'

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

test('rows with long ids are read, and those with ids that a fixture cannot have are named', async () => {
  const add = '/guests/1/Ada/Brook/7/Mill/Westby/Devon/GB/WB1/0100/0700/ada%40example.test/0/5'
  const requests = [
    [
      { m: 'GET', t: '/guests/1/list', as: 'full' },
      { m: 'POST', t: add, as: 'full' },
    ],
  ]
  const { guests, ...data } = await randomWorld(5)
  const bare = { ...data, bookings: [], invoices: [], notes: [], events: [] }
  const worldWith = async (id: number) => {
    const world = { ...bare, guests: [{ ...Object([guests].flat()[0]), id }], next_ids: { guests: id + 100 } }
    const { calls } = readRecordings(
      await recordDeployment({ choices: choicesOf('documented'), data: world }, requests),
      productOf('service'),
    )
    return worldOf(calls, { at: 0, keepSecrets: false })
  }
  const { data: found } = await worldWith(1_500_000_000)
  expect(found).toMatchObject({ guests: [{ id: 1_500_000_000 }], next_ids: { guests: 1_500_000_100 } })
  const { leftOut } = await worldWith(3_000_000_000)
  expect(leftOut).toEqual([expect.stringContaining('guests 3000000000 (expected an id')])
})
