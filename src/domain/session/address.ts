/**
 * The checks of a visitor's address.
 * @source facts 4.4, 4.11, "Settings used, with defaults"; choice `session_checks`
 */

import { keysOf } from '../../base/keys-of.ts'
import { hasControlCharacter, NO_CONTROL_CHARACTERS } from '../control-characters.ts'
import { isEmail } from '../guest/form.ts'
import type { Property } from '../property/properties.ts'
import { isOn, type SettingKey } from '../property/settings.ts'
import { ADDRESS_FIELDS, type AddressField, type SessionAddress } from './booking-session.ts'
import { type Reason, trimmed } from './checks.ts'
import { cutText, lengthProblem, quoted } from './limits.ts'

/** The property setting that makes a field of the address mandatory, in the order in which the fields are checked. */
const REQUIRED_BY: Readonly<Record<AddressField, SettingKey>> = {
  firstname: 'bookingform_requiredfields_name',
  surname: 'bookingform_requiredfields_surname',
  house: 'bookingform_requiredfields_houseno',
  street: 'bookingform_requiredfields_street',
  postcode: 'bookingform_requiredfields_postcode',
  town: 'bookingform_requiredfields_town',
  region: 'bookingform_requiredfields_region',
  country: 'bookingform_requiredfields_country',
  tel_mobile: 'bookingform_requiredfields_mobile',
  email: 'bookingform_requiredfields_email',
}
const CHECK_ORDER = keysOf(REQUIRED_BY)

export const requiresField = (property: Property, field: AddressField): boolean => isOn(property, REQUIRED_BY[field])

/** The data an address is checked against. */
export interface AddressRules {
  readonly required: (field: AddressField) => boolean
  /** True for a country code that exists, upper case. */
  readonly knowsCountry: (code: string) => boolean
  /** Region ids of a country, as text. */
  readonly regionsOf: (code: string) => readonly string[]
}

/**
 * Checks an address: required fields, an existing country, a region of that country, an e-mail address.
 *
 * @param careful true: lists every problem, and requires a region only if the country has any; false: reports the last problem,
 * always requires country and region, and does not check the e-mail address
 */
export function addressProblem(address: SessionAddress, rules: AddressRules, careful: boolean): Reason {
  const missing = CHECK_ORDER.filter(
    (field) => address[field] === '' && rules.required(field) && !isOptional(field, address, rules, careful),
  )
  const problems = [
    ...missing.map((field) => `${field} is required`),
    ...CHECK_ORDER.flatMap((field) => lengthProblem(field, address[field]) ?? []),
    ...(careful
      ? CHECK_ORDER.filter((field) => hasControlCharacter(address[field])).map((field) => `${field} ${NO_CONTROL_CHARACTERS}`)
      : []),
    ...placeProblems(address, rules, careful),
    ...(careful && address.email !== '' && !isEmail(address.email)
      ? [`email ${quoted(address.email)} is not an e-mail address`]
      : []),
  ]
  if (problems.length === 0) return undefined
  return careful ? problems.join('; ') : problems.at(-1)
}

function isOptional(field: AddressField, { country }: SessionAddress, rules: AddressRules, careful: boolean): boolean {
  return careful && field === 'region' && rules.knowsCountry(country) && rules.regionsOf(country).length === 0
}

function placeProblems({ country, region }: SessionAddress, rules: AddressRules, careful: boolean): readonly string[] {
  if (careful && country === '') return []
  if (!rules.knowsCountry(country)) return [`country ${country} is invalid`]
  const regions = rules.regionsOf(country)
  if (careful && region === '') return []
  return regions.includes(region) ? [] : [`region ${region} is invalid`]
}

/** Reads an address: missing values, `undefined` and `null` become empty, and long texts are cut. */
export function readAddress(field: (name: AddressField) => string | undefined): SessionAddress {
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, cutText(trimmed(field(name)))])) as SessionAddress
}
