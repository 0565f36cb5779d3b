import { expect, test } from 'vitest'
import { favouriteOf } from '../../../src/domain/property/favourites.ts'

test.each([
  ['a property', 7, true, 'accept'],
  ['a property, where unknown ones are refused', 7, true, 'refuse'],
  ['a property that does not exist', 999, false, 'accept'],
] as const)('%s can be a favourite', (_, propertyId, exists, unknown) => {
  expect(favouriteOf(4, propertyId, exists, unknown)).toEqual({ id: `4/${propertyId}`, userId: 4, propertyId })
})

test.each([
  ['a property that does not exist, where those are refused', 999, 'refuse'],
  ['a text that is no id', 0, 'accept'],
] as const)('%s cannot be a favourite', (_, propertyId, unknown) => {
  expect(() => favouriteOf(4, propertyId, false, unknown)).toThrow(
    expect.objectContaining({ code: 'favourite_property_unknown' }),
  )
})
