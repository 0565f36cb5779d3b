/**
 * How many guests a property takes, in all and on a given night.
 * @source facts "Settings used, with defaults", "Derived data"
 */
import type { Day } from '../../base/day.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import { isOn, setting } from '../property/settings.ts'
import type { Booking } from './bookings.ts'

export interface Capacity {
  readonly adults: number
  readonly children: number
}

/** How many guests the rooms of a type take. */
export interface OccupancyLevels extends Capacity {
  /** Adults and children together; 0 for no limit. */
  readonly occupancy: number
}

/**
 * The levels of a type: two adults, or from its largest room; children may take all places but one.
 * @source choice `occupancy_levels`
 */
export function occupancyLevels(property: Property, rooms: readonly Room[], source: 'rooms' | 'two_adults'): OccupancyLevels {
  if (source === 'two_adults') return { adults: 2, children: 0, occupancy: 0 }
  const occupancy = Math.max(0, ...rooms.map(({ maxPeople }) => maxPeople))
  return { adults: occupancy, children: childrenBesideAdults(property, occupancy), occupancy }
}

const childrenBesideAdults = (property: Property, people: number): number =>
  isOn(property, 'allow_children') ? Math.max(0, people - 1) : 0

/**
 * The capacity of a property: its settings (`accommodates_adults`, `accommodates_children`), else the sum of its rooms.
 *
 * @param rooms the rooms of the property
 */
export function propertyCapacity(property: Property, rooms: readonly Room[]): Capacity {
  const levels = rooms.map((room) => occupancyLevels(property, [room], 'rooms'))
  return {
    adults: numberIn(setting(property, 'accommodates_adults')) ?? sum(levels.map(({ adults }) => adults)),
    children: numberIn(setting(property, 'accommodates_children')) ?? sum(levels.map(({ children }) => children)),
  }
}

const numberIn = (text: string): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The remaining capacity on a night, besides the booked guests. Never negative. */
export function capacityOn(night: Day, capacity: Capacity, bookings: readonly Booking[]): Capacity {
  const there = bookings.filter((booking) => isPresent(booking, night))
  return {
    adults: Math.max(0, capacity.adults - sum(there.map(({ adults }) => adults))),
    children: Math.max(0, capacity.children - sum(there.map(({ children }) => children))),
  }
}

function isPresent({ kind, cancelled, approval, arrival, departure }: Booking, night: Day): boolean {
  return kind !== 'black' && !cancelled && approval === 'approved' && arrival <= night && night < departure
}
