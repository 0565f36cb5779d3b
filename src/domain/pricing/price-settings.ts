/**
 * The price settings of a property, parsed.
 * @source facts "Settings used, with defaults"
 */
import type { Fraction } from 'fraction.js'
import type { Property } from '../property/properties.ts'
import { isOn, type SettingKey, setting } from '../property/settings.ts'
import { settingNumber } from './amount.ts'
import { CITY_TAX_MODELS, type CityTax } from './city-tax-model.ts'

/** What decides whether a price is per person or flat; see the choice `per_person`. */
export type PerPersonChoice = 'ignore_pppn' | 'property_setting'

/** The deposit settings. Amounts in currency units, the percentage in percent. */
export interface DepositSettings {
  readonly value: Fraction
  readonly isPercentage: boolean
  readonly isWhole: boolean
  readonly isOneNight: boolean
  readonly roundsUp: boolean
  /** The whole price is due when arrival is at most this many days away; null without such a limit. */
  readonly wholeWithinDays: number | null
  readonly minimum: Fraction
}

/** A discount for arrivals in the next days. */
export interface LastMinuteDiscount {
  readonly withinDays: number
  /** Percent. */
  readonly percent: Fraction
}

/** Discounts for room types of which few rooms are taken. */
export interface WisePrice {
  readonly withinDays: number
  /** The discount in percent while at most `maxTakenPercent` of the rooms are taken; in ascending order. */
  readonly steps: readonly { readonly maxTakenPercent: number; readonly percent: Fraction }[]
}

export interface PriceSettings {
  readonly singleUnit: boolean
  /** True when stored rates include tax. */
  readonly inclusive: boolean
  /** `tariff`: `ignore_pppn` of each tariff decides; `all`, `none`: every room, no room is priced per person. */
  readonly perPerson: 'tariff' | 'all' | 'none'
  /** True when the rate of the first night applies to all nights. */
  readonly firstNightCounts: boolean
  /** The supplement of the property for one person alone in a room; null when each room has its own. */
  readonly singlePerson: { readonly cost: Fraction; readonly isPercentage: boolean } | null
  readonly lastMinute: LastMinuteDiscount | null
  readonly wisePrice: WisePrice | null
  readonly cityTax: CityTax
  readonly cleaningFee: Fraction
  readonly deposit: DepositSettings
}

/** The price settings of a property. An invalid number is read as 0, an unknown city tax model as `single`. */
export function priceSettingsOf(property: Property, perPersonBy: PerPersonChoice): PriceSettings {
  const on = (key: SettingKey): boolean => isOn(property, key)
  const number = (key: SettingKey): Fraction => settingNumber(setting(property, key))
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
      { maxTakenPercent: 10, percent: number('wiseprice10discount') },
      { maxTakenPercent: 25, percent: number('wiseprice25discount') },
      { maxTakenPercent: 50, percent: number('wiseprice50discount') },
      { maxTakenPercent: 75, percent: number('wiseprice75discount') },
    ],
  }
}
