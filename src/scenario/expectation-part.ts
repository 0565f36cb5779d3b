/**
 * One demand of an expectation, on calls or on the rows of one collection, and what was found of it.
 *
 * @module
 */

/** What came nearest to what was expected. */
export interface NearMiss {
  /** Its entry in the journal; left out for a row of the state. */
  readonly entry?: number
  /** `#12 POST /oauth/token 400 at 09:00:12`, or `bookings 7`. */
  readonly what: string
  /** Everything that sets it apart: `status is 400, not 200`. */
  readonly because: string
}

/** `inconclusive`: the calls by which it could be judged were never made, or are no longer known. */
export type PartState = 'met' | 'unmet' | 'inconclusive'

/** What was found of one demand. */
export interface Part {
  readonly state: PartState
  readonly found: number
  /** `exactly 2 calls of requestToken`. */
  readonly wanted: string
  /** Undefined when it is met. */
  readonly difference: string | undefined
  readonly nearest: readonly NearMiss[]
}

/** How many near misses are told. */
const MAX_NEAR = 3

/** Something that is not what was expected, with its differences; `weight` ranks it, light ones first. */
export interface Miss {
  readonly weight: number
  readonly told: NearMiss
}

/** The nearest of what was missed, which come in order; the latest first where they are equally near. */
export function nearestOf(misses: readonly Miss[]): readonly NearMiss[] {
  return [...misses]
    .reverse()
    .sort((a, b) => a.weight - b.weight)
    .slice(0, MAX_NEAR)
    .map(({ told }) => told)
}
