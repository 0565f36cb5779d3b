import { describe, expect, test } from 'vitest'
import { capacityOn, occupancyLevels, propertyCapacity } from '../../../src/domain/booking/capacity.ts'
import { aBooking, aProperty, aRoom } from '../../support/small-world.ts'

describe('the capacity of a property', () => {
  const rooms = [aRoom({ maxPeople: 2 }), aRoom({ id: 2, maxPeople: 3 })]

  test.each([
    ['what its rooms hold together', {}, { adults: 5, children: 3 }],
    ['as it is set', { accommodates_adults: '4', accommodates_children: '1' }, { adults: 4, children: 1 }],
    ['one of the two is set', { accommodates_children: '0' }, { adults: 5, children: 0 }],
    ['a setting that is no number counts as none', { accommodates_adults: 'many' }, { adults: 5, children: 3 }],
    ['no children, where none are allowed', { allow_children: '0' }, { adults: 5, children: 0 }],
  ])('%s', (_, settings, capacity) => {
    expect(propertyCapacity(aProperty({ settings }), rooms)).toEqual(capacity)
  })

  test('is reduced by the guests of a night', () => {
    const bookings = [
      aBooking({ arrival: '2026-05-10', departure: '2026-05-12', adults: 2, children: 1 }),
      aBooking({ id: 2, arrival: '2026-05-11', departure: '2026-05-13', adults: 1 }),
      aBooking({ id: 3, arrival: '2026-05-10', departure: '2026-05-20', adults: 4, cancelled: true }),
      aBooking({ id: 4, arrival: '2026-05-10', departure: '2026-05-20', adults: 4, approval: 'waiting' }),
      aBooking({ id: 5, arrival: '2026-05-10', departure: '2026-05-20', adults: 4, kind: 'black' }),
    ]
    const left = (['2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'] as const).map((night) =>
      capacityOn(night, { adults: 5, children: 3 }, bookings),
    )
    expect(left).toEqual([
      { adults: 3, children: 2 },
      { adults: 2, children: 2 },
      { adults: 4, children: 3 },
      { adults: 5, children: 3 },
    ])
  })

  test('the remaining capacity is never negative', () => {
    expect(capacityOn('2026-05-10', { adults: 1, children: 0 }, [aBooking({ adults: 2, children: 1 })])).toEqual({
      adults: 0,
      children: 0,
    })
  })
})

test('the capacity of a room type is that of its largest room, or two adults in the newest release', () => {
  const rooms = [aRoom({ maxPeople: 2 }), aRoom({ id: 2, maxPeople: 4 })]
  expect(occupancyLevels(aProperty(), rooms, 'rooms')).toEqual({ adults: 4, children: 3, occupancy: 4 })
  expect(occupancyLevels(aProperty(), rooms, 'two_adults')).toEqual({ adults: 2, children: 0, occupancy: 0 })
})
