import { describe, expect, test } from 'vitest'
import { readScenario, ScenarioError } from '../../src/scenario/scenario.ts'
import { requireWorld, selectableRows, unknownRowProblems } from '../../src/scenario/world-check.ts'
import type { RowLists } from '../../src/store/state.ts'
import { aCoupon } from '../support/coupon-row.ts'
import { smallRows } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

const { collections: small } = smallRows()
const houseWithoutRooms = { ...small, rooms: small.rooms.filter(({ propertyId }) => propertyId !== 5) }

/** What a scenario names that is not in the small world. */
function missesOf(text: string, rows: RowLists = small): string {
  try {
    requireWorld(readScenario('day.yaml', `name: day\n${text}\n`), rows)
  } catch (error) {
    if (error instanceof ScenarioError) return error.message
    throw error
  }
  return ''
}

describe('a scenario fits its fixtures', () => {
  test('when they contain everything that it names', () => {
    expect(
      missesOf(`faults: [{ on: { client: desk, property: 1 }, network: { status: 503 } }]
expect: [{ operation: listBookings, client: desk, property: 2 }]
events: [{ at: +5m, do: guest_books, with: { property: 1, room: 1, arrival: today+3 } }]
traffic: [{ id: a, do: guest_books, every: 1h, with: { property: { any: [1, 2] } } }]
until: +1d`),
    ).toBe('')
  })

  test.each([
    ['is never to be called', 'never: true'],
    ['is refused', 'status: 404'],
    ['is refused in some way', 'refused: true'],
  ])('a property in a path need not exist where it %s', (_, wanted) => {
    expect(missesOf(`expect: [{ operation: listBookings, where: { path: { property_id: 99 } }, ${wanted} }]`)).toBe('')
  })

  test('a pattern of properties in a path is no id', () => {
    expect(missesOf(`expect: [{ operation: listBookings, where: { path: { property_id: { matches: '^9' } } } }]`)).toBe('')
  })

  test.each([
    [
      'a client',
      'faults: [{ on: { client: dsk }, network: { status: 503 } }]',
      'faults[0].on.client: the fixtures have no client dsk',
    ],
    [
      'the property of a fault',
      'faults: [{ on: { property: 99 }, network: { status: 503 } }]',
      'faults[0].on.property: the fixtures have no property 99; there are 1, 2, 3',
    ],
    [
      'the property of an expectation',
      'expect: [{ operation: listBookings, property: 99 }]',
      'expect[0].property: the fixtures have no property 99;',
    ],
    [
      'the property in the path of a fault',
      'faults: [{ on: { where: { path: { property_id: 99 } } }, network: { status: 503 } }]',
      'faults[0].on.where.path.property_id: the fixtures have no property 99; there are 1, 2, 3',
    ],
    [
      'the room in the path of an expectation, as a text',
      "expect: [{ operation: createBlackBooking, where: { path: { property_id: '1', room_id: '99' } } }]",
      'expect[0].where.path.room_id: the fixtures have no room 99; there are 1, 2',
    ],
    [
      'the room of another property in a path',
      'expect: [{ operation: createBlackBooking, where: { path: { property_id: 1, room_id: 5 } } }]',
      'expect[0].where.path.room_id: can never happen: room 5 belongs to property 2; property 1 has 1, 2',
    ],
    [
      'the room of an event',
      'events: [{ at: +5m, do: guest_books, with: { property: 1, room: 99, arrival: today+3 } }]',
      'events[0].with.room: the fixtures have no room 99; there are 1, 2,',
    ],
    [
      'the booking of an event',
      'events: [{ at: +5m, do: no_show, with: { booking: 99 } }]',
      'events[0].with.booking: the fixtures have no booking 99',
    ],
    [
      'the invoice of an event',
      'events: [{ at: +5m, do: invoice_paid, with: { invoice: 99 } }]',
      'events[0].with.invoice: the fixtures have no invoice 99',
    ],
    [
      'one of the properties that traffic draws',
      'traffic: [{ id: a, do: guest_books, every: 1h, with: { property: { weights: { 1: 1, 99: 2 } } } }]\nuntil: +1d',
      'traffic[0].with.property: the fixtures have no property 99;',
    ],
  ])('not where %s is missing', (_, text, said) => {
    expect(missesOf(text)).toContain(said)
  })

  const EVENT = 'events: [{ at: +5m, do: guest_books, with: '
  test.each([
    [
      'a room of another property',
      `${EVENT}{ property: 1, room: 5, arrival: today+3 } }]`,
      'events[0].with.room: can never happen: room 5 belongs to property 2; property 1 has 1, 2',
    ],
    [
      'a property without rooms',
      `${EVENT}{ property: 5, arrival: today+3 } }]`,
      'events[0].with.property: can never happen: property 5 has no rooms; properties with rooms are 1, 2',
    ],
    [
      'traffic for a room of another property',
      'traffic: [{ id: a, do: channel_sells, every: 1h, with: { property: 1, room: { any: [1, 5] } } }]',
      'traffic[0].with.room: can never happen: room 5 belongs to property 2; property 1 has 1, 2',
    ],
    [
      'traffic for a property without rooms',
      'traffic: [{ id: a, do: guest_walks_in, every: 1h, with: { property: { any: [5] } } }]',
      'traffic[0].with.property: can never happen: property 5 has no rooms;',
    ],
  ])('not with %s, which can never happen', (_, text, said) => {
    expect(missesOf(text, houseWithoutRooms)).toContain(said)
  })

  const coupons = [aCoupon(), aCoupon({ id: 2, propertyId: 2, code: 'HARBOURTEN' })]

  test.each([
    ['of another property', '{ property: 1, coupon: HARBOURTEN }', 'property 1 has no coupon HARBOURTEN; there are SPRING'],
    ['that is misspelt', '{ property: 2, coupon: HARBOURTEM }', 'no coupon HARBOURTEM; did you mean "HARBOURTEN"?'],
    ['that is drawn', '{ coupon: { any: [SPRING, NONE] } }', 'the fixtures have no coupon NONE; there are SPRING, HARBOURTEN'],
  ])('not with a coupon %s', (_, values, said) => {
    const text = `traffic: [{ id: a, do: guest_books, every: 1h, with: ${values} }]`
    expect(missesOf(text, { ...small, coupons })).toContain(`traffic[0].with.coupon: can never happen: `)
    expect(missesOf(text, { ...small, coupons })).toContain(said)
  })

  test('with a coupon in any case, of one of the properties, and with any', () => {
    for (const coupon of ['spring', 'any'])
      expect(missesOf(`${EVENT}{ property: 1, coupon: ${coupon} } }]`, { ...small, coupons })).toBe('')
    const drawn =
      'traffic: [{ id: a, do: guest_books, every: 1h, with: { property: { any: [1, 2] }, coupon: { any: [SPRING, any] } } }]'
    expect(missesOf(drawn, { ...small, coupons })).toBe('')
  })

  test('with an act that takes no room, of a property without any, and with draws that fit in part', () => {
    expect(missesOf('events: [{ at: +5m, do: property_unpublished, with: { property: 5 } }]', houseWithoutRooms)).toBe('')
    expect(missesOf('traffic: [{ id: a, do: guest_books, every: 1h, with: { property: { any: [1, 2] }, room: 5 } }]')).toBe('')
    expect(missesOf('traffic: [{ id: a, do: guest_books, every: 1h, with: { property: { from: 1, to: 3 }, room: 5 } }]')).toBe('')
  })

  test('else all missing names are reported at once', () => {
    const faults = [98, 99].map((id) => `{ on: { property: ${id} }, network: { status: 503 } }`)
    expect(missesOf(`faults: [${faults.join(', ')}]`).split('\n')).toHaveLength(2)
  })
})

test('ids in requests are looked up in the current state of the sandbox', () => {
  const { db } = new TestWorld().sandbox.store
  expect(unknownRowProblems({ client: 'desk', property: 1 }, ['expect', 0], selectableRows(db))).toEqual([])
  expect(unknownRowProblems({ client: 'nobody', property: 99 }, ['expect', 0], selectableRows(db))).toMatchObject([
    { path: ['expect', 0, 'client'], message: expect.stringMatching(/^this sandbox has no client nobody/) },
    { path: ['expect', 0, 'property'], message: expect.stringMatching(/^this sandbox has no property 99; there are 1, 2, 3/) },
  ])
})
