/**
 * The ways a property charges city tax.
 * @source facts 6.6
 */
import type { Fraction } from 'fraction.js'

export const CITY_TAX_MODELS = ['single', 'pernight', 'perguest', 'perguestpernight', 'percentbookingtotal'] as const
export type CityTaxModel = (typeof CITY_TAX_MODELS)[number]

/** The city tax of a property: an amount, or a percentage for the model `percentbookingtotal`. */
export interface CityTax {
  readonly value: Fraction
  readonly model: CityTaxModel
}
