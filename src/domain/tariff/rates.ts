/**
 * Rates of tariffs: runs of days, both ends included, with one price a night and one minimum stay.
 * @source spec "Tariff"
 */
import { collection, type Row } from '../collection/collection.ts'
import { count, day, id, opt, price, ref } from '../collection/fields.ts'
import { tariffBounds } from './bounds.ts'

/** What a fixture writes of a rate in its tariff. */
export const rateFields = {
  id: opt(id()),
  from: day(),
  to: day(),
  price: price({ asSent: true }),
  minDays: count({ default: 1 }),
}

export const rates = collection(
  'rates',
  {
    /** The rates_uid. */
    ...rateFields,
    ...tariffBounds,
    tariffTypeId: ref('tariffTypes', { strict: true }),
    propertyId: ref('properties'),
  },
  { list: false, indexes: { property: (row) => row.propertyId, tariffType: (row) => row.tariffTypeId } },
)

export type Rate = Row<typeof rates>
