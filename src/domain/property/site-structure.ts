/**
 * Reference data of the whole site.
 *
 * @module
 */

/** A kind of room; `propertyId` 0 means every property may use it. */
export interface RoomType {
  readonly id: number
  readonly name: string
  /** HTML. */
  readonly description: string
  /** File name. */
  readonly image: string
  readonly propertyTypeIds: readonly number[]
  readonly propertyId: number
}

export interface PropertyType {
  readonly id: number
  readonly name: string
}

export interface Feature {
  readonly id: number
  readonly name: string
  readonly description: string
  /** File name. */
  readonly image: string
  readonly includeInFilters: boolean
  readonly propertyTypeIds: readonly number[]
  /** 0 when none. */
  readonly categoryId: number
}

export interface FeatureCategory {
  readonly id: number
  readonly title: string
}

export interface Category {
  readonly id: number
  readonly title: string
  readonly description: string
}

export interface Country {
  readonly id: number
  /** ISO 3166-1 alpha-2, upper case. */
  readonly code: string
  readonly name: string
}

export interface Region {
  readonly id: number
  readonly countryCode: string
  readonly name: string
}

export interface TaxRate {
  readonly id: number
  readonly code: string
  readonly description: string
  /** Hundredths of a percent: 20 % is 2000. */
  readonly rate: number
}
