/**
 * Checks whether a property can be booked through a session.
 * @source facts "Property prerequisites"; choice `zero_prices`
 */
import type { BookingWindow } from '../booking/window.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import type { RoomType } from '../property/site-structure.ts'
import type { TaxRate } from '../property/tax-rates.ts'
import { Refusal } from '../refusal.ts'
import type { Rate } from '../tariff/rates.ts'

/** The data of site and property that a booking needs. */
export interface BookingPrerequisites {
  /** Undefined when it does not exist. */
  readonly property: Property | undefined
  readonly roomTypes: readonly RoomType[]
  readonly rooms: readonly Room[]
  /** The setting `accommodation_tax_code`. */
  readonly taxCode: string
  readonly taxRates: readonly TaxRate[]
  /** The rates that hold today or later. */
  readonly rates: readonly Rate[]
  readonly window: BookingWindow | undefined
  /** `block`: a single rate without a price makes the property unavailable. */
  readonly zeroPrices: 'skip' | 'block'
}

/** The obstacles, in the order they are checked. */
const REQUIREMENTS: readonly (readonly [reason: string, isMet: (has: BookingPrerequisites) => boolean])[] = [
  ['Property not published or does not exist', ({ property }) => property?.published === true],
  ['Property has no room types', ({ roomTypes }) => roomTypes.length > 0],
  ['Property has no rooms.', ({ rooms }) => rooms.length > 0],
  ['accommodation_tax_code is not set', ({ taxCode }) => taxCode.trim() !== ''],
  ['Price not set', ({ rates, zeroPrices }) => zeroPrices === 'skip' || rates.every(({ price }) => price > 0)],
  ['taxrates array is empty', ({ taxRates }) => taxRates.length > 0],
  ['allPropertyTariffs array is empty', ({ rates }) => rates.length > 0],
  ['dates within booking setting parameters array empty', ({ window }) => window !== undefined],
]

/**
 * Refuses a property that cannot be booked, with the first reason.
 *
 * @throws Refusal `session_property_unavailable`
 */
export function requireBookable(has: BookingPrerequisites): void {
  const obstacle = REQUIREMENTS.find(([, isMet]) => !isMet(has))
  if (obstacle) throw new Refusal('session_property_unavailable', { what: obstacle[0] })
}
