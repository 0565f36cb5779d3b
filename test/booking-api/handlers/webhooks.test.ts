import { describe, expect, test } from 'vitest'
import { PROFILES } from '../../../src/booking-contract/choices/choices.ts'
import { aGuestType } from '../../support/guest-type-row.ts'
import { aBooking, aGuest, anInvoice, aProperty, aRate, aRoom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const rows = {
  guests: [aGuest({ discount: 500 }), aGuest({ id: 2, propertyId: 3 })],
  guestTypes: [aGuestType({ variance: 1000, order: 1 })],
  bookings: [
    aBooking({ id: 1, arrival: '2026-05-02', departure: '2026-05-04', rooms: [{ roomId: 1, rateId: 1 }], total: 41_250 }),
    aBooking({ id: 3, arrival: '2026-05-02', departure: '2026-05-04', propertyId: 3, guestId: 2 }),
  ],
  invoices: [anInvoice({ id: 1, propertyId: 1 }), anInvoice({ id: 2, propertyId: 3 })],
}

const CONTRACT_EVENTS = [
  'booking_added',
  'booking_modified',
  'booking_cancelled',
  'deposit_saved',
  'guest_checkedin',
  'guest_checkedin_undone',
  'guest_checkedout',
  'guest_checkedout_undone',
]
async function read(world: TestWorld, path: string, as = 'desk') {
  const { status, message, body } = await world.send('GET', `/webhooks/${path}`, { as })
  const { data = {} } = body as { readonly data?: Readonly<Record<string, unknown>> }
  return { status, message, data: Object.values(data)[0] }
}

describe.each(PROFILES)('details of notifications, profile %s', (profile) => {
  const world = new TestWorld({ rows, profile })

  test.each(CONTRACT_EVENTS)('%s returns the booking, every column as text', async (event) => {
    const { status, data } = await read(world, `1/${event}/1`)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      arrival: '2026/05/02',
      departure: '2026/05/04',
      guest_uid: '1',
      rooms_tariffs: '1^1',
      contract_total: '412.50',
      cancelled: '0',
      roomdeets: { '1': { room_uid: '1', black_booking: '0' } },
    })
  })

  test('a booking names the ids of its extras, and their details apart', async () => {
    const extra = { bookingId: 1, name: 'Boat trip', price: 3500, quantity: 2, taxRate: 0 }
    const extras = [
      { ...extra, id: 2 },
      { ...extra, id: 3 },
    ]
    const { data } = await read(new TestWorld({ rows: { ...rows, extras }, profile }), '1/booking_added/1')
    expect(data).toMatchObject({ extras: '2,3', extradeets: { '2': { uid: '2', qty: '2' }, '3': { uid: '3' } } })
    expect((await read(world, '1/booking_added/1')).data).toHaveProperty('extras', '')
  })

  test('guests, guest types, invoices, rooms, tariffs, properties and settings are returned by their events', async () => {
    expect((await read(world, '1/guest_saved/1')).data).toMatchObject({ discount: '5.00', vat_number_validated: '0' })
    expect((await read(world, '1/guest_type_saved/1')).data).toMatchObject({ maximum: expect.any(String) })
    expect((await read(world, '1/invoice_saved/1')).data).toMatchObject({ invoice: { id: '1', property_uid: '1' } })
    expect((await read(world, '1/room_updated/1')).data).toMatchObject({ room_uid: '1', propertys_uid: '1' })
    const { id, name, street, town, postcode, regionId, countryCode, tel, email, stars, typeId, latitude, longitude } =
      aProperty()
    const property = {
      propertys_uid: String(id),
      property_name: name,
      property_street: street,
      property_town: town,
      property_postcode: postcode,
      property_region: String(regionId),
      property_country: countryCode,
      property_tel: tel,
      property_email: email,
      stars: String(stars),
      ptype_id: String(typeId),
      lat: latitude,
      long: longitude,
      published: '1',
    }
    expect((await read(world, '1/property_published')).data).toEqual({ property })
    expect((await read(world, '1/property_settings_updated')).data).toMatchObject({
      prices_inclusive: expect.any(String),
      property_currencycode: 'EUR',
    })
    expect((await read(world, '1/rooms_multiple_added')).data).toMatchObject({ property_rooms: expect.anything() })
    expect((await read(world, '1/tariffs_updated')).data).toMatchObject({ tariffs: expect.anything() })
  })

  test.each([
    ['booking_added/3', 'invalid_contract_uid', 404],
    ['booking_added/99', 'invalid_contract_uid', 404],
    ['booking_note_save/9', 'invalid_note_uid', 404],
    ['guest_saved/2', 'invalid_guest_uid', 404],
    ['guest_type_saved/9', 'invalid_guest_type_uid', 404],
    ['invoice_saved/9', 'invalid_invoice_uid', 404],
    ['invoice_saved/2', 'invalid_invoice_uid', 403],
    ['room_added/99', 'invalid_room_uid', 404],
  ])('%s is refused: %s, %i', async (path, word, code) => {
    const { message, status } = await read(world, `1/${path}`)
    expect(message).toBe(word)
    expect(status).toBe(profile === 'documented' || code === 404 ? code : 400)
  })

  test('another scope is refused', async () => {
    expect((await read(world, '1/booking_added/1', 'fan')).status).toBe(profile === 'documented' ? 403 : 400)
  })
})

test('past rates are excluded, and the others have no tax', async () => {
  const rates = [
    aRate({ id: 1, from: '2025-01-01', to: '2025-02-01' }),
    aRate({ id: 2, from: '2026-05-01', to: '2026-05-03', price: 12_000 }),
  ]
  const { data } = await read(new TestWorld({ rows: { ...rows, rates } }), '1/tariffs_updated')
  const { tariffs } = data as { readonly tariffs: Readonly<Record<string, { readonly tariff_dates: readonly string[] }>> }
  expect(Object.keys(tariffs)).toEqual(['2'])
  expect(tariffs['2']).toMatchObject({
    roomrateperday: '100.00',
    tariff_dates: ['2026/05/01', '2026/05/02', '2026/05/03'],
  })
})

test('rooms of another property are refused', async () => {
  const rooms = [aRoom(), aRoom({ id: 50, propertyId: 3 })]
  const { status, message } = await read(new TestWorld({ rows: { ...rows, rooms } }), '1/room_added/50')
  expect([status, message]).toEqual([403, 'invalid_room_uid'])
})
