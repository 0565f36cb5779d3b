/**
 * Searches for published properties; no token is needed.
 * @source spec "Property search result", "Search (no authentication)"
 */
import type { Static } from 'typebox'
import { day, language, text } from '../api/path-values.ts'
import { Exact, exampleOf, Int, Keyed, Named, NumericText, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const SEARCH = new Subject('search')

const Picture = Exact({
  large: Text('URL', 'http://127.0.0.1:4010/service/uploadedimages/7/property/0/terrace.jpg'),
  medium: Text('URL', 'http://127.0.0.1:4010/service/uploadedimages/7/property/0/medium/terrace.jpg'),
  small: Text('URL', 'http://127.0.0.1:4010/service/uploadedimages/7/property/0/thumbnail/terrace.jpg'),
})

const SearchResult = Named('SearchResult', {
  property_name: Text('Name', 'Casa do Farol'),
  property_street: Text('Street', 'Rua do Mar 12'),
  property_town: Text('Town', 'Tavira'),
  property_postcode: Text('Postcode', '8800-120'),
  property_region: Text('Name of the region; empty when none', 'Faro'),
  property_region_id: NumericText('Region id; 0 when none', '2741'),
  property_country: Text('Name of the country in the language of the request', 'Portugal'),
  property_country_code: Text('ISO 3166-1 alpha-2, upper case', 'PT'),
  property_tel: Text('Telephone', '+351 281 000 120'),
  property_email: Type.Optional(Text('Email address; only if the property has one', 'farol@casa.example')),
  stars: Int('0 (unrated) to 5', 4),
  cat_id: Int('Category id; 0 when none', 1),
  images: withExample(Type.Array(Type.Array(Picture), { description: 'One list of pictures; empty without pictures' }), [
    [exampleOf(Picture.properties)],
  ]),
  property_details_page: Text(
    'URL of the page of the property',
    'http://127.0.0.1:4010/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB&task=viewproperty&property_uid=7',
  ),
  bookthis_link: Text(
    'URL of the page to book it or to contact its owner',
    'http://127.0.0.1:4010/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB&task=dobooking&selectedProperty=7',
  ),
  bookthis_text: Text('Label of that link in the language of the request', 'Book now!'),
})
export type SearchResult = Static<typeof SearchResult>

const FOUND = { 7: exampleOf(SearchResult.properties) }

const search = {
  method: 'get',
  answer: { key: 'search_results', data: Keyed(SearchResult) },
  source: 'spec "Property search result"; facts "Search"',
} as const

export const searchByStars = SEARCH.operation({
  ...search,
  id: 'searchByStars',
  path: '/search/stars/{stars}[/{language}]',
  summary: 'Properties with one of these star ratings',
  params: { stars: text('Stars, 0 (unrated) to 5; several separated by commas'), language },
  example: { path: { stars: '4' }, answer: FOUND },
  choices: ['search_input', 'property_email', 'empty_map'],
  refusals: ['values_invalid'],
})

export const searchByDates = SEARCH.operation({
  ...search,
  id: 'searchByDates',
  path: '/search/dates/{start_date}/{end_date}[/{language}]',
  summary: 'Properties with a room that is available in every night from the first day to the second, exclusive',
  params: { start_date: day, end_date: day, language },
  example: { path: { start_date: '2031-05-02', end_date: '2031-05-05' }, answer: FOUND },
  choices: ['date_ranges', 'property_email', 'empty_map'],
  refusals: ['values_invalid'],
})

const bound = (which: string) => text(`${which} price a night as the tariffs hold it, a number without currency`)

export const searchByPrice = SEARCH.operation({
  ...search,
  id: 'searchByPrice',
  path: '/search/price/{price_low}/{price_high}[/{language}]',
  summary: 'Properties with a tariff for tomorrow night between two prices, inclusive',
  params: { price_low: bound('Lowest'), price_high: bound('Highest'), language },
  example: { path: { price_low: '60', price_high: '120.50' }, answer: FOUND },
  choices: ['search_input', 'search_price_night', 'property_email', 'empty_map'],
  refusals: ['values_invalid'],
})

export const searchByFeatures = SEARCH.operation({
  ...search,
  id: 'searchByFeatures',
  path: '/search/features/{feature_ids}[/{language}]',
  summary: 'Properties that have all of these features',
  params: { feature_ids: text('Feature ids separated by commas'), language },
  example: { path: { feature_ids: '12,3' }, answer: FOUND },
  choices: ['search_input', 'property_email', 'empty_map'],
  refusals: ['values_invalid'],
})

export const searchByTowns = SEARCH.operation({
  ...search,
  id: 'searchByTowns',
  path: '/search/towns/{towns}[/{language}]',
  summary: 'Properties in one of these towns, by full or partial name',
  params: { towns: text('Town names separated by commas; case and accents are ignored'), language },
  example: { path: { towns: 'kinsale,whitby' }, answer: FOUND },
  choices: ['search_input', 'property_email', 'empty_map'],
})

export const searchByRegions = SEARCH.operation({
  ...search,
  id: 'searchByRegions',
  path: '/search/regions/{regions}[/{language}]',
  summary: 'Properties in one of these regions',
  params: { regions: text('Region ids or full region names, separated by commas'), language },
  example: { path: { regions: '1534,liguria' }, answer: FOUND },
  choices: ['property_email', 'empty_map'],
})

export const searchByCountries = SEARCH.operation({
  ...search,
  id: 'searchByCountries',
  path: '/search/countries/{country_codes}[/{language}]',
  summary: 'Properties in one of these countries',
  params: { country_codes: text('Two-letter country codes separated by commas'), language },
  example: { path: { country_codes: 'IE,GB' }, answer: FOUND },
  choices: ['search_input', 'property_email', 'empty_map'],
})
