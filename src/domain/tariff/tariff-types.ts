/**
 * Tariff types: one tariff each for a manager, with a rate for each run of days.
 * @source spec "Tariff"
 */
import { collection, type Row } from '../collection/collection.ts'
import { flag, id, map, nullable, price, type RowOf, ref, rows, text } from '../collection/fields.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import { tariffBounds } from './bounds.ts'
import { rateFields } from './rates.ts'

const lengthModifiers = {
  /** From 7 nights on. */
  sevenDays: price({ default: 0 }),
  /** From 30 nights on. */
  thirtyDays: price({ default: 0 }),
  isPercentage: flag({ default: true, as: 'percentage' }),
}

export const tariffTypes = collection(
  'tariffTypes',
  {
    id: id(),
    propertyId: ref('properties'),
    title: text(),
    description: text({ default: '' }),
    /** Null for tariffs that were saved through the interface. */
    lengthModifiers: nullable(map(lengthModifiers), { default: null, schema: map(lengthModifiers).schema }),
  },
  {
    list: 'tariffs',
    also: { ...tariffBounds, rates: { ...rows(rateFields, 'a list of rates', { of: 'rates' }), default: [] } },
    *rules({ lengthModifiers: off }) {
      if (!off?.isPercentage) return
      for (const [key, value] of [['seven_days', off.sevenDays] as const, ['thirty_days', off.thirtyDays] as const])
        if (value > HUNDRED_PERCENT) yield ['lengthModifiers', `expected a percentage up to 100, got ${value / 100}`, key]
    },
  },
)

export type TariffType = Row<typeof tariffTypes>
/** Discounts for long stays: hundredths of a percent of the stay, or amounts in minor units. */
export type LengthModifiers = RowOf<typeof lengthModifiers>
