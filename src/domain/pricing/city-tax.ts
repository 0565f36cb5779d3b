/**
 * City tax.
 *
 * @module
 * @source facts 6.6
 */
import type { Fraction } from 'fraction.js'
import { type Amount, inWords, NOTHING } from './amount.ts'
import type { CityTax, CityTaxModel } from './city-tax-model.ts'
import { counted } from './in-words.ts'
import { guestsOf, taxedGuests } from './party.ts'
import type { CityTaxGuests, Engine, PricedParty } from './price-input.ts'
import type { Step } from './rule.ts'

/** What a city tax is reckoned from. */
export interface CityTaxBasis {
  readonly nights: number
  readonly guests: number
  /** The stay before tax, for the model that takes a percentage of it. */
  readonly stay: Amount
}

/** The city tax of a stay. @param value an amount, or the percentage of the model that takes one */
export function cityTaxOf(value: Fraction, model: CityTaxModel, { nights, guests, stay }: CityTaxBasis): Amount {
  switch (model) {
    case 'single':
      return value
    case 'pernight':
      return value.mul(nights)
    case 'perguest':
      return value.mul(guests)
    case 'perguestpernight':
      return value.mul(nights).mul(guests)
    case 'percentbookingtotal':
      return stay.mul(value).div(100)
  }
}

const IN_WORDS: Readonly<Record<CityTaxModel, (value: Fraction, basis: CityTaxBasis) => string>> = {
  single: (value) => `${inWords(value)} once`,
  pernight: (value, { nights }) => `${inWords(value)} x ${counted(nights, 'night')}`,
  perguest: (value, { guests }) => `${inWords(value)} x ${counted(guests, 'guest')}`,
  perguestpernight: (value, { nights, guests }) =>
    `${inWords(value)} x ${counted(nights, 'night')} x ${counted(guests, 'guest')}`,
  percentbookingtotal: (value, { stay }) => `${value.valueOf()} % of ${inWords(stay)}`,
}

/** Who stays for how long, as far as a city tax depends on it. */
export interface TaxedStay {
  readonly nights: number
  readonly party: PricedParty
  readonly counted: CityTaxGuests
  readonly engine: Engine
}

/** The guests of a stay whom a city tax counts; the engine of nightly averages knows no guest types. */
export function cityTaxGuests({ party, counted: who, engine }: Pick<TaxedStay, 'party' | 'counted' | 'engine'>): number {
  return taxedGuests(engine === 'classic' ? guestsOf(party) : party.adults, party.children, who)
}

/** The city tax before there is a price: what nights and guests say of it; a percentage of nothing is nothing. */
export function cityTaxBeforePrice({ value, model }: CityTax, stay: TaxedStay): Amount {
  return value.gt(0) ? cityTaxOf(value, model, { nights: stay.nights, guests: cityTaxGuests(stay), stay: NOTHING }) : NOTHING
}

/** Adds the city tax, where there is one. */
export function cityTaxSteps({ value, model }: CityTax, basis: CityTaxBasis): readonly Step[] {
  const exact = value.gt(0) ? cityTaxOf(value, model, basis) : NOTHING
  return exact.equals(0) ? [] : [{ rule: 'city_tax', kind: 'city_tax', text: IN_WORDS[model](value, basis), exact }]
}
