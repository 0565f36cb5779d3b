/**
 * Validation of guests.
 * @source spec "Guests"; facts "guests"; choice `input_values`
 */
import { parseClearMoney } from '../../base/money.ts'
import { hasControlCharacter, NO_CONTROL_CHARACTERS } from '../control-characters.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import { ProblemList } from '../problem-list.ts'
import { Refusal } from '../refusal.ts'
import { type Guest, type GuestTexts, guestTexts } from './guests.ts'

export type GuestData = Omit<Guest, 'id' | 'propertyId' | 'userId'>

/** The values as they were sent. The VAT number is not among them: it is accepted and never stored. */
export interface GuestForm extends GuestTexts {
  /** Percent; blank is none. */
  readonly discount: string
}

/** Lookups of countries and regions. Country codes in any case. */
export interface PlaceLookups {
  country(code: string): { readonly code: string } | undefined
  region(id: number): { readonly countryCode: string } | undefined
}

/** The largest discount, hundredths of a percent; the newest release cannot store 100 %. */
const MAX_DISCOUNT = { checked: HUNDRED_PERCENT, cast: HUNDRED_PERCENT - 1 } as const
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** True for a text that has the form of an e-mail address. */
export const isEmail = (text: string): boolean => EMAIL.test(text)

/**
 * Validates a guest form.
 *
 * @param strictness `checked` also validates names, e-mail address, country and region; `cast` stores them unchanged
 * @throws Refusal `values_invalid` naming every wrong value
 */
export function readGuestForm(form: GuestForm, places: PlaceLookups, strictness: 'checked' | 'cast'): GuestData {
  const problems = new ProblemList()
  const texts = guestTexts((field) => form[field].trim())
  if (strictness === 'checked') {
    checkTexts(texts, problems)
    checkPlace(texts, places, problems)
  }
  const discount = readDiscount(form.discount, strictness)
  if (discount === undefined)
    problems.add('discount', `expected a percentage from 0 to ${MAX_DISCOUNT[strictness] / 100}, or nothing`, form.discount)
  if (discount === undefined || problems.size > 0) throw new Refusal('values_invalid', { problems: problems.toProblems() })
  return { ...texts, discount }
}

/** Hundredths of a percent; undefined for a text that is not a number or cannot be stored. */
function readDiscount(text: string, strictness: 'checked' | 'cast'): number | undefined {
  const sent = text.trim()
  if (sent === '') return 0
  const percent = parseClearMoney(sent)?.amount
  const most = MAX_DISCOUNT[strictness]
  const least = strictness === 'checked' ? 0 : -most
  return percent !== undefined && percent >= least && percent <= most ? percent : undefined
}

function checkTexts(texts: GuestTexts, problems: ProblemList): void {
  for (const [field, value] of Object.entries(texts)) if (hasControlCharacter(value)) problems.add(field, NO_CONTROL_CHARACTERS)
  if (texts.firstname === '') problems.add('firstname', 'must not be blank')
  if (texts.surname === '') problems.add('surname', 'must not be blank')
  if (!isEmail(texts.email)) problems.add('email', 'expected an address such as ada@example.test', texts.email)
}

function checkPlace({ country, region }: GuestTexts, places: PlaceLookups, problems: ProblemList): void {
  const known = places.country(country)
  if (!known) problems.add('country', 'expected a two-letter country code of the site structure', country)
  else if (!isRegionOf(region, known.code, places))
    problems.add('region', `expected a region id of ${known.code}, or a name`, region)
}

/** True for a region id of the country, and for any text that is not a number. */
function isRegionOf(region: string, countryCode: string, places: PlaceLookups): boolean {
  if (!/^\d+$/.test(region)) return true
  return places.region(Number(region))?.countryCode.toUpperCase() === countryCode.toUpperCase()
}
