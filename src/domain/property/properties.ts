/** Properties with their rooms, pictures, texts and settings. */
import type { Day } from '../../base/day.ts'
import { dayInZone, dayOfInstant, type Instant, isTimezone } from '../../base/instant.ts'
import { keysOf } from '../../base/keys-of.ts'
import { didYouMean } from '../../base/spelling.ts'
import { collection, type Row } from '../collection/collection.ts'
import {
  allDefaults,
  country,
  currency,
  flag,
  id,
  integer,
  map,
  name,
  nullable,
  oneOf,
  ref,
  refs,
  region,
  text,
  value,
} from '../collection/fields.ts'
import { LATITUDE, LONGITUDE, NAME } from '../collection/schemas.ts'
import { sameName } from '../search/text-match.ts'
import { SETTING_DEFAULTS, type SettingKey, settingSchema } from './settings.ts'

/** How a property saves its tariffs; only `micromanage` can be written through the interface. */
const TARIFF_MODES = ['normal', 'advanced', 'micromanage', 'compatibility', 'standard'] as const

const fileNames = (options: { readonly default?: readonly string[] } = {}) =>
  value<readonly string[]>('list', { type: 'array', items: NAME, description: 'a list of file names' }, options)

/** File names of pictures; URLs are created in responses. */
const pictures = {
  /** The main picture; null for no image. */
  main: nullable(name({ schema: { ...NAME, description: 'a file name' } }), {
    default: null,
    schema: { anyOf: [NAME, { type: 'null' }], description: 'a file name, or null for none' },
  }),
  slideshow: fileNames({ default: [] }),
  /** File names by room id. */
  rooms: value<Readonly<Record<string, readonly string[]>>>(
    'map',
    { type: 'object', patternProperties: { '^[1-9]\\d*$': fileNames().schema } },
    { default: {} },
  ),
}

/** The problem of a time zone; the suggestion has its place, or nearly its place in the same area. */
function timezoneProblem(zone: string): string | undefined {
  if (isTimezone(zone)) return undefined
  const [area = '', place = ''] = zone.split(/(?<=\/)(?=[^/]*$)/)
  const zones = Intl.supportedValuesOf('timeZone')
  const places = zones.flatMap((one) => (one.startsWith(area) ? one.slice(area.length) : []))
  const near = didYouMean(place, places)
  const meant = zones.find((one) => one.endsWith(`/${place || area}`)) ?? (near && `${area}${near}`)
  return `there is no time zone ${zone}${meant === undefined ? '' : `; did you mean "${meant}"?`}`
}

/** Long texts of a property, HTML allowed. */
const texts = {
  description: text({ default: '' }),
  checkinTimes: text({ default: '' }),
  areaActivities: text({ default: '' }),
  drivingDirections: text({ default: '' }),
  policies: text({ default: '' }),
  metaDescription: text({ default: '' }),
}

/** The known settings only; values are texts, as in the service. */
const settings = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(keysOf(SETTING_DEFAULTS).map((key) => [key, settingSchema(key)])),
}

export const properties = collection(
  'properties',
  {
    id: id(),
    name: name(),
    street: text({ default: '' }),
    town: text({ default: '' }),
    postcode: text({ default: '' }),
    regionId: region({ default: 0 }),
    /** ISO 3166-1 alpha-2, upper case. */
    countryCode: country({ as: 'country' }),
    tel: text({ default: '' }),
    email: text({ default: '' }),
    /** 0 (unrated) to 5. */
    stars: integer(0, 5, 'stars (0 to 5)', { default: 0 }),
    typeId: ref('propertyTypes'),
    /** 0 when none. */
    categoryId: ref('categories', { default: 0 }),
    featureIds: refs('features', { default: [] }),
    latitude: text({ default: '', schema: LATITUDE }),
    longitude: text({ default: '', schema: LONGITUDE }),
    published: flag({ default: true }),
    tariffMode: oneOf(TARIFF_MODES, { default: 'micromanage' }),
    /** True for a property that is booked as one unit: a villa, a yacht, a car. */
    singleUnit: flag({ default: false }),
    /** ISO 4217. */
    currency: currency({ default: 'EUR' }),
    /** IANA time zone; null means UTC. Read only under the choice `today=property`. */
    timezone: nullable(name({ check: timezoneProblem }), {
      default: null,
      schema: { anyOf: [NAME, { type: 'null' }], description: 'an IANA time zone, or null' },
    }),
    texts: map(texts, { default: allDefaults(texts) }),
    pictures: map(pictures, { default: allDefaults(pictures) }),
    /** Settings that differ from their defaults, in wire spelling. */
    settings: value<Readonly<Partial<Record<SettingKey, string>>>>('map', settings, { default: {} }),
  },
  {
    *rules({ settings: { accommodation_tax_code: tax } }, { find }) {
      if (tax && !find('taxRates', Number(tax))) yield ['settings', `there is no tax rate ${tax}`, 'accommodation_tax_code']
    },
  },
)

export type Property = Row<typeof properties>

/** The property type that is not accommodation. */
const TOUR_TYPE = 'Tour'

export const isTour = (typeName: string | undefined): boolean => sameName(typeName ?? '', TOUR_TYPE)

/**
 * The day of an instant: in UTC, or (`property`) in the time zone of the property, if it has one.
 *
 * @source choice `today`
 */
export function dayAt(at: Instant, property: Pick<Property, 'timezone'> | undefined, today: 'utc' | 'property'): Day {
  const timezone = today === 'property' ? property?.timezone : undefined
  return timezone ? dayInZone(at, timezone) : dayOfInstant(at)
}
