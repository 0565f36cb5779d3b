import { describe, expect, test } from 'vitest'
import { aCompleteSession, IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aProperty } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

/** A world with a session that lacks nothing but price and validation. */
const worldWith = (choices: NonNullable<TestOptions['choices']>, rows: TestOptions['rows'] = {}): TestWorld =>
  new TestWorld({ choices, rows: { sessions: [aCompleteSession()], ...rows } })

const told = async <T>(world: TestWorld, id: string, path: Readonly<Record<string, string>> = {}): Promise<T> =>
  (await world.call(id, { headers: IN_SESSION, path })).data as T

describe('choices of the whole interface apply to a booking session', () => {
  test.each([
    ['suffix', '12.50£'],
    ['by_currency', '£12.50'],
  ])('money_symbol=%s', async (money_symbol, price) => {
    const world = worldWith({ money_symbol }, { properties: [aProperty({ currency: 'GBP' })] })
    expect(await told(world, 'formatPrice', { amount: '12.5' })).toEqual({ price })
  })

  test.each([
    ['weekday', '(Monday, 01 June 2026 - Wednesday, 03 June 2026)'],
    ['month_first', '(June 1, 2026 - June 3, 2026)'],
  ])('long_date=%s', async (long_date, stay) => {
    const world = worldWith({ long_date })
    for (const id of ['getPrices', 'validateBooking', 'createBooking']) await told(world, id)
    expect(world.sandbox.store.db.lineItems.all()[0]?.description).toBe(stay)
  })

  describe.each([
    ['array', []],
    ['object', {}],
  ])('empty_map=%s', (empty_map, none) => {
    test('for the regions of an unknown country', async () => {
      expect(await told(worldWith({ empty_map }), 'listSessionRegions', { country_code: 'XX' })).toEqual({ regions: none })
    })

    test('for missing data of a property', async () => {
      const world = worldWith({ empty_map })
      const started = await told<{ response: { data: object } }>(world, 'initialiseSession', {
        property_id: '1',
        language: 'en-GB',
      })
      expect(started.response.data).toMatchObject({ images: none, child_rates: none })
    })

    test('for rooms without features, and without rooms', async () => {
      interface Offered {
        readonly room_types: Readonly<Record<string, { readonly room_type_features: unknown }>>
        readonly rooms: Readonly<Record<string, { readonly room_features: unknown }>>
      }
      const { room_types, rooms } = await told<Offered>(worldWith({ empty_map }), 'listSessionRooms')
      for (const { room_type_features } of Object.values(room_types)) expect(room_type_features).toEqual(none)
      for (const { room_features } of Object.values(rooms)) expect(room_features).toEqual(none)
      expect(Object.keys(rooms).length).toBeGreaterThan(0)
      const bookings = [1, 2, 3, 4].map((roomId) =>
        aBooking({ id: roomId, arrival: '2026-06-01', departure: '2026-06-03', rooms: [{ roomId, rateId: 1 }] }),
      )
      expect(await told(worldWith({ empty_map }, { bookings }), 'listSessionRooms')).toMatchObject({
        room_types: none,
        rooms: none,
      })
    })
  })
})
