import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { addDays, type Day, dayOfNumber, daysUntil } from '../../src/base/day.ts'
import { INVOICE_STATUSES } from '../../src/domain/invoice.ts'
import type { FixtureSet } from '../../src/store/fixture-set.ts'
import { readFixtures } from '../../src/store/fixture-source.ts'
import type { SeededWorld } from '../../src/store/seed.ts'
import type { RowLists } from '../../src/store/state.ts'
import { TODAY, worldOf } from './world-of.ts'

let baseline: FixtureSet
let rows: RowLists

beforeAll(async () => {
  baseline = await readFixtures(['baseline'])
  rows = worldOf(baseline).collections
})

const distinct = (values: readonly unknown[]): number => new Set(values).size
const stays = () => rows.bookings.filter((booking) => booking.kind !== 'black')

test('the baseline is as large as the product page says', () => {
  expect(rows.properties.length).toBeGreaterThanOrEqual(8)
  expect(distinct(rows.properties.map((property) => property.countryCode))).toBeGreaterThanOrEqual(4)
  expect(distinct(rows.properties.map((property) => property.town))).toBeGreaterThanOrEqual(6)
  expect(rows.rooms).toHaveLength(40)
  expect(stays().length).toBeGreaterThanOrEqual(60)
  expect(rows.guests.length).toBeGreaterThanOrEqual(30)
  expect(rows.invoices.length).toBeGreaterThanOrEqual(25)
  expect(rows.features).toHaveLength(40)
  expect(rows.featureCategories).toHaveLength(8)
  expect(rows.propertyTypes).toHaveLength(10)
})

test('every tariff has a price for each of the next twelve months, in several seasons', () => {
  for (const tariff of rows.tariffTypes) {
    const rates = rows.rates.filter((rate) => rate.tariffTypeId === tariff.id)
    const open = daysUntil(TODAY, addDays(TODAY, 366)).filter((day) => !rates.some((rate) => rate.from <= day && day <= rate.to))
    expect({ tariff: tariff.title, open }).toEqual({ tariff: tariff.title, open: [] })
    expect(distinct(rates.map((rate) => rate.price))).toBeGreaterThanOrEqual(3)
  }
  expect(distinct(rows.rates.map((rate) => rate.minDays))).toBeGreaterThanOrEqual(4)
})

test('there is a property for each thing to try', () => {
  const named = (name: string) => rows.properties.find((property) => property.name === name)
  const roomsOf = (name: string) => rows.rooms.filter((room) => room.propertyId === named(name)?.id).length
  expect(named('Harbour View Hotel')).toMatchObject({ tariffMode: 'micromanage', singleUnit: false, typeId: 1 })
  expect(roomsOf('Harbour View Hotel')).toBeGreaterThan(5)
  expect(named('Rosemary Cottage B&B')).toMatchObject({ tariffMode: 'micromanage', typeId: 5 })
  for (const unit of ['Villa Limone', 'Sailing Yacht Meltemi', 'Riviera Convertible']) {
    expect(named(unit)).toMatchObject({ singleUnit: true })
    expect(roomsOf(unit)).toBe(1)
  }
  expect(named('The Old Mill Inn')).toMatchObject({ tariffMode: 'normal' })
  expect(named('Malvarrosa Apartments')).toMatchObject({ tariffMode: 'advanced' })
  expect(rows.properties.filter((property) => !property.published)).toHaveLength(1)
  expect(distinct(rows.properties.map((property) => property.currency))).toBe(2)
})

test('there are credentials for every role', () => {
  const client = (id: string) => rows.clients.find((row) => row.id === id)
  const level = (id: string) => rows.users.find((user) => user.id === client(id)?.userId)?.level
  expect(client('demo')).toMatchObject({ secret: 'demo-secret', tokens: 'normal' })
  expect(client('demo')?.scopes).toEqual(['properties_get', 'properties_set', 'favourites_get', 'favourites_set'])
  expect(client('demo-read-only')?.scopes.every((scope) => scope.endsWith('_get'))).toBe(true)
  expect(client('demo-no-delete')?.scopes).toEqual(['read', 'write'])
  expect(client('demo-favourites')?.scopes).toEqual(['favourites_get', 'favourites_set'])
  expect(level('demo-favourites')).toBe('user')
  expect(level('demo-super')).toBe('super')
  expect(client('demo-expired')?.tokens).toBe('expired')
  const held = (id: string) => rows.users.find((user) => user.id === client(id)?.userId)?.propertyIds ?? []
  expect(held('demo').filter((id) => held('demo-second-manager').includes(id))).toEqual([])
})

test('invoices come in all four statuses, each with lines', () => {
  const withLines = rows.invoices.filter((invoice) => rows.lineItems.some((line) => line.invoiceId === invoice.id))
  expect(new Set(withLines.map((invoice) => invoice.status))).toEqual(new Set(INVOICE_STATUSES))
  expect(withLines).toHaveLength(rows.invoices.length)
})

test('a paid booking has nothing open, whatever the rounding', () => {
  const paid = rows.invoices.filter((invoice) => invoice.status === 'paid' && invoice.bookingId > 0)
  expect(paid.length).toBeGreaterThan(5)
  for (const invoice of paid) {
    const lines = rows.lineItems.filter((line) => line.invoiceId === invoice.id)
    expect(lines.reduce((sum, line) => sum + line.totalInclusive, 0)).toBe(0)
  }
})

test('every amount of a stay adds up to its total', () => {
  for (const { roomTotal, tax, extras, singlePersonSupplement, total, depositRequired } of stays()) {
    expect(roomTotal + tax + extras + singlePersonSupplement).toBe(total)
    expect(depositRequired).toBeLessThanOrEqual(total)
  }
})

test('there are guest types, coupons, favourites, notes, extras and black bookings to look at', () => {
  for (const name of ['guestTypes', 'coupons', 'favourites', 'notes', 'extras'] as const)
    expect(rows[name].length).toBeGreaterThan(2)
  expect(rows.bookings.filter((booking) => booking.kind === 'black').length).toBeGreaterThan(2)
  expect(rows.bookings.filter((booking) => booking.approval !== 'approved')).toHaveLength(2)
})

/** The eight colours of the list of bookings; the last rule that applies wins. */
function colour(booking: RowLists['bookings'][number], today: Day): string {
  const { arrival, departure, bookedIn, bookedOut, cancelled } = booking
  if (cancelled) return 'black'
  if (bookedOut) return 'teal'
  if (bookedIn) return departure === today ? 'blue' : departure > today ? 'green' : 'purple'
  return arrival === today ? 'orange' : arrival < today ? 'red' : 'grey'
}

const day = fc.integer({ min: 0, max: 60_000 }).map(dayOfNumber)

function takenTwice({ collections }: SeededWorld): number {
  return collections.roomNights.length - distinct(collections.roomNights.map((night) => `${night.roomId}/${night.day}`))
}

test('on any day somebody arrives, leaves and is in the house, and every colour is to be seen in the first hotel', () => {
  fc.assert(
    fc.property(day, (today) => {
      const world = worldOf(baseline, today)
      const own = world.collections.bookings.filter((booking) => booking.propertyId === 1 && booking.kind !== 'black')
      const colours = new Set(own.map((booking) => colour(booking, today)))
      expect(colours).toEqual(new Set(['grey', 'orange', 'blue', 'red', 'green', 'purple', 'teal', 'black']))
      expect(own.some((booking) => booking.departure === today && !booking.cancelled)).toBe(true)
      expect(takenTwice(world)).toBe(0)
    }),
    { numRuns: 25 },
  )
})

test('the full property has no free night for two years, whenever the world is made', () => {
  fc.assert(
    fc.property(day, (today) => {
      const { collections } = worldOf(baseline, today)
      const rooms = collections.rooms.filter((room) => room.propertyId === 8)
      const taken = new Set(collections.roomNights.map((night) => `${night.roomId}/${night.day}`))
      const nights = daysUntil(addDays(today, -30), addDays(today, 730))
      const free = nights.filter((night) => rooms.some((room) => !taken.has(`${room.id}/${night}`)))
      expect(free).toEqual([])
      expect(rooms).toHaveLength(2)
    }),
    { numRuns: 10 },
  )
})

test('nothing is said to have happened in the future', () => {
  const now = Date.UTC(2026, 10, 20, 15)
  for (const booking of rows.bookings) {
    for (const at of [booking.createdAt, booking.changedAt, booking.bookedOutAt, booking.cancelledAt])
      expect(at ?? 0).toBeLessThanOrEqual(now)
    if (booking.bookedInOn) expect(booking.bookedInOn <= TODAY).toBe(true)
  }
  for (const invoice of rows.invoices) expect(Math.max(invoice.raisedAt, invoice.paidAt ?? 0)).toBeLessThanOrEqual(now)
})

test('the same seed makes the same world, another seed other booking numbers', () => {
  const tags = (seed: number) => worldOf(baseline, TODAY, seed).collections.bookings.map((booking) => booking.tag)
  expect(tags(1)).toEqual(tags(1))
  expect(tags(2)).not.toEqual(tags(1))
  expect(tags(1).every((tag) => /^[1-9]\d{7}$/.test(tag))).toBe(true)
  expect(distinct(tags(1))).toBe(rows.bookings.length)
})

test('new rows get ids above all those of the fixtures', () => {
  const { counters, collections } = worldOf(baseline)
  for (const [name, list] of Object.entries(collections)) {
    const ids = list.map((row) => row.id).filter((id): id is number => typeof id === 'number')
    if (name === 'roomNights' || ids.length === 0) continue
    expect({ name, last: Object.entries(counters).find(([key]) => key === name)?.[1] }).toEqual({ name, last: Math.max(...ids) })
  }
})

test('children have rates a night and a stay, and long stays cost less by percent and by amount', () => {
  expect(distinct(rows.childRates.map(({ model }) => model))).toBe(2)
  expect(distinct(rows.childRates.map(({ propertyId }) => propertyId))).toBeGreaterThanOrEqual(3)
  const modifiers = rows.tariffTypes.flatMap(({ lengthModifiers }) => lengthModifiers ?? [])
  expect(modifiers).toContainEqual({ sevenDays: 500, thirtyDays: 1500, isPercentage: true })
  expect(modifiers).toContainEqual({ sevenDays: 3500, thirtyDays: 28_000, isPercentage: false })
})
