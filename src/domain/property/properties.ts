/**
 * Properties with their rooms, pictures, texts and settings.
 *
 * @module
 */
import type { Day } from '../../base/day.ts'
import { dayInZone, dayOfInstant, type Instant } from '../../base/instant.ts'
import { sameName } from '../search/text-match.ts'
import type { SettingKey } from './settings.ts'

/** How a property saves its tariffs; only `micromanage` can be written through the interface. */
export const TARIFF_MODES = ['normal', 'advanced', 'micromanage', 'compatibility', 'standard'] as const
export type TariffMode = (typeof TARIFF_MODES)[number]

/** File names of pictures; URLs are created in responses. */
export interface Pictures {
  /** The main picture; null for no image. */
  readonly main: string | null
  readonly slideshow: readonly string[]
  /** File names by room id. */
  readonly rooms: Readonly<Record<string, readonly string[]>>
}

/** Long texts of a property, HTML allowed. */
export interface PropertyTexts {
  readonly description: string
  readonly checkinTimes: string
  readonly areaActivities: string
  readonly drivingDirections: string
  readonly policies: string
  readonly metaDescription: string
}

/** A hotel, B&B or single unit. `id` is the property uid of the wire. */
export interface Property {
  readonly id: number
  readonly name: string
  readonly street: string
  readonly town: string
  readonly postcode: string
  /** Region id as in the site structure; 0 when none. */
  readonly regionId: number
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string
  readonly tel: string
  readonly email: string
  /** 0 (unrated) to 5. */
  readonly stars: number
  readonly typeId: number
  /** 0 when none. */
  readonly categoryId: number
  readonly featureIds: readonly number[]
  readonly latitude: string
  readonly longitude: string
  readonly published: boolean
  readonly tariffMode: TariffMode
  /** True for a property that is booked as one unit: a villa, a yacht, a car. */
  readonly singleUnit: boolean
  /** ISO 4217. */
  readonly currency: string
  /** IANA time zone; null means UTC. Read only under the choice `today=property`. */
  readonly timezone: string | null
  readonly texts: PropertyTexts
  readonly pictures: Pictures
  /** Settings that differ from their defaults, in wire spelling. */
  readonly settings: Readonly<Partial<Record<SettingKey, string>>>
}

/** A room of a property. */
export interface Room {
  readonly id: number
  readonly propertyId: number
  readonly roomTypeId: number
  readonly name: string
  readonly number: string
  readonly floor: string
  readonly maxPeople: number
  readonly featureIds: readonly number[]
  /** Extra charge a night for one person alone, minor units. */
  readonly singlePersonSupplement: number
}

/** The property type that is not accommodation. */
const TOUR_TYPE = 'Tour'

/** True for the name of the property type "tour". */
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
