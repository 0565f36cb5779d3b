import { expect, test } from 'vitest'
import { type BookingPrerequisites, requireBookable } from '../../../src/domain/session/property.ts'
import { aProperty, aRate, aRoom, aRoomType } from '../../support/small-world.ts'

const whole: BookingPrerequisites = {
  property: aProperty(),
  roomTypes: [aRoomType()],
  rooms: [aRoom()],
  taxCode: '1',
  taxRates: [{ id: 1, code: '01', description: 'VAT', rate: 2000 }],
  rates: [aRate()],
  window: { first: '2026-05-03', last: '2027-05-01' },
  zeroPrices: 'skip',
}

test('a property that meets all requirements can be booked', () => {
  expect(() => requireBookable(whole)).not.toThrow()
})

test.each<[string, Partial<BookingPrerequisites>]>([
  ['Property not published or does not exist', { property: undefined }],
  ['Property not published or does not exist', { property: aProperty({ published: false }) }],
  ['Property has no room types', { roomTypes: [] }],
  ['Property has no rooms.', { rooms: [] }],
  ['accommodation_tax_code is not set', { taxCode: ' ' }],
  ['taxrates array is empty', { taxRates: [] }],
  ['allPropertyTariffs array is empty', { rates: [] }],
  ['dates within booking setting parameters array empty', { window: undefined }],
  ['Price not set', { rates: [aRate(), aRate({ price: 0 })], zeroPrices: 'block' }],
  ['Property has no rooms.', { rooms: [], rates: [], window: undefined }],
])('%s', (reason, missing) => {
  expect(() => requireBookable({ ...whole, ...missing })).toThrow(
    expect.objectContaining({ code: 'session_property_unavailable', detail: { what: reason } }),
  )
})

test('a rate without a price blocks a property only under zero_prices=block', () => {
  expect(() => requireBookable({ ...whole, rates: [aRate({ price: 0 })] })).not.toThrow()
})
