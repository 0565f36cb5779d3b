/**
 * The settings of properties, in the spelling of the service, with their defaults.
 * @source facts "Property settings that matter here" and "Settings used, with defaults"
 */
import { CITY_TAX_MODELS } from '../pricing/city-tax-model.ts'

/** The default of a setting, and the texts that it may have. */
const declared = (value: string, expected: string, pattern: string) => ({ value, expected, pattern })

const OFF = declared('0', '0 or 1, as text', '[01]')
const ON = { ...OFF, value: '1' }
const number = (value: string) => declared(value, 'a number, as text', '\\d{1,12}(\\.\\d{1,12}|,\\d{1,2})?')
const PEOPLE = declared('', 'a whole number, as text', '\\d{1,6}')

const SETTINGS = {
  is_real_estate_listing: OFF,
  wholeday_booking: OFF,
  cformat: declared('2', 'a format (1 to 6), as text', '[1-6]'),
  cformat_strip_decimals: OFF,
  currency_symbol_swap: OFF,
  prices_inclusive: ON,
  accommodation_tax_code: number('1'),
  perPersonPerNight: OFF,
  newTariffModels: declared('2', '1 or 2, as text', '[12]'),
  weekenddays: declared('5,6', 'weekdays (0 Sunday to 6 Saturday) such as 5,6', '[0-6](\\s*,\\s*[0-6])*'),
  requireApproval: OFF,
  visitors_can_book: ON,
  registeredUsersOnlyCanBook: OFF,
  chargeDepositYesNo: ON,
  depositIsPercentage: ON,
  depositValue: number('20'),
  depAmount: OFF,
  depositIsOneNight: OFF,
  roundupDepositYesNo: OFF,
  use_variable_deposits: OFF,
  variable_deposit_threashold: number('60'),
  minimum_deposit_value: number('0'),
  minimuminterval: number('1'),
  mindaysbeforearrival: number('1'),
  limitAdvanceBookingsYesNo: OFF,
  advanceBookingsLimit: number('90'),
  fixedPeriodBookings: OFF,
  fixedPeriodBookingsNumberOfDays: number('7'),
  numberofFixedPeriods: number('4'),
  fixedArrivalDateYesNo: OFF,
  fixedArrivalDay: declared('0', 'a weekday (0 Sunday to 6 Saturday), as text', '[0-6]'),
  city_tax_value: number('0'),
  city_tax_models: declared('single', `one of ${CITY_TAX_MODELS.join(', ')}`, CITY_TAX_MODELS.join('|')),
  cleaning_fee: number('0'),
  singlePersonSuppliment: OFF,
  singlePersonSupplimentCost: number('10'),
  supplimentChargeIsPercentage: OFF,
  lastminuteactive: OFF,
  lastminutethreshold: number('6'),
  lastminutediscount: number('20'),
  wisepriceactive: OFF,
  wisepricethreshold: number('60'),
  wiseprice10discount: number('30'),
  wiseprice25discount: number('20'),
  wiseprice50discount: number('10'),
  wiseprice75discount: number('5'),
  accommodates_adults: PEOPLE,
  accommodates_children: PEOPLE,
  allow_children: ON,
  bookingform_requiredfields_name: ON,
  bookingform_requiredfields_surname: ON,
  bookingform_requiredfields_region: ON,
  bookingform_requiredfields_country: ON,
  bookingform_requiredfields_mobile: ON,
  bookingform_requiredfields_email: ON,
  bookingform_requiredfields_houseno: OFF,
  bookingform_requiredfields_street: OFF,
  bookingform_requiredfields_town: OFF,
  bookingform_requiredfields_postcode: OFF,
  bookingform_requiredfields_tel: OFF,
} as const

export type SettingKey = keyof typeof SETTINGS

const defaults = Object.entries(SETTINGS).map(([key, { value }]) => [key, value] as const)
export const SETTING_DEFAULTS = Object.fromEntries(defaults) as Readonly<Record<SettingKey, string>>

interface HasSettings {
  readonly settings: Readonly<Partial<Record<SettingKey, string>>>
}

/** The value of a setting, without blanks around it: the property's own, else the default. */
export function setting(property: HasSettings, key: SettingKey): string {
  return (property.settings[key] ?? SETTING_DEFAULTS[key]).trim()
}

export function isOn(property: HasSettings, key: SettingKey): boolean {
  return setting(property, key) === '1'
}

/** The texts that a setting may have. All may be empty, none is so long that its pattern takes time. */
export function settingSchema(key: SettingKey) {
  const { expected, pattern } = SETTINGS[key]
  return { type: 'string', maxLength: 100, pattern: `^\\s*(${pattern})?\\s*$`, description: expected }
}
