import { describe, expect, test } from 'vitest'
import { smallRows } from '../../support/small-world.ts'
import { bookFromSession, callInSession, events, makeReady, stored, worldWith } from './booking-session-creation-world.ts'

describe('a property that requires approval', () => {
  test('gets an enquiry that takes no room', async () => {
    const world = worldWith([{}, { id: 'second' }], { settings: { requireApproval: '1' } })
    const first = await bookFromSession(world)
    expect(first.approval).toBe('waiting')
    expect(world.sandbox.store.db.roomNights.size).toBe(0)
    expect(events(world)).not.toContain('booking_added')
    expect(world.sandbox.store.db.notes.by('booking', first.id)).toMatchObject([{ text: 'Waits for approval. Rooms: Gull (01)' }])
    expect((await bookFromSession(world, 'second')).id).not.toBe(first.id)
    const rooms = smallRows().collections.rooms.map((room) => ({ ...room, name: '' }))
    const third = worldWith([{}], { settings: { requireApproval: '1' }, rows: { rooms } })
    await makeReady(third)
    expect((await callInSession(third, 'createBooking')).headers['X-Understay-Hint']).toMatch(
      /^enquired, and waits for approval, as contract 1 with the number \d{8}; GET /,
    )
    expect(third.sandbox.store.db.notes.all().map(({ text }) => text)).toEqual(['Waits for approval. Rooms: (01)'])
  })
})

describe('the checks of create', () => {
  test.each(['documented', 'current'] as const)('book the last room for one of two sessions (%s)', async (profile) => {
    const world = worldWith([{}, { id: 'second', arrival: '2026-06-02', departure: '2026-06-04' }], { profile })
    await makeReady(world)
    await makeReady(world, 'second')
    expect((await callInSession(world, 'createBooking', 'second')).data).toEqual({ valid: true })
    expect((await callInSession(world, 'createBooking')).data).toEqual(
      profile === 'current'
        ? { valid: true }
        : { valid: false, reason: expect.stringMatching(/^Rooms do not validate.* no longer free on 2026-06-02$/) },
    )
    expect(world.sandbox.store.db.bookings.size).toBe(1)
    expect(world.sandbox.store.db.roomNights.size).toBe(2)
    expect(stored(world)?.okToBook).toBe(false)
  })

  test('refuse a room that was blocked in the meantime', async () => {
    const world = worldWith()
    await makeReady(world)
    await world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
    expect((await callInSession(world, 'createBooking')).data).toMatchObject({ valid: false })
  })

  test('refuse a changed price before booking', async () => {
    const world = worldWith()
    await makeReady(world)
    world.sandbox.store.change((db) => {
      const rate = db.rates.get(1)
      if (rate) db.rates.put({ ...rate, price: 11_000 })
    })
    const reason = expect.stringMatching(
      /^Accommodation total does not validate.* has changed from 400\.00 to 440\.00, ask for prices/,
    )
    expect((await callInSession(world, 'createBooking')).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: false, reason })
    expect((await bookFromSession(world)).total).toBe(44_000)
  })

  test('refuse a changed deposit at the same price', async () => {
    const world = worldWith()
    await makeReady(world)
    world.sandbox.store.change((db) => {
      const property = db.properties.get(1)
      if (property) db.properties.put({ ...property, settings: { ...property.settings, depositValue: '50' } })
    })
    const reason = expect.stringMatching(/the deposit has changed from 80\.00 to 200\.00, ask for prices again$/)
    expect((await callInSession(world, 'createBooking')).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: false, reason })
    expect(world.sandbox.store.db.bookings.size).toBe(0)
    expect((await bookFromSession(world)).depositRequired).toBe(20_000)
  })

  test('refuse a session that is not validated', async () => {
    const world = worldWith()
    await callInSession(world, 'getPrices')
    expect((await callInSession(world, 'createBooking')).data).toEqual({ valid: false, reason: 'Booking not validated' })
    expect(world.sandbox.store.db.bookings.size).toBe(0)
    const recorded = worldWith([{}], { profile: 'current' })
    const { data } = await callInSession(recorded, 'createBooking')
    expect(data).toEqual({ valid: false, reason: expect.stringContaining('payment gateways') })
  })
})
