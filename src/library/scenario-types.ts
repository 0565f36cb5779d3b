/**
 * Scenarios for users of the library. A test compares these types with the schema of scenario files.
 *
 * @module
 */
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { ExpectationOptions } from './expectation-types.ts'
import type { FaultOptions, Span } from './fault-types.ts'

/** An event without a call. */
export interface EventOptions {
  /** A duration after the start, such as `+5m`, or an instant. */
  readonly at: string
  readonly do:
    | 'guest_books'
    | 'guest_cancels'
    | 'manager_approves'
    | 'manager_rejects'
    | 'deposit_paid'
    | 'invoice_paid'
    | 'invoice_pending'
    | 'no_show'
    | 'room_blocked'
    | 'price_changes'
    | 'property_unpublished'
  readonly with?: Readonly<Record<string, unknown>>
  /** Whether the run fails when the event cannot happen; false by default. */
  readonly required?: boolean
}

/** A later act on a booking of traffic. */
export type FollowUpAct =
  | 'guest_cancels'
  | 'guest_modifies'
  | 'guest_checks_in'
  | 'guest_checks_out'
  | 'no_show'
  | 'deposit_paid'
  | 'invoice_paid'
  | 'invoice_pending'
  | 'manager_approves'
  | 'manager_rejects'

/** Generated traffic: see docs/traffic.md. Values of `with` may be random: `{ from, to }`, `{ weights }` or `{ any }`. */
export interface TrafficOptions {
  readonly id: string
  readonly about?: string
  readonly do:
    | 'guest_books'
    | 'guest_walks_in'
    | 'channel_sells'
    | 'room_blocked'
    | 'price_changes'
    | 'guests_check_in'
    | 'guests_check_out'
  /** The mean number per hour, day or week: `200/d`. */
  readonly rate?: string
  /** Instead of `rate`: a fixed interval. */
  readonly every?: Span
  /** Weights of hours of the day, UTC: `{ '0-7': 0.2, '18-22': 3 }`. */
  readonly hours?: Readonly<Record<string, number>>
  readonly with?: Readonly<Record<string, unknown>>
  /** Later acts on the booking. */
  readonly then?: readonly {
    readonly chance?: `${number}%`
    readonly after?: Span | readonly [Span, Span]
    readonly on?: 'arrival' | 'departure'
    readonly do: FollowUpAct
    readonly else?: FollowUpAct
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

/** A scenario, as in a scenario file. */
export interface ScenarioOptions {
  readonly name: string
  readonly about?: string
  /** The kinds of clients it applies to; all by default. */
  readonly kinds?: readonly ('channel-manager' | 'booking-site' | 'syndication')[]
  readonly seed?: number
  readonly clock?: {
    readonly at?: string
    readonly run?: 'real' | 'frozen' | `${number}x`
    /** When the clock begins to run: at the start (the default), or at the first call of the client. */
    readonly from?: 'start' | 'first-call'
  }
  readonly fixtures?: string | readonly string[]
  readonly choices?: { readonly [Id in keyof Choices]?: Choices[Id] }
  /** Lifetime of a token in seconds. */
  readonly token_lifetime?: number
  /** Whether affected responses have the header `X-Understay-Fault`; true by default. */
  readonly mark?: boolean
  readonly faults?: readonly FaultOptions[]
  readonly events?: readonly EventOptions[]
  readonly traffic?: readonly TrafficOptions[]
  /** Network faults of webhook deliveries. */
  readonly webhook?: {
    readonly event?: string | readonly string[]
    readonly delay?: Span | readonly [Span, Span]
    readonly drop?: `${number}%`
    readonly duplicate?: `${number}%`
    readonly reorder?: `${number}%`
    readonly burst?: Span
  }
  /** End of the traffic: `+7d`, or an instant. */
  readonly until?: string
  readonly expect?: readonly ExpectationOptions[]
}
