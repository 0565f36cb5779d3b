/** Prices for children of some ages at a property. */
import { collection, type Row } from '../collection/collection.ts'
import { id, integer, oneOf, price, ref } from '../collection/fields.ts'

const age = () => integer(0, 17, 'an age in years (0 to 17)')

export const childRates = collection(
  'childRates',
  {
    id: id(),
    propertyId: ref('properties'),
    ageFrom: age(),
    ageTo: age(),
    price: price(),
    model: oneOf(['per_night', 'per_stay'], { default: 'per_night' }),
  },
  {
    indexes: { property: (row) => row.propertyId },
    *rules({ propertyId, ageFrom, ageTo }, { others }) {
      if (ageTo < ageFrom) yield ['ageTo', `${ageTo} is less than age_from (${ageFrom})`]
      const other = others.find((rate) => rate.propertyId === propertyId && rate.ageFrom <= ageTo && rate.ageTo >= ageFrom)
      if (other) yield ['ageFrom', `child rate ${other.id} has ages of this one`]
    },
  },
)

export type ChildRate = Row<typeof childRates>
