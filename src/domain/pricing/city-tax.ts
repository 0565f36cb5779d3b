/**
 * City tax.
 * @source facts 6.6
 */
import type { Fraction } from 'fraction.js'
import { countText } from '../../base/count-text.ts'
import { type Amount, amountText } from './amount.ts'
import type { CityTax, CityTaxModel } from './city-tax-model.ts'
import { guestsOf, taxedGuests } from './party.ts'
import type { Engine, PriceChoices, PricedParty } from './price-input.ts'
import type { Step } from './rule.ts'

export interface CityTaxBasis {
  readonly nights: number
  readonly guests: number
  /** The price of the stay before tax, for the percentage model. */
  readonly stay: Amount
}

/** The city tax of a stay. */
export function cityTaxOf({ value, model }: CityTax, { nights, guests, stay }: CityTaxBasis): Amount {
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

const TEXTS: Readonly<Record<CityTaxModel, (value: Fraction, basis: CityTaxBasis) => string>> = {
  single: (value) => `${amountText(value)} once`,
  pernight: (value, { nights }) => `${amountText(value)} x ${countText(nights, 'night')}`,
  perguest: (value, { guests }) => `${amountText(value)} x ${countText(guests, 'guest')}`,
  perguestpernight: (value, { nights, guests }) =>
    `${amountText(value)} x ${countText(nights, 'night')} x ${countText(guests, 'guest')}`,
  percentbookingtotal: (value, { stay }) => `${value.valueOf()} % of ${amountText(stay)}`,
}

/** What the number of taxed guests depends on. */
interface TaxedParty {
  readonly party: PricedParty
  readonly counted: PriceChoices['city_tax_guests']
  readonly engine: Engine
}

/** The number of guests a city tax is charged for; the nightly-average engine ignores guest types. */
export function cityTaxGuests({ party, counted: who, engine }: TaxedParty): number {
  return taxedGuests(engine === 'classic' ? guestsOf(party) : party.adults, party.children, who)
}

/** Adds the city tax, if there is any. */
export function cityTaxSteps(tax: CityTax, basis: CityTaxBasis): readonly Step[] {
  const exact = cityTaxOf(tax, basis)
  return exact.equals(0) ? [] : [{ rule: 'city_tax', kind: 'city_tax', text: TEXTS[tax.model](tax.value, basis), exact }]
}
