/**
 * The settings of a property that decide prices, read from their texts.
 *
 * @module
 * @source facts "Settings used, with defaults"
 */
import type { Fraction } from 'fraction.js'
import type { Property } from '../property/properties.ts'
import { isOn, type SettingKey, setting } from '../property/settings.ts'
import { readNumber } from './amount.ts'
import { CITY_TAX_MODELS, type CityTax } from './city-tax-model.ts'

/** What decides whether a price is for each person or flat; see the choice `per_person`. */
export type PerPersonBy = 'ignore_pppn' | 'property_setting'

/** What a deposit depends on. Amounts in currency units, the percentage in percent. */
export interface DepositSettings {
  readonly value: Fraction
  readonly isPercentage: boolean
  readonly isWhole: boolean
  readonly isOneNight: boolean
  readonly roundsUp: boolean
  /** The whole is due when arrival is no more than so many days away; null when that does not matter. */
  readonly wholeWithinDays: number | null
  readonly minimum: Fraction
}

/** A discount that holds when arrival is near. */
export interface NearDiscount {
  readonly withinDays: number
  /** Percent. */
  readonly percent: Fraction
}

/** A discount that holds when few rooms of the type are taken. */
export interface WisePrice {
  readonly withinDays: number
  /** Percent off while no more than so many percent of the rooms are taken; in rising order. */
  readonly steps: readonly { readonly taken: number; readonly percent: Fraction }[]
}

export interface PriceSettings {
  readonly singleUnit: boolean
  /** Stored rates contain the tax. */
  readonly inclusive: boolean
  /** `tariff`: each tariff's ignore_pppn decides; `all`, `none`: every room is, no room is for each person. */
  readonly perPerson: 'tariff' | 'all' | 'none'
  /** The rate of the first night is the rate of all. */
  readonly firstNightCounts: boolean
  /** The property's own supplement for a person alone in a room; null when each room has its own. */
  readonly singlePerson: { readonly cost: Fraction; readonly isPercentage: boolean } | null
  readonly lastMinute: NearDiscount | null
  readonly wisePrice: WisePrice | null
  readonly cityTax: CityTax
  readonly cleaningFee: Fraction
  readonly deposit: DepositSettings
}

/** The price settings of a property; what is no number counts as 0, an unknown city tax model as a single charge. */
export function priceSettingsOf(property: Property, perPersonBy: PerPersonBy): PriceSettings {
  const on = (key: SettingKey): boolean => isOn(property, key)
  const number = (key: SettingKey): Fraction => readNumber(setting(property, key))
  const model = setting(property, 'city_tax_models')
  return {
    singleUnit: property.singleUnit,
    inclusive: on('prices_inclusive'),
    perPerson: perPersonBy === 'ignore_pppn' ? 'tariff' : on('perPersonPerNight') ? 'all' : 'none',
    firstNightCounts: setting(property, 'newTariffModels') === '1',
    singlePerson: on('singlePersonSuppliment')
      ? { cost: number('singlePersonSupplimentCost'), isPercentage: on('supplimentChargeIsPercentage') }
      : null,
    lastMinute: on('lastminuteactive')
      ? { withinDays: number('lastminutethreshold').valueOf(), percent: number('lastminutediscount') }
      : null,
    wisePrice: on('wisepriceactive') ? wisePriceOf(number) : null,
    cityTax: { value: number('city_tax_value'), model: CITY_TAX_MODELS.find((one) => one === model) ?? 'single' },
    cleaningFee: number('cleaning_fee'),
    deposit: {
      value: number('depositValue'),
      isPercentage: on('depositIsPercentage'),
      isWhole: on('depAmount'),
      isOneNight: on('depositIsOneNight'),
      roundsUp: on('roundupDepositYesNo'),
      wholeWithinDays: on('use_variable_deposits') ? number('variable_deposit_threashold').valueOf() : null,
      minimum: number('minimum_deposit_value'),
    },
  }
}

function wisePriceOf(number: (key: SettingKey) => Fraction): WisePrice {
  return {
    withinDays: number('wisepricethreshold').valueOf(),
    steps: [
      { taken: 10, percent: number('wiseprice10discount') },
      { taken: 25, percent: number('wiseprice25discount') },
      { taken: 50, percent: number('wiseprice50discount') },
      { taken: 75, percent: number('wiseprice75discount') },
    ],
  }
}
