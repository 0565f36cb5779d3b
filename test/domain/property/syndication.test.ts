import { expect, test } from 'vitest'
import { syndicated } from '../../../src/domain/property/syndication.ts'
import { aProperty } from '../../support/small-world.ts'

const pictures = { main: 'sea.jpg', slideshow: [], rooms: {} }
const typeNameOf = (id: number): string | undefined => ({ 1: 'Hotel', 9: 'Tour' })[id]

test('a published property with a picture is syndicated with it', () => {
  const property = aProperty({ pictures })
  expect(syndicated([property], typeNameOf)).toEqual([{ property, picture: 'sea.jpg' }])
})

test.each([
  ['that is not published', { pictures, published: false }],
  ['without a picture', {}],
  ['with a slideshow only', { pictures: { ...pictures, main: null, slideshow: ['sea.jpg'] } }],
  ['that is a tour', { pictures, typeId: 9 }],
])('a property %s is not syndicated', (_, with_) => {
  expect(syndicated([aProperty(with_)], typeNameOf)).toEqual([])
})

test('a property of an unknown type is syndicated', () => {
  expect(syndicated([aProperty({ pictures, typeId: 77 })], typeNameOf)).toHaveLength(1)
})
