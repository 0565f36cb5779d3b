import type { Instant } from '../../base/instant.ts'
import type { EventWord } from '../events/event-schema.ts'
import type { BlockedReason } from '../scenario-context.ts'
import type { TrafficAct } from './traffic-schema.ts'

/** The counts of one act: how often it happened, and how often it could not. */
export interface ActCount {
  readonly do: EventWord
  readonly happened: number
  readonly blocked: number
}

export interface TrafficStatus {
  readonly id: string
  readonly do: TrafficAct
  /** When it acts next; undefined once it has ended. */
  readonly next: Instant | undefined
  /** Its own act first, then its follow-ups. */
  readonly acts: readonly ActCount[]
  /** How often acts could not happen, by reason, the most frequent first. Ids and numbers are `N`, days `DAY`. */
  readonly reasons: readonly { readonly reason: string; readonly blocked: number }[]
  /** Why the latest blocked act could not happen. */
  readonly lastBlocked: BlockedReason | undefined
  /** The error of the latest act that failed by one of this program. */
  readonly lastFailed?: BlockedReason
}

/** One act of traffic that was tried. */
export interface PastAct {
  /** From 1, across all traffic of the scenario. */
  readonly id: number
  readonly traffic: string
  /** The number of the act that made the booking, from 1. */
  readonly number: number
  readonly do: EventWord
  /** True for the act of the traffic itself, false for a follow-up. */
  readonly head: boolean
  readonly at: Instant
  readonly property: number | undefined
  /** A contract uid. */
  readonly booking: number | undefined
  /** The black booking of each night of a room that was taken out of service. */
  readonly byNight?: readonly number[]
  /** Undefined when no room was taken. */
  readonly room: number | undefined
  /** ISO days; undefined when it concerned no stay. */
  readonly arrival: string | undefined
  readonly departure: string | undefined
  /** Why it could not happen; undefined when it did. */
  readonly blocked: BlockedReason | undefined
}
