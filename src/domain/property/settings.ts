/**
 * The settings of properties, in the spelling of the service, with their defaults.
 * @source facts "Property settings that matter here" and "Settings used, with defaults"
 */
import { CITY_TAX_MODELS } from '../pricing/city-tax-model.ts'

export const SETTING_DEFAULTS = {
  is_real_estate_listing: '0',
  wholeday_booking: '0',
  cformat: '2',
  cformat_strip_decimals: '0',
  currency_symbol_swap: '0',
  prices_inclusive: '1',
  accommodation_tax_code: '1',
  perPersonPerNight: '0',
  newTariffModels: '2',
  weekenddays: '5,6',
  requireApproval: '0',
  visitors_can_book: '1',
  registeredUsersOnlyCanBook: '0',
  chargeDepositYesNo: '1',
  depositIsPercentage: '1',
  depositValue: '20',
  depAmount: '0',
  depositIsOneNight: '0',
  roundupDepositYesNo: '0',
  use_variable_deposits: '0',
  variable_deposit_threashold: '60',
  minimum_deposit_value: '0',
  minimuminterval: '1',
  mindaysbeforearrival: '1',
  limitAdvanceBookingsYesNo: '0',
  advanceBookingsLimit: '90',
  fixedPeriodBookings: '0',
  fixedPeriodBookingsNumberOfDays: '7',
  numberofFixedPeriods: '4',
  fixedArrivalDateYesNo: '0',
  fixedArrivalDay: '0',
  city_tax_value: '0',
  city_tax_models: 'single',
  cleaning_fee: '0',
  singlePersonSuppliment: '0',
  singlePersonSupplimentCost: '10',
  supplimentChargeIsPercentage: '0',
  lastminuteactive: '0',
  lastminutethreshold: '6',
  lastminutediscount: '20',
  wisepriceactive: '0',
  wisepricethreshold: '60',
  wiseprice10discount: '30',
  wiseprice25discount: '20',
  wiseprice50discount: '10',
  wiseprice75discount: '5',
  accommodates_adults: '',
  accommodates_children: '',
  allow_children: '1',
  bookingform_requiredfields_name: '1',
  bookingform_requiredfields_surname: '1',
  bookingform_requiredfields_region: '1',
  bookingform_requiredfields_country: '1',
  bookingform_requiredfields_mobile: '1',
  bookingform_requiredfields_email: '1',
  bookingform_requiredfields_houseno: '0',
  bookingform_requiredfields_street: '0',
  bookingform_requiredfields_town: '0',
  bookingform_requiredfields_postcode: '0',
  bookingform_requiredfields_tel: '0',
} as const

export type SettingKey = keyof typeof SETTING_DEFAULTS

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

/** The numbers among the settings whose default is 0 or 1; the others of these are switches. */
const NUMBERS: ReadonlySet<string> = new Set<SettingKey>([
  'accommodation_tax_code',
  'minimum_deposit_value',
  'minimuminterval',
  'mindaysbeforearrival',
  'city_tax_value',
  'cleaning_fee',
])
/** The settings with other values than numbers, or 0 and 1. */
const OTHERS: Readonly<Record<string, readonly [expected: string, pattern: string]>> = {
  city_tax_models: [`one of ${CITY_TAX_MODELS.join(', ')}`, CITY_TAX_MODELS.join('|')],
  cformat: ['a format (1 to 6), as text', '[1-6]'],
  newTariffModels: ['1 or 2, as text', '[12]'],
  fixedArrivalDay: ['a weekday (0 Sunday to 6 Saturday), as text', '[0-6]'],
  weekenddays: ['weekdays (0 Sunday to 6 Saturday) such as 5,6', '[0-6](\\s*,\\s*[0-6])*'],
  accommodates_adults: ['a whole number, as text', '\\d{1,6}'],
  accommodates_children: ['a whole number, as text', '\\d{1,6}'],
}

/** The texts that a setting may have. All may be empty, none is so long that its pattern takes time. */
export function settingSchema(key: SettingKey) {
  const isSwitch = /^[01]$/.test(SETTING_DEFAULTS[key]) && !NUMBERS.has(key)
  const plain = isSwitch ? ['0 or 1, as text', '[01]'] : ['a number, as text', '\\d{1,12}(\\.\\d{1,12}|,\\d{1,2})?']
  const [description, pattern] = OTHERS[key] ?? plain
  return { type: 'string', maxLength: 100, pattern: `^\\s*(${pattern})?\\s*$`, description }
}
