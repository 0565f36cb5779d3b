/** One part of an expectation, on calls or on the rows of one collection, and its result. */
import type { Need } from '../names.ts'
import type { Expectation } from './expectation-schema.ts'
import type { NearMiss, Outcome } from './outcome-schema.ts'
import type { PastCall } from './past-call.ts'

/** `inconclusive`: the calls that it depends on were not made or are no longer in the journal. */
export type PartState = Outcome['state']

export interface Part {
  readonly state: PartState
  /** Number of calls; for an expectation on the state only, number of rows. */
  readonly found: number
  /** `exactly 2 calls of requestToken`. */
  readonly wanted: string
  /** Undefined when it is met. */
  readonly difference: string | undefined
  /** What would tell it, where it is inconclusive for lack of that. */
  readonly needs?: Need | undefined
  readonly nearest: readonly NearMiss[]
}

/** Why an outcome is not met, and what would tell it. */
export interface Told extends Pick<Part, 'needs'> {
  readonly text: string
}

export const NO_CONTROL: Told = {
  text: 'cannot tell without a run of the same client without the fault: play it with understay certify, or understay run --compare',
  needs: 'control-run',
}

/** Says that calls are missing, and what follows from it, behind another text. */
export type Gap = (consequence: string, before?: string) => Told

const MAX_NEAR = 3

/** A near miss with its rank; the lowest `weight` is nearest. */
export interface Miss<M = NearMiss> {
  readonly weight: number
  readonly miss: M
}

/** The nearest misses; of equally near ones, the latest first. @param misses oldest first */
export const nearestOf = <M>(misses: readonly Miss<M>[]): readonly Miss<M>[] =>
  misses
    .toReversed()
    .sort((a, b) => a.weight - b.weight)
    .slice(0, MAX_NEAR)

/** The result of the expectation after which calls count. */
export interface Start {
  readonly id: string
  readonly expectation: Expectation
  readonly state: PartState
  /** The id of the call by which it was first met; undefined when there is none. */
  readonly moment: number | undefined
  readonly calls: readonly PastCall[]
}
