/**
 * The figures of a trial of demand, and the bands in which they must be.
 *
 * @module
 */
import type { DemandKind } from '../../src/scenario/demand/demand-schema.ts'

/** Counts of the stays that arrive in a year; lists by month have January first. */
export interface Counts {
  /** Room-nights that are taken, and all. */
  readonly taken: number[]
  readonly places: number[]
  /** Room-nights of guests, and what they pay for them in minor units. */
  readonly sold: number[]
  readonly revenue: number[]
  /** Days from booking to arrival, of each booking. */
  readonly leads: number[]
  /** By weekday of arrival, Sunday first. */
  readonly weekdays: number[]
  /** Bookings that were kept, and cancelled ones. */
  readonly cancelledLong: number[]
  readonly cancelledShort: number[]
  nights: number
  withChildren: number
  severalRooms: number
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

export const noCounts = (): Counts => ({
  taken: zeros(12),
  places: zeros(12),
  sold: zeros(12),
  revenue: zeros(12),
  leads: [],
  weekdays: zeros(7),
  cancelledLong: zeros(2),
  cancelledShort: zeros(2),
  nights: 0,
  withChildren: 0,
  severalRooms: 0,
})

/** The counts of two trials together. */
export function together(one: Counts, other: Counts): Counts {
  const sum = (a: readonly number[], b: readonly number[]): number[] => a.map((value, index) => value + (b[index] ?? 0))
  return {
    taken: sum(one.taken, other.taken),
    places: sum(one.places, other.places),
    sold: sum(one.sold, other.sold),
    revenue: sum(one.revenue, other.revenue),
    leads: one.leads.concat(other.leads),
    weekdays: sum(one.weekdays, other.weekdays),
    cancelledLong: sum(one.cancelledLong, other.cancelledLong),
    cancelledShort: sum(one.cancelledShort, other.cancelledShort),
    nights: one.nights + other.nights,
    withChildren: one.withChildren + other.withChildren,
    severalRooms: one.severalRooms + other.severalRooms,
  }
}

/** The figures in the order of {@link FIGURES}. */
export function figuresOf(counts: Counts): readonly number[] {
  const { leads, weekdays } = counts
  const share = (part: number, all: number): number => (100 * part) / Math.max(1, all)
  const occupancies = counts.taken.map((taken, month) => share(taken, counts.places[month] ?? 0))
  const rates = counts.revenue.map((revenue, month) => revenue / Math.max(1, counts.sold[month] ?? 0)).filter((rate) => rate > 0)
  const sorted = leads.toSorted((a, b) => a - b)
  const quartiles = [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0)
  const [friday = 0, saturday = 0] = weekdays.slice(5)
  const cancelled = ([kept = 0, gone = 0]: readonly number[]): number => share(gone, kept + gone)
  return [
    Math.max(...occupancies),
    Math.min(...occupancies),
    share(friday + saturday, leads.length),
    share(saturday, leads.length),
    ...quartiles,
    counts.nights / leads.length,
    share(counts.withChildren, leads.length),
    share(counts.severalRooms, leads.length),
    cancelled(counts.cancelledLong),
    cancelled(counts.cancelledShort),
    Math.max(...rates) / Math.min(...rates),
  ]
}

export const FIGURES = [
  'occupancy in the best month, %',
  'occupancy in the worst month, %',
  'arrivals on Friday and Saturday, %',
  'arrivals on Saturday, %',
  'lead time, first quartile, days',
  'lead time, median, days',
  'lead time, third quartile, days',
  'stay, mean nights',
  'bookings with children, %',
  'bookings of several rooms, %',
  'cancelled, lead above 60 days, %',
  'cancelled, lead under 7 days, %',
  'best against worst average rate',
] as const

type Band = readonly [lowest: number, highest: number]
const ANY: Band = [0, 100]

/** The lowest and highest value of each figure. */
export const BANDS: Readonly<Record<DemandKind, readonly Band[]>> = {
  city: [
    [80, 92],
    [45, 60],
    [30, 42],
    ANY,
    [5, 12],
    [18, 35],
    [50, 90],
    [1.8, 2.4],
    [6, 14],
    [4, 9],
    [22, 35],
    [3, 9],
    [1.3, 2.0],
  ],
  seaside: [
    [90, 99],
    [5, 20],
    [45, 65],
    [30, 50],
    [20, 40],
    [60, 110],
    [140, 220],
    [5.5, 8],
    [35, 55],
    [8, 16],
    [15, 28],
    [2, 7],
    [1.8, 3.0],
  ],
  ski: [
    [88, 99],
    [5, 25],
    [60, 80],
    ANY,
    [25, 50],
    [70, 120],
    [150, 240],
    [4.5, 6.5],
    [25, 40],
    [8, 16],
    [15, 28],
    [2, 7],
    [2.0, 3.5],
  ],
  business: [
    [75, 88],
    [35, 55],
    [8, 18],
    ANY,
    [1, 4],
    [5, 11],
    [14, 30],
    [1.3, 1.9],
    [0, 2],
    [3, 8],
    [18, 32],
    [5, 12],
    [1.1, 1.5],
  ],
}
