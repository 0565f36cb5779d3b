/**
 * The filters of a search: each parses the sent text and returns a test for properties.
 * @source spec "Search"; facts "Search"; choice `search_input`
 */
import type { Day } from '../../base/day.ts'
import { toNumber } from '../../base/money.ts'
import { leadingInteger } from '../leading-number.ts'
import { ProblemList } from '../problem-list.ts'
import type { Property } from '../property/properties.ts'
import { isOn } from '../property/settings.ts'
import { refuseIfAny } from '../refusal.ts'
import type { Rate } from '../tariff/rates.ts'
import { sameName, townMatches } from './text-match.ts'

/** How invalid search values are handled: refused, or as the newest release handles them. */
export type SearchInput = 'strict' | 'as_recorded'

/** Returns true for a property in the result. */
export type Filter = (property: Property) => boolean

const allProperties: Filter = () => true
const NUMBER_PATTERN = /^[+-]?\d{1,15}(\.\d{1,15})?$/

/**
 * One of these star ratings. A list without a number finds nothing.
 *
 * @throws Refusal `values_invalid` for items that are not numbers, in strict mode
 */
export function starsFilter(sent: string, input: SearchInput): Filter {
  const wanted = new Set(numbersOf('stars', listItems(sent), input))
  return ({ stars }) => wanted.has(stars)
}

/**
 * All of these features. A list without an id finds nothing.
 *
 * @throws Refusal `values_invalid` for items that are not numbers, in strict mode
 */
export function featuresFilter(sent: string, input: SearchInput): Filter {
  const wanted = input === 'strict' ? numbersOf('feature_ids', listItems(sent), input) : listItems(sent).map(leadingInteger)
  return ({ featureIds }) => wanted.length > 0 && wanted.every((id) => featureIds.includes(id))
}

/** The two bounds of a price search as they were sent. */
export type PriceBounds = Readonly<Record<'low' | 'high', string>>

/** The data of a price search. */
export interface RateLookups {
  readonly ratesOf: (property: Property) => readonly Rate[]
  /** The night to compare prices of: tomorrow, in the property's time zone. */
  readonly nightFor: (property: Property) => Day
  /** `any`: later nights too. */
  readonly nights: 'tomorrow' | 'any'
}

/**
 * A tariff of this night with a price (not 0) between the bounds, both included; bounds with decimals in strict mode, else whole
 * units.
 *
 * @throws Refusal `values_invalid` for bounds that are not numbers, in strict mode
 */
export function priceFilter(sent: PriceBounds, input: SearchInput, { ratesOf, nightFor, nights }: RateLookups): Filter {
  const band = input === 'strict' ? strictRange(sent) : recordedRange(sent)
  if (!band) return allProperties
  return (property) => {
    const night = nightFor(property)
    return ratesOf(property).some(({ from, to, price }) => {
      const amount = toNumber(price)
      return (from <= night || nights === 'any') && night <= to && amount > 0 && band.low <= amount && amount <= band.high
    })
  }
}

/** One of these towns, by a part of its name. */
export function townsFilter(sent: string, input: SearchInput): Filter {
  const wanted = sent.split(',')
  if (input === 'as_recorded' && wanted.includes('')) return allProperties
  return ({ town }) => wanted.some((name) => townMatches(name, town))
}

/**
 * One of these regions, by id or full name.
 *
 * @param nameOf the name of a region by its id
 */
export function regionsFilter(sent: string, nameOf: (regionId: number) => string | undefined): Filter {
  const wanted = listItems(sent)
  const ids = new Set(wanted.filter((item) => /^\d{1,9}$/.test(item)).map(Number))
  return ({ regionId }) => {
    if (regionId === 0) return false
    if (ids.has(regionId)) return true
    const name = nameOf(regionId)
    return name !== undefined && wanted.some((item) => sameName(item, name))
  }
}

/**
 * One of these countries. In `as_recorded` mode, unknown and lower-case codes are ignored, and without any other the search
 * finds everything.
 *
 * @param isKnown true for a code of an existing country, case-sensitive
 */
export function countriesFilter(sent: string, input: SearchInput, isKnown: (code: string) => boolean): Filter {
  const codes = listItems(sent)
  if (input === 'as_recorded' && !codes.some(isKnown)) return allProperties
  const wanted = new Set(input === 'strict' ? codes.map((code) => code.toUpperCase()) : codes.filter(isKnown))
  return ({ countryCode }) => wanted.has(countryCode)
}

/** How a visitor can book or enquire. */
export type BookingOffer = 'contact_agent' | 'contact_us' | 'request_booking' | 'book_now'

/**
 * The offer to an anonymous visitor; the first matching rule decides.
 *
 * @source facts "Search", bookthis rules
 */
export function bookingOffer(property: Property): BookingOffer {
  if (isOn(property, 'is_real_estate_listing')) return 'contact_agent'
  if (!isOn(property, 'visitors_can_book') || isOn(property, 'registeredUsersOnlyCanBook')) return 'contact_us'
  return isOn(property, 'requireApproval') ? 'request_booking' : 'book_now'
}

interface PriceRange {
  readonly low: number
  readonly high: number
}

/** The price range; a high bound of 0 or less matches nothing. */
function strictRange({ low, high }: PriceBounds): PriceRange {
  const [from, to] = [low, high].map((bound) => bound.replace(/^(\d+),(\d{1,2})$/, '$1.$2'))
  requireNumbers({ price_low: [from ?? ''], price_high: [to ?? ''] })
  return Number(to) > 0 ? { low: Number(from), high: Number(to) } : { low: 1, high: 0 }
}

/** The price range; undefined (no filter) for a high bound of 0 or less. */
function recordedRange({ low, high }: PriceBounds): PriceRange | undefined {
  const top = leadingInteger(high)
  return top > 0 ? { low: Math.max(1, leadingInteger(low)), high: top } : undefined
}

const listItems = (sent: string): readonly string[] => sent.split(',').filter((item) => item !== '')

/** The numbers of a list; invalid items are refused in strict mode, else left out. */
function numbersOf(field: string, list: readonly string[], input: SearchInput): readonly number[] {
  if (input === 'strict') requireNumbers({ [field]: list })
  return list.filter((item) => NUMBER_PATTERN.test(item)).map(Number)
}

/** @throws Refusal `values_invalid` naming the invalid items by field */
function requireNumbers(lists: Readonly<Record<string, readonly string[]>>): void {
  const problems = new ProblemList()
  for (const [field, list] of Object.entries(lists))
    for (const item of list) if (!NUMBER_PATTERN.test(item)) problems.addItem(field, item, 'not a number')
  refuseIfAny(problems.toProblems())
}
