/**
 * How far a scenario has come: what reports and the control API tell of it.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { EventWord } from './event-schema.ts'
import type { CauseName } from './names.ts'
import type { Fault } from './schema.ts'

/** One fault, and what became of it so far. */
export interface FaultStatus {
  /** `<scenario>/<id>`, the id by default its number from 1; `armed/<id>` when it was armed at run time. Part of the header of affected answers. */
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
export interface EventStatus {
  /** `<scenario>/event-<n>`, counted from 1. */
  readonly id: string
  readonly do: EventWord
  /** When it is due, by the sandbox's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'happened' | 'hindered'
  readonly hindrance: string | undefined
  /** Whether the run fails when it cannot happen. */
  readonly required?: boolean
}
