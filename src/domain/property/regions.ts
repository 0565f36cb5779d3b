/** Regions of countries that a fixture lists; without any, those of the world. */
import { collection, type Row } from '../collection/collection.ts'
import { country, id, name } from '../collection/fields.ts'

export const regions = collection(
  'regions',
  { id: id(), countryCode: country({ as: 'country' }), name: name() },
  { indexes: { country: (row) => row.countryCode } },
)

export type Region = Row<typeof regions>
