/**
 * Countries and regions: the world's, or those that a fixture brings. The world is read from disk the first time somebody
 * asks for a place, once a process.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Country, Region } from '../domain/site-structure.ts'
import { slug } from '../domain/text-match.ts'

/** Looks up countries and regions. Codes may be in any case; every list and row is shared, never a copy. */
export interface Geography {
  /** Sorted by name. */
  countries(): readonly Country[]
  /** Sorted by country code, then name. */
  regions(): readonly Region[]
  /** By ISO 3166-1 alpha-2. */
  country(code: string): Country | undefined
  /** The name of the country in a language of the interface (`fr`, `de-DE`); English where there is no other. */
  countryName(code: string, language: string): string | undefined
  region(id: number): Region | undefined
  /** Sorted by name; empty for an unknown country and for one without regions. */
  regionsOf(countryCode: string): readonly Region[]
  /** The id of the region of this full name, blind to case and accents; the first by id when two share a name. */
  regionId(countryCode: string, name: string): number | undefined
}

/** What a fixture brings. A list that is empty is not brought. */
export interface OwnPlaces {
  readonly countries: readonly Country[]
  readonly regions: readonly Region[]
}

/** Sorted lists, and the places no longer listed, which old data may still name by their id or code. */
interface Atlas extends OwnPlaces {
  readonly retiredCountries: readonly Country[]
  readonly retiredRegions: readonly Region[]
}

type CountryRow = readonly [id: number, code: string, name: string, retired?: 1]
type RegionRow = readonly [id: number, part: string, name: string, retired?: 1]

const TRANSLATED = new Set(['fr', 'de'])

/**
 * Where the tables are: beside this file in the source, and in the shipped bundle in `geo/` beside the entry or one folder up.
 *
 * @throws Error when the installation lacks them
 */
export function geoFolder(): URL {
  const places = ['./geo/', '../geo/'].map((path) => new URL(path, import.meta.url))
  const found = places.find((place) => existsSync(new URL('countries.json', place)))
  if (!found)
    throw new Error(`The tables of countries and regions are missing: no countries.json in ${places.map(String).join(' or ')}`)
  return found
}

/**
 * The places that a sandbox knows. Countries of its own take the place of the world's, and so do regions; of the world's
 * regions only those of the countries in use remain.
 */
export function geography(own?: OwnPlaces): Geography {
  if (!own || own.countries.length + own.regions.length === 0) return world()
  return geographyOf(once(() => ownAtlas(own)))
}

const worldAtlas = once(readWorld)
const world = once(() => geographyOf(worldAtlas))
const collator = once(() => new Intl.Collator('en'))
const translations = new Map<string, Intl.DisplayNames>()

function geographyOf(atlas: () => Atlas): Geography {
  const byCode = once(
    () => new Map([...atlas().retiredCountries, ...atlas().countries].map((row) => [row.code.toUpperCase(), row])),
  )
  const byId = once(() => new Map([...atlas().retiredRegions, ...atlas().regions].map((row) => [row.id, row])))
  const byCountry = once(() => groupedByCountry(atlas().regions))

  const country = (code: string) => byCode().get(code.toUpperCase())
  const regionsOf = (code: string) => byCountry().get(code.toUpperCase()) ?? []
  return {
    countries: () => atlas().countries,
    regions: () => atlas().regions,
    country,
    countryName: (code, language) => {
      const known = country(code)
      return known && (translation(known.code, language) ?? known.name)
    },
    region: (id) => byId().get(id),
    regionsOf,
    regionId: (code, name) => {
      const wanted = slug(name)
      const ids = regionsOf(code).flatMap((row) => (wanted !== '' && slug(row.name) === wanted ? [row.id] : []))
      return ids.length > 0 ? Math.min(...ids) : undefined
    },
  }
}

function ownAtlas(own: OwnPlaces): Atlas {
  const countries = own.countries.length > 0 ? own.countries.toSorted(byName) : worldAtlas().countries
  const codes = new Set(countries.map((row) => row.code.toUpperCase()))
  const regions =
    own.regions.length > 0
      ? own.regions.toSorted((a, b) => byText(a.countryCode, b.countryCode) || byName(a, b))
      : worldAtlas().regions.filter((row) => codes.has(row.countryCode))
  return { countries, regions, retiredCountries: [], retiredRegions: [] }
}

/** The tables are written in order, so the world is never sorted here. */
function readWorld(): Atlas {
  const folder = geoFolder()
  const countryRows = JSON.parse(readFileSync(new URL('countries.json', folder), 'utf8')) as readonly CountryRow[]
  const regionRows = JSON.parse(readFileSync(new URL('regions.json', folder), 'utf8')) as Readonly<
    Record<string, readonly RegionRow[]>
  >
  const regionList = Object.entries(regionRows).flatMap(([countryCode, rows]) => rows.map((row) => ({ countryCode, row })))
  const country = ([id, code, name]: CountryRow): Country => ({
    id,
    code,
    name,
  })
  const region = ({ countryCode, row: [id, , name] }: { countryCode: string; row: RegionRow }): Region => ({
    id,
    countryCode,
    name,
  })
  return {
    countries: countryRows.filter((row) => !row[3]).map(country),
    retiredCountries: countryRows.filter((row) => row[3]).map(country),
    regions: regionList.filter(({ row }) => !row[3]).map(region),
    retiredRegions: regionList.filter(({ row }) => row[3]).map(region),
  }
}

/** The runtime's own name of a country, for the languages that the interface speaks besides English. */
function translation(code: string, language: string): string | undefined {
  const spoken = language.slice(0, 2).toLowerCase()
  if (!TRANSLATED.has(spoken) || !/^[a-z]{2}$/i.test(code)) return undefined
  const names = translations.get(spoken) ?? new Intl.DisplayNames(spoken, { type: 'region', fallback: 'none' })
  translations.set(spoken, names)
  return names.of(code)
}

function groupedByCountry(regions: readonly Region[]): ReadonlyMap<string, readonly Region[]> {
  const groups = new Map<string, Region[]>()
  for (const region of regions) {
    const code = region.countryCode.toUpperCase()
    const group = groups.get(code)
    if (group) group.push(region)
    else groups.set(code, [region])
  }
  return groups
}

/** By name as an English index sorts it, the same names by id. */
function byName(a: Country | Region, b: Country | Region): number {
  return collator().compare(a.name, b.name) || a.id - b.id
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
