import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { modifyBooking } from '../../../src/scenario/acts/amendment.ts'
import { bookRooms, type GeneratedBooking } from '../../../src/scenario/acts/booking.ts'
import { aBooking, aProperty, aRate, aRoom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTasks, nightsOf, notesOf, runAct, tryAct } from './run-act.ts'

const STAY = { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' } as const satisfies GeneratedBooking

const linesOf = (world: TestWorld, booking: Booking) => world.sandbox.store.db.lineItems.by('invoice', booking.invoiceId)

describe('the booking of a generated guest', () => {
  test('can have several rooms, each named once', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, { ...STAY, rooms: [1, 3, 1] })
    expect(booking.rooms).toEqual([
      { roomId: 1, rateId: 1 },
      { roomId: 3, rateId: 2 },
    ])
    expect(nightsOf(world, booking.id)).toHaveLength(4)
  })

  test('can be any room: the first that is free all the time and takes the party', () => {
    const world = new TestWorld({ rows: { bookings: [aBooking({ arrival: '2026-06-02', departure: '2026-06-03' })] } })
    expect(runAct(world, bookRooms, { ...STAY, rooms: 'any' }).rooms).toMatchObject([{ roomId: 2 }])
    expect(runAct(world, bookRooms, { ...STAY, rooms: 'any', adults: 3 }).rooms).toMatchObject([{ roomId: 3 }])
  })

  test('has children who share where no free room takes all, and anybody where sessions do not count', () => {
    const world = new TestWorld({ rows: { rooms: [aRoom(), aRoom({ id: 2, maxPeople: 3 })] } })
    const family: GeneratedBooking = { ...STAY, rooms: 'any', adults: 2, children: [8] }
    expect(runAct(world, bookRooms, family).rooms).toMatchObject([{ roomId: 2 }])
    const { id, rooms } = runAct(world, bookRooms, family)
    expect(rooms).toMatchObject([{ roomId: 1 }])
    expect(runAct(world, modifyBooking, { booking: id, children: [8, 9] })).toMatchObject({ adults: 2, children: 2 })
    expect(tryAct(world, modifyBooking, { booking: id, adults: 3 })).toBe('adults: the rooms take 2 people, not 3 adults')
    const unchecked = new TestWorld({ rows: { rooms: [aRoom()] }, choices: { room_capacity: 'unchecked' } })
    const crowd = runAct(unchecked, bookRooms, { ...family, adults: 5 })
    expect(runAct(unchecked, modifyBooking, { booking: crowd.id, adults: 7 }).adults).toBe(7)
  })

  test('costs the agreed price, with tax included and its deposit', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, { ...STAY, total: 12_050 })
    expect(booking).toMatchObject({ total: 12_050, roomTotal: 10_042, tax: 2008, depositRequired: 2410 })
    expect(linesOf(world, booking)).toMatchObject([{ price: 10_042, totalInclusive: 12_050 }])
  })

  test('is not made where no tariff prices all of its nights, unless a price is agreed', () => {
    const world = new TestWorld({ rows: { rates: [aRate({ to: '2026-06-01' })] } })
    expect(tryAct(world, bookRooms, STAY)).toBe(
      'room 1 (Gull): no tariff has a price for every night from 2026-06-01 to 2026-06-03',
    )
    expect(runAct(world, bookRooms, { ...STAY, total: 5000 })).toMatchObject({ rooms: [{ roomId: 1, rateId: 0 }], total: 5000 })
  })

  test('waits for approval on request, and occupies no room before', () => {
    const world = new TestWorld()
    const booking = runAct(world, bookRooms, { ...STAY, approval: 'waiting' })
    expect(booking.approval).toBe('waiting')
    expect(nightsOf(world, booking.id)).toEqual([])
    expect(notesOf(world, booking.id)).toEqual(['Waits for approval. Rooms: Gull (01)'])
    expect(eventTasks(world)).toEqual(['guest_saved', 'invoice_created', 'booking_note_saved', 'property_state_change'])
  })

  test('is approved even if the property requires approval, unless requested otherwise', () => {
    const properties = [aProperty({ settings: { requireApproval: '1' } })]
    const world = new TestWorld({ rows: { properties } })
    expect(runAct(world, bookRooms, STAY).approval).toBe('approved')
  })

  test('has as many adults as the rooms take, and two at most', () => {
    const world = new TestWorld({ rows: { rooms: [aRoom({ maxPeople: 1 }), aRoom({ id: 2, maxPeople: 5 })] } })
    expect(runAct(world, bookRooms, STAY).adults).toBe(1)
    expect(runAct(world, bookRooms, { ...STAY, rooms: [2] }).adults).toBe(2)
    expect(
      runAct(world, bookRooms, { ...STAY, rooms: [2], arrival: '2026-07-01', departure: '2026-07-02', adults: 4 }).adults,
    ).toBe(4)
  })
})
