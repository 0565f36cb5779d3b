/** Suggestions for an unknown country or region of an address. */
import { didYouMean } from '../../base/spelling.ts'
import type { SessionAddress } from '../../domain/session/booking-session.ts'
import type { Ctx } from '../handler-context.ts'

const MAX_NAMED = 5
/** Texts are repeated in a header. */
const MAX_SHOWN = 40

/** The nearest country or region, and the request that lists them; undefined when both are known. */
export function placeHint({ country: code, region }: SessionAddress, { geography, product, property }: Ctx): string | undefined {
  const sent = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN))
  if (code === '') return undefined
  const country = code === code.toUpperCase() ? geography.country(code) : undefined
  if (!country) {
    const known = geography.country(code) ?? countryNamed(code, geography.countries())
    const near = known === undefined ? `such as ${property.countryCode}` : `as in ${known.code} for ${known.name}`
    const what = /^[A-Z]{2}$/.test(code) ? 'the code of a country' : 'a code of two upper-case letters'
    return `country ${sent(code)} is not ${what}, ${near}: GET ${product.apiPath}/site_structure/countries lists them`
  }
  const regions = geography.regionsOf(code)
  if (region === '' || regions.some(({ id }) => String(id) === region)) return undefined
  const list = `GET ${product.apiPath}/booking/regions/${code} lists them`
  if (regions.length === 0) return `${country.name} has no regions: leave region out`
  const near = didYouMean(
    region,
    regions.map(({ name }) => name),
  )
  const meant = regions.filter(({ name }) => name === near)
  const named = (meant.length > 0 ? meant : regions.slice(0, MAX_NAMED)).map(({ id, name }) => `${id} ${name}`)
  const words = meant.length > 0 ? 'near to it is' : 'there are'
  return `region ${sent(region)} is not the id of a region of ${code}: ${words} ${named.join(', ')}${meant.length > 0 ? '' : ' and others'}; ${list}`
}

function countryNamed<C extends { readonly name: string }>(text: string, countries: readonly C[]): C | undefined {
  const near = didYouMean(
    text,
    countries.map(({ name }) => name),
  )
  return countries.find(({ name }) => name === near)
}
