/** The state of the faults and events of a running scenario, for reports and the control API. */
import type { Instant } from '../base/instant.ts'
import type { EventWord } from './events/event-schema.ts'
import type { Fault } from './faults/fault-schema.ts'
import type { CauseName } from './names.ts'

export interface FaultStatus {
  /** `<scenario>/<id>`, the id by default its number from 1; `armed/<id>` when it was armed at run time. Responses that it affects name it in a header. */
  readonly id: string
  readonly fault: Fault
  readonly cause: CauseName
  readonly matched: number
  /** Number of times the cause happened. */
  readonly happened: number
  /** True once it cannot happen again; when it counts per token, client or session, to those seen so far. */
  readonly exhausted: boolean
  /** Why it could not happen at the latest matching call; null when it could. */
  readonly blockedReason: string | null
}

export interface EventStatus {
  /** `<scenario>/event-<n>`, counted from 1. */
  readonly id: string
  readonly do: EventWord
  /** When it is due, by the sandbox's clock. */
  readonly at: Instant
  readonly state: 'waiting' | 'happened' | 'blocked'
  readonly blockedReason: string | null
  /** True when the run fails if it cannot happen. */
  readonly required?: boolean
}
