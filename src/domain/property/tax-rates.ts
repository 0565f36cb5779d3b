import { type Minor, multiplyDivide } from '../../base/money.ts'
import { collection, type Row } from '../collection/collection.ts'
import { id, percent, text } from '../collection/fields.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import type { Property } from './properties.ts'
import { setting } from './settings.ts'

export const taxRates = collection('taxRates', {
  id: id(),
  code: text(),
  description: text(),
  /** Hundredths of a percent: 20 % is 2000. */
  rate: percent(),
})

export type TaxRate = Row<typeof taxRates>

export const accommodationTax = (property: Property, rates: { get(id: number): TaxRate | undefined }): TaxRate | undefined =>
  rates.get(Number(setting(property, 'accommodation_tax_code')))

/** An amount with its tax. @param rate hundredths of a percent */
export const grossOf = (nett: Minor, rate: number): Minor => multiplyDivide(nett, HUNDRED_PERCENT + rate, HUNDRED_PERCENT)

/** An amount without its tax. @param rate hundredths of a percent */
export const nettOf = (gross: Minor, rate: number): Minor => multiplyDivide(gross, HUNDRED_PERCENT, HUNDRED_PERCENT + rate)
