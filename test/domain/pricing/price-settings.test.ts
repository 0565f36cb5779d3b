import { describe, expect, test } from 'vitest'
import { priceSettingsOf } from '../../../src/domain/pricing/price-settings.ts'
import type { SettingKey } from '../../../src/domain/property/settings.ts'
import { property } from './stay.ts'

type Own = Readonly<Partial<Record<SettingKey, string>>>
/** Price settings in plain numbers. */
const plain = (own: Own, singleUnit = false): unknown =>
  JSON.parse(
    JSON.stringify(priceSettingsOf(property(own, singleUnit)), (_, value) =>
      typeof value === 'object' && value !== null && 'n' in value ? Number(value.s * value.n) / Number(value.d) : value,
    ),
  )

const DEFAULTS = {
  ...{ singleUnit: false, inclusive: true, perPerson: false, firstNightCounts: false },
  ...{ singlePerson: null, lastMinute: null, wisePrice: null, cityTax: { value: 0, model: 'single' }, cleaningFee: 0 },
  deposit: {
    value: 20,
    isPercentage: true,
    isWhole: false,
    isOneNight: false,
    roundsUp: false,
    wholeWithinDays: null,
    minimum: 0,
  },
}
const deposit = (more: object) => ({ deposit: { ...DEFAULTS.deposit, ...more } })
const steps = (...percents: readonly number[]) =>
  percents.map((percent, index) => ({ maxTakenPercent: [10, 25, 50, 75][index], percent }))

describe('the price settings of a property', () => {
  test('without settings are the defaults', () => {
    expect(plain({})).toEqual(DEFAULTS)
  })

  test.each<readonly [own: Own, more: object]>([
    [{ prices_inclusive: '0' }, { inclusive: false }],
    [{ prices_inclusive: 'yes' }, { inclusive: false }],
    [{ newTariffModels: '1' }, { firstNightCounts: true }],
    [{ perPersonPerNight: '1' }, { perPerson: true }],
    [{ perPersonPerNight: '0' }, {}],
    [{ singlePersonSuppliment: '1' }, { singlePerson: { cost: 10, isPercentage: false } }],
    [
      { singlePersonSuppliment: '1', singlePersonSupplimentCost: '7.5', supplimentChargeIsPercentage: '1' },
      { singlePerson: { cost: 7.5, isPercentage: true } },
    ],
    [{ singlePersonSupplimentCost: '7.5' }, {}],
    [{ lastminuteactive: '1' }, { lastMinute: { withinDays: 6, percent: 20 } }],
    [
      { lastminuteactive: '1', lastminutethreshold: '3', lastminutediscount: '12.5' },
      { lastMinute: { withinDays: 3, percent: 12.5 } },
    ],
    [{ wisepriceactive: '1' }, { wisePrice: { withinDays: 60, steps: steps(30, 20, 10, 5) } }],
    [
      {
        ...{ wisepriceactive: '1', wisepricethreshold: '9', wiseprice10discount: '4', wiseprice25discount: '3' },
        ...{ wiseprice50discount: '2', wiseprice75discount: '1' },
      },
      { wisePrice: { withinDays: 9, steps: steps(4, 3, 2, 1) } },
    ],
    [{ city_tax_value: '2.50', city_tax_models: 'perguest' }, { cityTax: { value: 2.5, model: 'perguest' } }],
    [{ city_tax_value: '2', city_tax_models: 'monthly' }, { cityTax: { value: 2, model: 'single' } }],
    [{ city_tax_value: 'much' }, {}],
    [{ cleaning_fee: '35' }, { cleaningFee: 35 }],
    [{ depositValue: '50', depositIsPercentage: '0' }, deposit({ value: 50, isPercentage: false })],
    [{ depAmount: '1' }, deposit({ isWhole: true })],
    [{ depositIsOneNight: '1' }, deposit({ isOneNight: true })],
    [{ roundupDepositYesNo: '1' }, deposit({ roundsUp: true })],
    [{ use_variable_deposits: '1' }, deposit({ wholeWithinDays: 60 })],
    [{ use_variable_deposits: '1', variable_deposit_threashold: '14' }, deposit({ wholeWithinDays: 14 })],
    [{ variable_deposit_threashold: '14' }, {}],
    [{ minimum_deposit_value: '25' }, deposit({ minimum: 25 })],
  ])('%j', (own, more) => {
    expect(plain(own)).toEqual({ ...DEFAULTS, ...more })
  })

  test('of a property that is let as one unit have singleUnit', () => {
    expect(plain({}, true)).toEqual({ ...DEFAULTS, singleUnit: true })
  })
})
