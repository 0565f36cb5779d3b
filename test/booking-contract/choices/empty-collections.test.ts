import { describe, expect, test } from 'vitest'
import { aBooking } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

const property_id = 1
const booked = [1, 2, 3, 4].map((roomId) => aBooking({ id: roomId, rooms: [{ roomId, rateId: 0 }] }))

/** What is empty where, and how it is found in the answer. */
const EMPTY = {
  listTariffs: { rows: { rates: [] }, path: { property_id } },
  listAvailableRooms: { rows: { bookings: booked }, path: { property_id, start: '2026-05-10', end: '2026-05-11' } },
  chartBookings: { rows: {}, path: { property_id } },
  chartGuestCountries: {
    rows: { guests: [] },
    path: { property_id },
    find: (data: unknown) => (data as readonly { labels: unknown }[])[0]?.labels,
  },
  searchByStars: { rows: {}, path: { stars: '1' } },
  listPropertyImages: { rows: {}, path: { property_id, kind: 'room' } },
} as const satisfies Record<
  string,
  { rows: TestOptions['rows']; path: Readonly<Record<string, string | number>>; find?: (data: unknown) => unknown }
>

describe.each(Object.entries(EMPTY))('what %s has none of', (id, given) => {
  test.each([
    ['array', []],
    ['object', {}],
  ])('is an %s by choice', async (empty_map, expected) => {
    const world = new TestWorld({ rows: given.rows, choices: { empty_map } })
    const { data } = await world.call(id, { path: given.path, as: 'desk' })
    expect('find' in given ? given.find(data) : data).toEqual(expected)
  })
})
