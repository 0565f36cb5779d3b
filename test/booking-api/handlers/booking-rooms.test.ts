import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aQuote, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aRate, aRoom, aTariffType } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

interface Rooms {
  readonly room_types: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly rooms: Readonly<
    Record<
      string,
      { readonly tariffs: Readonly<Record<string, { readonly thirty_day_price: number }>>; readonly room_type: object }
    >
  >
}

const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

/** A Tuesday to a Thursday. */
const STAY = { arrival: '2026-06-02', departure: '2026-06-04', adults: 2 } as const

const worldWith = (session: Partial<BookingSession> = {}, options: TestOptions = {}): TestWorld =>
  new TestWorld({ ...options, rows: { sessions: [aSession({ ...STAY, ...session })], ...options.rows } })

describe('the rooms of a session', () => {
  const list = (world: TestWorld) => world.call('listSessionRooms', { headers: IN_SESSION })
  const rooms = async (world: TestWorld): Promise<Rooms> => (await list(world)).data

  test('are listed by type and tariff, and by pair of room and rate', async () => {
    const { room_types, rooms: pairs } = await rooms(worldWith())
    expect(Object.keys(pairs)).toEqual(['1^1', '2^1', '3^2', '4^2'])
    expect(room_types['2']).toMatchObject({
      room_type_info: { room_class_abbv: 'Twin', room_type_id: '2' },
      room_type_rooms: [{ tariff_name: 'Twin', hatPairs: ['3^2', '4^2'] }],
      occupancy_levels: { room_type_name: 'Twin', room_type_id: 2, max_adults: 3, max_children: 2, max_occupancy: 3 },
      room_type_features: [],
    })
    expect(pairs['4^2']).toMatchObject({
      room: { room_uid: 4, room_type_id: '2' },
      room_type: { room_type_id: '2' },
      room_features: [],
    })
    expect(Object.keys(pairs['4^2']?.tariffs ?? {})).toEqual(['2026-06-02', '2026-06-03'])
    expect(pairs['4^2']?.tariffs['2026-06-02']).toMatchObject({
      rate_id: '2',
      mindays: '1',
      next_checkin_date: '2026-06-03',
      room_type_id: '2',
    })
    expect(pairs['4^2']?.tariffs['2026-06-02']?.thirty_day_price).toBeCloseTo(66.666666667, 6)
  })

  test('have one entry per tariff of a type; the newest release merges them', async () => {
    const rates = [aRate(), aRate({ id: 9, tariffTypeId: 9, price: 12_000 })]
    const tariffTypes = [aTariffType(), aTariffType({ id: 9, title: 'Late' })]
    const apart = await rooms(worldWith({}, { rows: { rates, tariffTypes } }))
    expect(apart.room_types['1']?.['room_type_rooms']).toEqual([
      { tariff_name: 'Standard', hatPairs: ['1^1', '2^1'] },
      { tariff_name: 'Late', hatPairs: ['1^9', '2^9'] },
    ])
    expect(apart.room_types['1']?.['room_type_tariffs']).toHaveLength(2)
    const merged = await rooms(worldWith({}, { rows: { rates, tariffTypes }, profile: 'current' }))
    expect(merged.room_types['1']?.['room_type_rooms']).toEqual([{ tariff_name: 'Late', hatPairs: ['1^1', '1^9', '2^1', '2^9'] }])
    expect(merged.rooms['1^9']?.room_type).toHaveProperty('room_type_id')
    expect(merged.rooms['2^9']?.room_type).not.toHaveProperty('room_type_id')
  })

  test('exclude a room with a taken night', async () => {
    const bookings = [aBooking({ arrival: '2026-06-03', departure: '2026-06-05', rooms: [{ roomId: 3, rateId: 2 }] })]
    expect(Object.keys((await rooms(worldWith({}, { rows: { bookings } }))).rooms)).toEqual(['1^1', '2^1', '4^2'])
  })

  test('meet the restrictions of the tariff, but not in the newest release', async () => {
    const rates = [aRate({ minDays: 3 }), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, maxPeople: 1 })]
    expect(await rooms(worldWith({}, { rows: { rates } }))).toEqual({ room_types: [], rooms: [] })
    const children = [{ rateId: 0, quantity: 1, label: '', sentPrice: 0, sentModel: 'per_night' as const }]
    const people = [aRate({ minPeople: 3 })]
    expect(Object.keys((await rooms(worldWith({ children }, { rows: { rates: people } }))).rooms)).toEqual(['1^1', '2^1'])
    expect(Object.keys((await rooms(worldWith({}, { rows: { rates }, profile: 'current' }))).rooms)).toHaveLength(4)
  })

  test('are one for a single unit', async () => {
    expect(Object.keys((await rooms(worldWith({ propertyId: 4 }))).rooms)).toEqual(['7^4'])
  })

  test.each([
    [{ arrival: null, departure: null }, 'Arrival date not set'],
    [{ departure: null }, 'Departure date not set'],
    [{ adults: null }, 'Guest numbers not set'],
  ])('require dates and guests: %o', async (session, reason) => {
    expect((await list(worldWith(session))).data).toEqual({ success: false, reason })
  })

  test('require only dates in the newest release, with at least one night', async () => {
    expect((await list(worldWith({ arrival: null, departure: null }, { profile: 'current' }))).data).toEqual({
      success: false,
      reason: 'Arrival date not set',
    })
    expect((await list(worldWith({ departure: STAY.arrival }, { profile: 'current' }))).data).toEqual({
      success: false,
      reason: 'Dates are the same day',
    })
    expect((await rooms(worldWith({ adults: null }, { profile: 'current' }))).rooms).toHaveProperty('1^1')
  })
})

describe('a selection of rooms', () => {
  const choose = (world: TestWorld, selectedRooms?: string) =>
    world.call('setPropertyBooking', { headers: IN_SESSION, form: selectedRooms === undefined ? {} : { selectedRooms } })
  const body = async (world: TestWorld, selectedRooms?: string) =>
    (await choose(world, selectedRooms)).body as { data: Record<string, unknown> }

  test('is stored, and invalidates price and validation', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    expect((await choose(world, '1^1,3^2')).data).toEqual({ valid: true, hatPair: '1^1,3^2' })
    expect(stored(world)).toMatchObject({
      rooms: [
        { roomId: 1, rateId: 1 },
        { roomId: 3, rateId: 2 },
      ],
      quote: null,
      okToBook: false,
    })
  })

  test('that is not on offer is refused with a reason', async () => {
    const bookings = [aBooking({ arrival: '2026-06-03', departure: '2026-06-05' })]
    const world = worldWith({}, { rows: { bookings } })
    expect((await choose(world, '1^1')).data).toEqual({ valid: false, reason: '1^1 is not on offer: not free on 2026-06-03' })
    expect((await choose(world, '6^3')).data).toEqual({ valid: false, reason: 'room id not found for this property' })
    expect((await choose(world)).data).toEqual({ valid: false, reason: 'Requested rooms is empty' })
    expect(stored(world)?.rooms).toEqual([])
  })

  test('requires dates and guests', async () => {
    expect((await choose(worldWith({ arrival: null, departure: null }), '1^1')).data).toEqual({
      valid: false,
      reason: 'Arrival date not set',
    })
    expect((await choose(worldWith({ adults: null }), '1^1')).data).toEqual({ valid: false, reason: 'Guest numbers not set' })
  })

  test('is automatic for a single unit', async () => {
    const world = worldWith({ propertyId: 4 })
    expect((await choose(world)).data).toEqual({ valid: true, hatPair: '7^4' })
    expect((await choose(world, 'anything')).data).toEqual({ valid: true, hatPair: '7^4' })
  })

  test('in the newest release has another key for refusals, accepts any rate, and is valid only when repeated', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await body(world)).data).toEqual({ set_rooms: { valid: false, reason: 'Requested rooms is empty' } })
    expect((await body(world, '0^2')).data).toEqual({ set_rooms: { valid: false, reason: 'room id invalid' } })
    expect((await body(world, '2^999')).data).toEqual({ set_property_booking: { valid: false, reason: null } })
    expect((await body(world, '2^999')).data).toEqual({ set_property_booking: { valid: true, hatPair: '2^999' } })
    const undated = worldWith({ arrival: null, departure: null }, { profile: 'current' })
    expect((await body(undated, '1^1')).data).toEqual({ set_rooms: { valid: false, reason: 'no rooms available' } })
  })

  test('of a room with features has them by id', async () => {
    const rows = {
      rooms: [aRoom({ featureIds: [3, 8] })],
      features: [
        {
          id: 3,
          name: 'Balcony',
          description: '',
          image: 'balcony.png',
          includeInFilters: true,
          propertyTypeIds: [],
          categoryId: 0,
        },
      ],
    }
    const listed = await worldWith({}, { rows }).call('listSessionRooms', { headers: IN_SESSION })
    expect(listed.data).toMatchObject({
      rooms: {
        '1^1': {
          room: { room_features_uid: '3,8' },
          room_features: { 3: { room_features_uid: 3, feature_description: 'Balcony' } },
        },
      },
      room_types: { 1: { room_type_features: { 3: { room_features_uid: 3 } } } },
    })
  })
})
