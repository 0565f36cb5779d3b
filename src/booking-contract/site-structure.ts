/**
 * Reference data of the whole site.
 * @source spec "Site structure items", "Site structure (reference data)"
 */
import type { Static } from 'typebox'
import { language } from '../api/path-values.ts'
import { exampleOf, Flag, Int, Named, NumericText, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const SITE_STRUCTURE = new Subject('site-structure')

const SOURCE = 'spec "Site structure items"; facts "Site structure"'
const path = (collection: string) => `/site_structure/${collection}[/{language}]`
/** A collection by id. Empty collections are refused, so it has at least one entry. */
const byId = <S extends Parameters<typeof Type.Record>[1]>(entry: S) =>
  Type.Record(Type.String(), entry, { description: 'Keyed by id', minProperties: 1 })

const list = {
  method: 'get',
  params: { language },
  refusals: ['collection_empty'],
  source: SOURCE,
} as const

const RoomTypeEntry = Named('RoomType', {
  room_classes_uid: Int('Room type id', 3),
  room_class_abbv: Text('Name', 'Family room'),
  room_class_full_desc: Text('Description, HTML', '<p>A double bed and two bunks</p>'),
  image: Text('File name', 'family.png'),
  ptype_xref: withExample(Type.Array(Type.String(), { description: 'Ids of the property types with such rooms' }), ['1', '5']),
  property_uid: withExample(Type.Literal(0, { description: 'Always 0: room types of single properties are not listed' }), 0),
})
export type RoomTypeEntry = Static<typeof RoomTypeEntry>

export const listRoomTypes = SITE_STRUCTURE.operation({
  ...list,
  id: 'listRoomTypes',
  path: path('room_types'),
  summary: 'The room types of all properties',
  answer: { key: 'room_types', data: byId(RoomTypeEntry) },
  example: { answer: { 3: exampleOf(RoomTypeEntry.properties) } },
})

export const listPropertyTypes = SITE_STRUCTURE.operation({
  ...list,
  id: 'listPropertyTypes',
  path: path('property_types'),
  summary: 'The property types',
  answer: { key: 'all_property_types', data: byId(Text('Name of the property type')) },
  example: { answer: { 1: 'Hotel', 6: 'Villa' } },
})

const featureEntry = (typeId: ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>) =>
  Named('Feature', {
    id: Int('Feature id, for searches', 12),
    abbv: Text('Name', 'Sauna'),
    desc: Text('Description', 'A sauna for guests'),
    image: Text('File name', 'sauna.png'),
    property_uid: withExample(Type.Literal(0, { description: 'Always 0: features of single properties are not listed' }), 0),
    include_in_filters: Flag('1 when search forms show it', 1),
    ptype_xref: Type.Unsafe<readonly (number | string)[]>(
      withExample(Type.Array(typeId, { description: 'Ids of the property types that can have it; empty means all' }), [1, 6]),
    ),
    cat_id: Int('Feature category; 0 when none', 2),
    cat_title: Text('Title of the category; empty when none', 'Wellness'),
  })
const FEATURES = { numbers: byId(featureEntry(Type.Integer())), texts: byId(featureEntry(Type.String())) }
export type FeatureEntry = Static<ReturnType<typeof featureEntry>>

export const listPropertyFeatures = SITE_STRUCTURE.operation({
  ...list,
  id: 'listPropertyFeatures',
  path: path('property_features'),
  summary: 'The features of properties',
  answer: { key: 'property_features', data: (choices) => FEATURES[choices.feature_type_ids] },
  example: { answer: { 12: exampleOf(featureEntry(Type.Integer()).properties) } },
  choices: ['feature_type_ids'],
})

const FeatureCategoryEntry = Named('FeatureCategory', { id: Int('Feature category id'), title: Text('Title') })

export const listPropertyFeatureCategories = SITE_STRUCTURE.operation({
  ...list,
  id: 'listPropertyFeatureCategories',
  path: path('property_features_categories'),
  summary: 'The categories of features',
  answer: { key: 'property_features_categories', data: byId(FeatureCategoryEntry) },
  example: { answer: { 2: { id: 2, title: 'Wellness' } } },
})

const CountryEntry = Named('Country', {
  id: NumericText('Country id'),
  countrycode: Text('ISO 3166-1 alpha-2, upper case'),
  countryname: Text('Name in the language of the request'),
})
export type CountryEntry = Static<typeof CountryEntry>

export const listCountries = SITE_STRUCTURE.operation({
  ...list,
  id: 'listCountries',
  path: path('countries'),
  summary: 'The countries, sorted by name',
  answer: {
    key: 'countries',
    data: Type.Record(Type.String(), CountryEntry, { description: 'Keyed by country code', minProperties: 1 }),
  },
  example: { answer: { PT: { id: '178', countrycode: 'PT', countryname: 'Portugal' } } },
})

const RegionEntry = Named('Region', {
  id: NumericText('Region id, for searches and addresses'),
  countrycode: Text('ISO 3166-1 alpha-2, upper case'),
  regionname: Text('Name'),
})
export type RegionEntry = Static<typeof RegionEntry>

export const listRegions = SITE_STRUCTURE.operation({
  ...list,
  id: 'listRegions',
  path: path('regions'),
  summary: 'The regions of all countries: thousands of entries, cache them',
  answer: { key: 'regions', data: byId(RegionEntry) },
  example: { answer: { 2741: { id: '2741', countrycode: 'PT', regionname: 'Faro' } } },
})

const CategoryEntry = Named('Category', { id: Int('Category id'), title: Text('Title'), description: Text('Description') })

export const listCategories = SITE_STRUCTURE.operation({
  ...list,
  id: 'listCategories',
  path: path('categories'),
  summary: 'The categories of properties',
  answer: { key: 'categories', data: byId(CategoryEntry) },
  example: { answer: { 1: { id: 1, title: 'By the sea', description: 'Within sight of the sea' } } },
})
