import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { CountryEntry, FeatureEntry, RegionEntry, RoomTypeEntry } from '../../booking-contract/site-structure.ts'
import type { Country, Feature, Region, RoomType } from '../../domain/property/site-structure.ts'
import { KeptByRow } from './shared/kept.ts'
import { zeroOrOne } from './shared/text.ts'

/** A room type of the whole site. */
export function roomTypeEntry(type: RoomType): RoomTypeEntry {
  return {
    room_classes_uid: type.id,
    room_class_abbv: type.name,
    room_class_full_desc: type.description,
    image: type.image,
    ptype_xref: type.propertyTypeIds.map(String),
    property_uid: 0,
  }
}

/** A feature with the title of its category, `''` without one. */
export function featureEntry(feature: Feature, categoryTitle: string, typeIds: Choices['feature_type_ids']): FeatureEntry {
  return {
    id: feature.id,
    abbv: feature.name,
    desc: feature.description,
    image: feature.image,
    property_uid: 0,
    include_in_filters: zeroOrOne(feature.includeInFilters),
    ptype_xref: typeIds === 'texts' ? feature.propertyTypeIds.map(String) : feature.propertyTypeIds,
    cat_id: feature.categoryId,
    cat_title: categoryTitle,
  }
}

type ByKey<E> = Readonly<Record<string, E>>

// Caches: lists of places are immutable and shared by sandboxes.
const shownCountries = new WeakMap<readonly Country[], Map<string, ByKey<CountryEntry>>>()
const shownRegions = new WeakMap<readonly Region[], ByKey<RegionEntry>>()

/**
 * All countries by code, sorted by their names in the language; cached by list and language.
 *
 * @param nameIn the name of a country in the language, by its code
 */
export function countriesByCode(
  countries: readonly Country[],
  language: string,
  nameIn: (code: string) => string | undefined,
): ByKey<CountryEntry> {
  const languages = getOrInsert(shownCountries, countries, () => new Map<string, ByKey<CountryEntry>>())
  return getOrInsert(languages, language, () => {
    const { compare } = new Intl.Collator(language)
    const entries = countries
      .map(({ id, code, name }) => ({ id: String(id), countrycode: code, countryname: nameIn(code) ?? name }))
      .sort((a, b) => compare(a.countryname, b.countryname))
    return Object.fromEntries(entries.map((entry) => [entry.countrycode, entry]))
  })
}

const names = new KeptByRow<Record<string, string>>()

/** The names of {@link countriesByCode}, in their order; kept and frozen. */
export const countryNames = (countries: ByKey<CountryEntry>) =>
  names.of(countries, [], () => Object.fromEntries(Object.values(countries).map((one) => [one.countrycode, one.countryname])))

/** All regions by id; cached by list. Their names are the same in every language. */
export const regionsById = (regions: readonly Region[]): ByKey<RegionEntry> =>
  getOrInsert(shownRegions, regions, () =>
    Object.fromEntries(
      regions.map(({ id, countryCode, name }) => [id, { id: String(id), countrycode: countryCode, regionname: name }]),
    ),
  )
