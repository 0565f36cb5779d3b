/**
 * Whether the address of a visitor does.
 *
 * @module
 * @source facts 4.4, 4.11, "Settings used, with defaults"; choice `session_checks`
 */
import { ADDRESS_FIELDS, type AddressField, type SessionAddress } from './booking-session.ts'
import type { Property } from './property.ts'
import { isOn, type SettingKey } from './property-settings.ts'
import { filled, type Reason } from './session-checks.ts'
import { cutText, TEXT_LENGTH } from './session-limits.ts'

/** The property setting that demands a field of the address. */
const DEMANDED_BY: Readonly<Record<AddressField, SettingKey>> = {
  firstname: 'bookingform_requiredfields_name',
  surname: 'bookingform_requiredfields_surname',
  house: 'bookingform_requiredfields_houseno',
  street: 'bookingform_requiredfields_street',
  town: 'bookingform_requiredfields_town',
  postcode: 'bookingform_requiredfields_postcode',
  country: 'bookingform_requiredfields_country',
  region: 'bookingform_requiredfields_region',
  tel_mobile: 'bookingform_requiredfields_mobile',
  email: 'bookingform_requiredfields_email',
}

/** True for a field without which the property takes no guest. */
export const demandsField = (property: Property, field: AddressField): boolean => isOn(property, DEMANDED_BY[field])

/** What an address is held against. */
export interface AddressRules {
  readonly required: (field: AddressField) => boolean
  /** True for a country code that exists, upper case. */
  readonly knowsCountry: (code: string) => boolean
  /** Region ids of a country, as text. */
  readonly regionsOf: (code: string) => readonly string[]
}

/** The order in which fields are looked at. */
const CHECKED: readonly AddressField[] = [
  'firstname',
  'surname',
  'house',
  'street',
  'postcode',
  'town',
  'region',
  'country',
  'tel_mobile',
  'email',
]

/**
 * Checks an address: fields the property demands, a country that exists, a region of that country.
 *
 * @param careful true: the first problem counts, and a region is demanded only where the country has some;
 *   false: the last problem counts, and country and region are always demanded
 */
export function addressProblem(address: SessionAddress, rules: AddressRules, careful: boolean): Reason {
  const problems = CHECKED.filter(
    (field) => address[field] === '' && rules.required(field) && !excused(field, address, rules, careful),
  )
    .map((field) => `${field} is required`)
    .concat(
      CHECKED.filter((field) => address[field].length > TEXT_LENGTH).map(
        (field) => `${field} is longer than ${TEXT_LENGTH} characters`,
      ),
    )
    .concat(placeProblem(address, rules, careful) ?? [])
  return careful ? problems[0] : problems.at(-1)
}

function excused(field: AddressField, { country }: SessionAddress, rules: AddressRules, careful: boolean): boolean {
  return careful && field === 'region' && rules.knowsCountry(country) && rules.regionsOf(country).length === 0
}

function placeProblem({ country, region }: SessionAddress, rules: AddressRules, careful: boolean): Reason {
  if (careful && country === '') return undefined
  if (!rules.knowsCountry(country)) return `country ${country} is invalid`
  const regions = rules.regionsOf(country)
  if (careful && region === '') return undefined
  return regions.includes(region) ? undefined : `region ${region} is invalid`
}

/** An address as it was sent: what is absent, `undefined` or `null` is empty. Of a long text only the beginning is kept. */
export function sentAddress(field: (name: AddressField) => string | undefined): SessionAddress {
  const entries = ADDRESS_FIELDS.map((name) => [name, cutText(filled(field(name)))] as const)
  return Object.fromEntries(entries) as SessionAddress
}
