import { expect, test } from 'vitest'
import { parseFixture } from '../../src/store/fixture-source.ts'
import { TODAY, worldOf } from './world-of.ts'

const BULK = `
users: [{ id: 1, name: mara }]
tax_rates: [{ id: 1, code: '01', description: VAT, rate: 20 }]
generate: { bookings: 10000, rooms_per_property: 20, guests: 500, user: 1 }
`

test('ten thousand bookings share no room-night and are the same for the same seed', async () => {
  const set = await parseFixture('bulk.yaml', BULK)
  const { collections } = worldOf(set)
  expect(collections.bookings).toHaveLength(10_000)
  expect(collections.guests).toHaveLength(500)
  expect(new Set(collections.roomNights.map((night) => `${night.roomId}/${night.day}`)).size).toBe(collections.roomNights.length)
  expect(new Set(collections.bookings.map((booking) => booking.tag)).size).toBe(10_000)
  expect(JSON.stringify(worldOf(await parseFixture('bulk.yaml', BULK)).collections) === JSON.stringify(collections)).toBe(true)
  expect(collections.users[0]?.propertyIds).toEqual(collections.properties.map((property) => property.id))
}, 60_000)

test('another seed makes other people and other stays', async () => {
  const set = await parseFixture('bulk.yaml', 'generate: { bookings: 50 }')
  const [one, two] = [worldOf(set, TODAY, 1).collections, worldOf(set, TODAY, 2).collections]
  expect(one.guests.map((guest) => guest.surname)).not.toEqual(two.guests.map((guest) => guest.surname))
  expect(one.bookings.map((booking) => booking.arrival)).not.toEqual(two.bookings.map((booking) => booking.arrival))
})

test('a window can be filled to the last night; only cancelled stays leave theirs free', async () => {
  const set = await parseFixture(
    'full.yaml',
    'generate: { bookings: 20, properties: 1, rooms_per_property: 2, from: today, to: today+10 }',
  )
  const { bookings, roomNights } = worldOf(set).collections
  expect(roomNights.length + bookings.filter((booking) => booking.cancelled).length).toBe(20)
})

test('stays that are over have left and paid, those to come have not arrived', async () => {
  const { collections } = worldOf(await parseFixture('bulk.yaml', 'generate: { bookings: 300 }'))
  const live = collections.bookings.filter((booking) => !booking.cancelled)
  expect(live.filter((booking) => booking.departure <= TODAY).every((booking) => booking.bookedOut)).toBe(true)
  expect(live.filter((booking) => booking.arrival >= TODAY).some((booking) => booking.bookedIn)).toBe(false)
  expect(new Set(collections.invoices.map((invoice) => invoice.status))).toEqual(new Set(['paid', 'pending', 'cancelled']))
})

test('generated rows get ids above those that are written down', async () => {
  const text =
    'property_types: [{ id: 1, name: Hotel }]\nproperties: [{ id: 40, name: Own, type: 1, country: GB }]\ngenerate: { properties: 2 }'
  const { collections, counters } = worldOf(await parseFixture('mixed.yaml', text))
  expect(collections.properties.map((property) => property.id)).toEqual([40, 41, 42])
  expect(counters.properties).toBe(42)
})
