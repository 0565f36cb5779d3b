import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { worldOf } from '../../src/calibration/world.ts'
import type { FixtureData, FixtureRow } from '../../src/fixtures/fixture-set.ts'
import { randomWorld, recordDeployment } from './deployment.ts'

const rowsOf = (data: FixtureData, list: string) => [data[list] ?? []].flat().map((row) => row as FixtureRow)

/** The world behind the reads of a deployment that has other rows. */
async function worldBehindReads(
  reads: readonly string[],
  change: (data: FixtureData) => FixtureData,
  choices = choicesOf('documented'),
) {
  const asked = reads.map((read) => {
    const [target = '', method = 'GET'] = read.split(' ').reverse()
    return { m: method, t: target, as: 'full' }
  })
  const data = await randomWorld(5)
  const texts = await recordDeployment({ choices, data: { ...data, ...change(data) } }, [asked])
  const { calls } = readRecordings(texts, productOf('service'))
  return worldOf(calls, { at: calls[0]?.at ?? 0, keepSecrets: false })
}

test('a booking keeps the room that a call shows, and others get the rooms that are left', async () => {
  const stay = { property: 1, total: 1 }
  const bookings = [
    { id: 1, ...stay, guest: 1, rooms: [2], arrival: '2026-11-26', departure: '2026-11-29', tag: '1' },
    { id: 2, ...stay, guest: 2, rooms: [1], arrival: '2026-11-25', departure: '2026-11-28', tag: '2' },
  ]
  const reads = ['/listbooking/1', '/listbooking/1/2/rooms', '/properties/1/availabilities/2027-02-01/2027-02-02']
  const { data, leftOut } = await worldBehindReads(reads, () => ({ bookings, black_bookings: [], invoices: [] }))
  expect(leftOut).toEqual([])
  expect(data['bookings']).toHaveLength(2)
  expect(data['bookings']).toContainEqual(expect.objectContaining({ id: 2, rooms: [1] }))
})

test('an assumed tariff takes no rate of another one', async () => {
  const { data, leftOut } = await worldBehindReads(['/tariffs/1', '/search/stars/1,2,3,4,5', '/properties/all'], (was) => ({
    tariffs: [was['tariffs'] ?? []].flat().map((row, index) => ({
      ...(row as object),
      rates: [{ id: index + 1, from: '2026-11-01', to: '2027-12-05', price: 80 }],
    })),
  }))
  expect(leftOut).toEqual([])
  expect(data['tariffs']).toContainEqual(expect.objectContaining({ title: 'Tariff', rates: [expect.anything()] }))
})

test('the short description of a property is read', async () => {
  const { data } = await worldBehindReads(['/core/get_properties'], (was) => ({
    properties: [was['properties'] ?? []]
      .flat()
      .map((row) => ({ ...(row as object), texts: { meta_description: 'By the sea' } })),
  }))
  expect(data['properties']).toContainEqual(expect.objectContaining({ texts: { meta_description: 'By the sea' } }))
})

test('the rate of an assumed tariff has its id, where no other rate has it: the ids of later rates follow it', async () => {
  const { data } = await worldBehindReads(['/search/stars/1,2,3,4,5', '/properties/all'], (was) => was)
  const [first] = [data['tariffs'] ?? []].flat()
  expect(first).toMatchObject({ title: 'Tariff', id: 1, rates: [{ id: 1 }] })
})

test('a property whose tariffs cannot be saved is not in micromanage mode, although they are listed', async () => {
  const { data } = await worldBehindReads(
    ['/tariffs/1', 'POST /tariffs/1/micromanage/'],
    (was) => ({ properties: rowsOf(was, 'properties').map((row) => ({ ...row, tariff_mode: 'advanced' })) }),
    choicesOf('documented', { refusal_body: 'flat' }),
  )
  expect(rowsOf(data, 'properties')[0]).toMatchObject({ id: 1, tariff_mode: 'normal' })
})

test('an & in the name of a property does not end its name in a link that is not encoded', async () => {
  const named = (was: FixtureData) => ({
    properties: rowsOf(was, 'properties').map((row) => ({ ...row, name: 'Inn & Barn' })),
  })
  for (const email_link of ['plain', 'encoded']) {
    const { data } = await worldBehindReads(
      ['/listbooking/1', '/listbooking/1/1/guest'],
      named,
      choicesOf('documented', { email_link }),
    )
    expect(rowsOf(data, 'properties')[0]).toMatchObject({ id: 1, name: 'Inn & Barn' })
  }
})
