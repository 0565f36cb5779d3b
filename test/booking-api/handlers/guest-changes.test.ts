import { describe, expect, test } from 'vitest'
import { aBooking, aGuest, aLine, anInvoice } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventsNamed, GUEST_FORM } from './guests-world.ts'

const as = 'desk'

const booked = {
  bookings: [
    aBooking({ invoiceId: 1 }),
    aBooking({ id: 2, guestId: 2, rooms: [{ roomId: 2, rateId: 1 }] }),
    aBooking({ id: 3, arrival: '2026-04-01', departure: '2026-04-03', cancelled: true, cancelledReason: 'Change of plans' }),
  ],
  invoices: [anInvoice()],
  lineItems: [aLine()],
}

describe('changing a guest', () => {
  test('replaces every value and keeps the uid', async () => {
    const world = new TestWorld()
    const { data } = await world.call('updateGuest', { path: { property_id: 1, guest_id: 2, ...GUEST_FORM, discount: '' }, as })
    expect(data).toEqual([{ property_uid: '1', guests_uid: 2 }])
    const listed = await world.call('listGuests', { path: { property_id: 1 }, as })
    expect(listed.data[1]).toMatchObject({ guests_uid: 2, firstname: 'Zoë', county: 'Rhode Island', country: 'US', discount: 0 })
    expect(eventsNamed(world, ['guest_updated']).map(({ data }) => data)).toEqual([{ property_uid: 1, guest_uid: 2 }])
  })

  test('is refused with the wrong value; the current profile accepts it', async () => {
    const path = { property_id: 1, guest_id: 2, ...GUEST_FORM, country: 'Narnia' }
    const answer = await new TestWorld().call('updateGuest', { path, as })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('country') })
    const current = new TestWorld({ profile: 'current' })
    expect((await current.call('updateGuest', { path, as })).status).toBe(200)
    expect(current.sandbox.store.db.guests.get(2)?.country).toBe('Narnia')
  })

  test.each(['9999', '0', '-1', '1.5', '99999999999999999999', 'abc', '__proto__', 'constructor'])(
    'finds no guest %s: 404, or in the current profile success without effect',
    async (guest_id) => {
      const call = { path: { property_id: 1, guest_id, ...GUEST_FORM }, as }
      expect(await new TestWorld().call('updateGuest', call)).toMatchObject({ status: 404, message: 'Guest does not exist' })
      const current = new TestWorld({ profile: 'current' })
      expect((await current.call('updateGuest', call)).data).toEqual([{ property_uid: '1', guests_uid: guest_id }])
      expect(current.sandbox.store.db.guests.size).toBe(2)
      expect(current.sandbox.store.db.events.size).toBe(0)
    },
  )

  test('of another property is refused like an unknown one', async () => {
    const world = new TestWorld({ rows: { guests: [aGuest({ propertyId: 3 })] } })
    expect((await world.call('updateGuest', { path: { property_id: 1, guest_id: 1, ...GUEST_FORM }, as })).status).toBe(404)
    expect(world.sandbox.store.db.guests.get(1)?.firstname).toBe('Ada')
  })
})

describe('deleting a guest', () => {
  test('cancels open bookings and their invoices, and frees the rooms', async () => {
    const world = new TestWorld({ rows: booked })
    const { data } = await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect(data).toEqual([{ message: 'Deleted guest', property_uid: '1', guests_uid: 1 }])
    const { db } = world.sandbox.store
    expect(db.bookings.get(1)).toMatchObject({ cancelled: true, cancelledReason: 'Guest deleted' })
    expect(db.bookings.get(3)).toMatchObject({ cancelled: true, cancelledReason: 'Change of plans' })
    const rooms = await world.call('chartOccupancy', { path: { property_id: 1 }, as })
    expect((rooms.data[0] as { data: number[] }).data.slice(9, 12)).toEqual([1, 1, 1])
    const invoice = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as })
    expect(invoice.data[0]).toMatchObject({ STATUS: '2', STATUS_TXT: 'Cancelled' })
    const guests = await world.call('listGuests', { path: { property_id: 1 }, as })
    expect(guests.data).toHaveLength(1)
  })

  test('records the events of invoice and booking before that of the guest', async () => {
    const world = new TestWorld({ rows: booked })
    await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect(world.sandbox.store.db.events.all().map(({ task, data }) => [task, data])).toEqual([
      ['invoice_updated', { property_uid: 1, invoice_uid: 1 }],
      ['invoice_cancelled', { property_uid: 1, invoice_uid: 1 }],
      ['booking_cancelled', { property_uid: 1, contract_uid: 1 }],
      ['guest_deleted', { property_uid: 1, guest_uid: 1 }],
    ])
  })

  test('keeps the invoices in the current profile, and returns the label key', async () => {
    const world = new TestWorld({ rows: booked, profile: 'current' })
    const { data } = await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect(data).toEqual([{ message: '_SERVICE_MR_AUDIT_DELETE_GUEST', property_uid: '1', guests_uid: '1' }])
    expect(world.sandbox.store.db.invoices.get(1)?.status).toBe('pending')
    expect(world.sandbox.store.db.bookings.get(1)?.cancelled).toBe(true)
  })

  test('records no event in the current profile, like every other change of a guest', async () => {
    const world = new TestWorld({ rows: booked, profile: 'current' })
    await world.call('createGuest', { path: { property_id: 1, ...GUEST_FORM }, as })
    await world.call('updateGuest', { path: { property_id: 1, guest_id: 1, ...GUEST_FORM }, as })
    await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect(world.sandbox.store.db.bookings.get(1)?.cancelled).toBe(true)
    expect(world.sandbox.store.db.events.all()).toEqual([])
  })

  test('of another property does not reveal the guest, except by bookings in the current profile', async () => {
    const rows = {
      guests: [aGuest({ id: 7, propertyId: 3 }), aGuest({ id: 8, propertyId: 3 })],
      bookings: [aBooking({ propertyId: 3, guestId: 7, rooms: [{ roomId: 6, rateId: 3 }] })],
    }
    for (const guest_id of [7, 8, 9])
      expect(await new TestWorld({ rows }).call('deleteGuest', { path: { property_id: 1, guest_id }, as })).toMatchObject({
        status: 404,
        message: 'Guest does not exist',
      })
    const current = new TestWorld({ rows, profile: 'current' })
    const answer = await current.call('deleteGuest', { path: { property_id: 1, guest_id: 7 }, as })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('another business') })
  })

  test('by an invalid id does not affect black bookings', async () => {
    const bookings = [aBooking({ kind: 'black', guestId: 0, propertyId: 3, rooms: [{ roomId: 6, rateId: 0 }] })]
    const world = new TestWorld({ rows: { bookings }, profile: 'current' })
    expect((await world.call('deleteGuest', { path: { property_id: 1, guest_id: 'abc' }, as })).status).toBe(200)
  })

  test('is also possible with delete in the path, with texts in its language', async () => {
    const world = new TestWorld()
    const german = await world.send('DELETE', '/guests/1/delete/1/de-DE', { as })
    expect(german).toMatchObject({
      status: 200,
      body: { data: { deleteguest: [{ message: 'Gast gelöscht', guests_uid: 1 }] } },
    })
    const french = await world.send('DELETE', '/guests/1/2/?servicelang=fr', { as })
    expect(french).toMatchObject({ status: 200, body: { data: { deleteguest: [{ message: 'Client effacé' }] } } })
  })

  test('is refused while the guest has an open booking at another property', async () => {
    const bookings = [aBooking(), aBooking({ id: 2, propertyId: 3, rooms: [{ roomId: 6, rateId: 3 }] })]
    const world = new TestWorld({ rows: { bookings } })
    const answer = await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('another business') })
    expect(world.sandbox.store.db.bookings.get(1)?.cancelled).toBe(false)
  })

  test.each(['9999', '0', '-1', '1.5', 'abc', 'constructor'])(
    'finds no guest %s: 404, or in the current profile success without effect',
    async (guest_id) => {
      const call = { path: { property_id: 1, guest_id }, as }
      expect(await new TestWorld().call('deleteGuest', call)).toMatchObject({ status: 404, message: 'Guest does not exist' })
      const current = await new TestWorld({ profile: 'current' }).call('deleteGuest', call)
      expect(current.data[0]).toMatchObject({ guests_uid: guest_id })
    },
  )

  test('is 404 the second time', async () => {
    const world = new TestWorld()
    const path = { property_id: 1, guest_id: 2 }
    expect((await world.call('deleteGuest', { path, as })).status).toBe(200)
    expect((await world.call('deleteGuest', { path, as })).status).toBe(404)
  })
})
