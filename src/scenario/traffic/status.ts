/**
 * What traffic has done so far.
 *
 * @module
 */
import type { Instant } from '../../base/instant.ts'
import type { EventWord } from '../event-schema.ts'
import type { BlockedReason } from '../scenario-context.ts'
import type { Head } from './schema.ts'

/** How often an act happened, and how often it could not. */
export interface ActCount {
  readonly do: EventWord
  readonly happened: number
  readonly blocked: number
}

/** One kind of traffic, and what it has done so far. */
export interface TrafficStatus {
  readonly id: string
  readonly do: Head
  /** When it acts next; undefined once it has ended. */
  readonly next: Instant | undefined
  /** Its own act first, then what followed. */
  readonly acts: readonly ActCount[]
  /** Why an act could not happen, the last time. */
  readonly lastBlocked: BlockedReason | undefined
}

/** One act of traffic that is over. */
export interface PastAct {
  /** Counted from 1, over all traffic of the scenario. */
  readonly id: number
  readonly traffic: string
  /** The number of the offer, counted from 1. */
  readonly number: number
  readonly do: EventWord
  /** True for the act that the traffic begins with, false for what follows. */
  readonly head: boolean
  readonly at: Instant
  readonly property: number | undefined
  /** The contract uid it was about. */
  readonly booking: number | undefined
  /** Undefined where no room was taken. */
  readonly room: number | undefined
  /** First and last day, the last not a night; undefined where it was about no stay. */
  readonly arrival: string | undefined
  readonly departure: string | undefined
  /** Why it could not happen. */
  readonly blocked: BlockedReason | undefined
}
