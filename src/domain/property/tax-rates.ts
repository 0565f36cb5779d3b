import { collection, type Row } from '../collection/collection.ts'
import { id, percent, text } from '../collection/fields.ts'

export const taxRates = collection('taxRates', {
  id: id(),
  code: text(),
  description: text(),
  /** Hundredths of a percent: 20 % is 2000. */
  rate: percent(),
})

export type TaxRate = Row<typeof taxRates>
