/**
 * How far a scenario has come: what reports and the control API tell of it.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { EventWord, Fault } from './scenario-schema.ts'
import type { CauseName } from './words.ts'

/** One fault, and what became of it so far. */
export interface FaultStanding {
  /** `<scenario>/<n>`, counted from 1; `armed/<n>` when it was armed at run time. Stands in the header of struck answers. */
  readonly id: string
  readonly fault: Fault
  readonly cause: CauseName
  /** Calls that matched. */
  readonly matched: number
  /** How often the cause happened. */
  readonly happened: number
  /** True once it can happen no more (where it counts by token, client or session: to those seen so far). */
  readonly spent: boolean
  /** Why it could not happen at the last matching call; undefined when it could. */
  readonly hindrance: string | undefined
}

/** One event of a scenario, and what became of it so far. */
export interface EventStanding {
  /** `<scenario>/event-<n>`, counted from 1. */
  readonly id: string
  readonly do: EventWord
  /** When it is due, by the sandbox's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'happened' | 'hindered'
  readonly hindrance: string | undefined
}
