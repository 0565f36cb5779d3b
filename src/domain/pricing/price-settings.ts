/**
 * The price settings of a property, parsed.
 * @source facts "Settings used, with defaults"
 */
import type { Fraction } from 'fraction.js'
import type { Property } from '../property/properties.ts'
import { isOn, type SettingKey, setting } from '../property/settings.ts'
import { settingNumber } from './amount.ts'
import { CITY_TAX_MODELS, type CityTaxModel } from './city-tax-model.ts'

export type PriceSettings = ReturnType<typeof priceSettingsOf>
export type DepositSettings = PriceSettings['deposit']
export type WisePrice = ReturnType<typeof wisePriceOf>

/** The price settings of a property. An invalid number is read as 0, an unknown city tax model as `single`. */
export function priceSettingsOf(property: Property) {
  const on = (key: SettingKey): boolean => isOn(property, key)
  const number = (key: SettingKey): Fraction => settingNumber(setting(property, key))
  const sent = setting(property, 'city_tax_models')
  const model: CityTaxModel = CITY_TAX_MODELS.find((one) => one === sent) ?? 'single'
  return {
    singleUnit: property.singleUnit,
    /** True when stored rates include tax. */
    inclusive: on('prices_inclusive'),
    /** True when prices are per person, under `per_person=property_setting`. */
    perPerson: on('perPersonPerNight'),
    /** True when the rate of the first night applies to all nights. */
    firstNightCounts: setting(property, 'newTariffModels') === '1',
    /** The supplement of the property for one person alone in a room; null when each room has its own. */
    singlePerson: on('singlePersonSuppliment')
      ? { cost: number('singlePersonSupplimentCost'), isPercentage: on('supplimentChargeIsPercentage') }
      : null,
    /** A discount in percent for arrivals in the next days. */
    lastMinute: on('lastminuteactive')
      ? { withinDays: number('lastminutethreshold').valueOf(), percent: number('lastminutediscount') }
      : null,
    wisePrice: on('wisepriceactive') ? wisePriceOf(number) : null,
    cityTax: { value: number('city_tax_value'), model },
    cleaningFee: number('cleaning_fee'),
    /** Amounts in currency units, the percentage in percent. */
    deposit: {
      value: number('depositValue'),
      isPercentage: on('depositIsPercentage'),
      isWhole: on('depAmount'),
      isOneNight: on('depositIsOneNight'),
      roundsUp: on('roundupDepositYesNo'),
      /** The whole price is due when arrival is at most this many days away; null without such a limit. */
      wholeWithinDays: on('use_variable_deposits') ? number('variable_deposit_threashold').valueOf() : null,
      minimum: number('minimum_deposit_value'),
    },
  }
}

/** Discounts for room types of which few rooms are taken. */
function wisePriceOf(number: (key: SettingKey) => Fraction) {
  return {
    withinDays: number('wisepricethreshold').valueOf(),
    /** The discount in percent while at most `maxTakenPercent` of the rooms are taken; in ascending order. */
    steps: [
      { maxTakenPercent: 10, percent: number('wiseprice10discount') },
      { maxTakenPercent: 25, percent: number('wiseprice25discount') },
      { maxTakenPercent: 50, percent: number('wiseprice50discount') },
      { maxTakenPercent: 75, percent: number('wiseprice75discount') },
    ],
  }
}
