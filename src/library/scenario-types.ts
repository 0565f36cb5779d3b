/**
 * Scenarios, faults and expectations for users of the library. A test compares these types with the schema of scenario files.
 *
 * @module
 */
import type { Choices } from '../booking-api/choices/choices.ts'
import type { OperationId } from './operation-id.ts'

/** A condition on a value: equal, present or absent, or matching a regular expression. */
export type Wanted = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
type Wants = Readonly<Record<string, Wanted>>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Selects calls: all given fields must match. */
export interface CallSelector {
  /** Id of an operation, such as `listBookings`, or several. */
  readonly operation?: OperationId | readonly OperationId[]
  /** Group of operations, such as `tariffs`. */
  readonly tag?: string
  readonly method?: Method | readonly Method[]
  /** Id of a property. */
  readonly property?: number
  /** Id of a client. */
  readonly client?: string
  /** Id of a booking session, chosen by the client. */
  readonly session?: string
  readonly where?: { readonly path?: Wants; readonly form?: Wants; readonly header?: Wants }
}

/** A duration such as `800ms`, `2s` or `5m`. */
export type Span = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

interface FaultBase {
  /** A name for `once`, `struck` and reports; by default its number. */
  readonly id?: string
  /** Id of another fault that must have occurred before. */
  readonly once?: string
  /** The probability at each matching call, such as `5%`; seeded. */
  readonly chance?: `${number}%`
  readonly about?: string
  /** The calls that are counted and affected; `{}` matches every call. */
  readonly on: CallSelector
  /** Number of matching calls that pass before; 0 by default. */
  readonly after?: number
  /** Counts calls separately for each value; by default once for the sandbox. */
  readonly per?: 'token' | 'client' | 'session' | 'sandbox'
  /** Number of occurrences; 1 by default. */
  readonly times?: number
  /** Whether affected responses have the header `X-Understay-Fault`; true by default. */
  readonly mark?: boolean
}

/** A network fault between client and service. */
export interface EdgeTrouble {
  readonly status?: 429 | 500 | 502 | 503 | 504
  /** Value of the header `Retry-After`, in seconds. */
  readonly retry_after?: number
  /** Delay of a call; two durations give a random value between them. */
  readonly delay?: Span | readonly [Span, Span]
  /** Closes the connection: before the call is carried out, or after. */
  readonly cut?: 'before' | 'after-commit'
  readonly body?: 'truncated' | 'html' | 'empty' | 'extra-fields'
  /** With `status`: the service carries out the call before this response. */
  readonly carried_out?: boolean
}

/** The cause of a fault: exactly one. */
export type Cause =
  | { readonly token: 'expired' | 'revoked' | 'unknown' }
  | {
      readonly scopes: {
        readonly without: readonly ('properties_get' | 'properties_set' | 'favourites_get' | 'favourites_set')[]
      }
    }
  | { readonly session: 'expired' }
  | { readonly room: 'taken' }
  | { readonly property: 'unpublished' | 'not-micromanage' | 'withdrawn' }
  | { readonly price: { readonly by: `${number}%` } }
  | {
      readonly edge: EdgeTrouble
      /** Instead of `times`: affects every matching call for this duration after the first affected one. */
      readonly for?: Span
    }

/** A fault: the calls it affects, and what goes wrong. */
export type FaultOptions = FaultBase & Cause

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

type Bounds = number | { readonly min?: number; readonly max?: number }
type CallBounds =
  | number
  | { readonly min?: number; readonly max?: number; readonly per?: 'token' | 'client' | 'session' | 'call' | 'property' }
type Same = 'property' | 'room' | 'night' | 'booking' | 'guest' | 'session' | 'call' | 'token' | 'client'

/** An expected number of calls or rows; at least one by default. */
export interface ExpectationOptions extends CallSelector {
  /** A name for `after` and reports. */
  readonly id?: string
  readonly about?: string
  /** A status, a class such as `4xx`, or 0 for no response. */
  readonly status?: number | string
  /** Whether the call was refused: a refusal, or `valid: false` of a booking session, with any status. */
  readonly refused?: boolean
  /** Id or number of a fault: counts only calls affected by it. */
  readonly struck?: string | number
  /** What the call must have in common with the call of the expectation named by `after`. */
  readonly same?: Same | readonly Same[]
  /** Counts only calls from this instant on, by the clock of the sandbox. */
  readonly not_before?: string
  /** When it is not met, this expectation and those after it are inconclusive. */
  readonly precondition?: true
  readonly count?: CallBounds
  readonly never?: true
  /** Id of traffic: such a call must follow each of its acts. Only in scenarios. */
  readonly each?: string
  /** Time limit after the act. */
  readonly within?: Span
  readonly invariant?: 'no-overbooking' | 'no-lost-booking' | 'totals-add-up'
  /** Id of an earlier expectation: counts only calls after it was met. */
  readonly after?: string
  /** Rows of collections: `{ bookings: { where: { cancelled: true }, count: 1 } }`. */
  readonly state?: Readonly<Record<string, { readonly where?: Wants; readonly count?: Bounds }>>
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
  readonly clock?: { readonly at?: string; readonly run?: 'real' | 'frozen' | `${number}x` }
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

/** The state of an armed fault. */
export interface ArmedFault {
  /** `<scenario>/<n>` or `armed/<n>`, as in the header `X-Understay-Fault`. */
  readonly id: string
  readonly cause: string
  /** Number of matching calls. */
  readonly matched: number
  /** Number of occurrences. */
  readonly happened: number
  readonly spent: boolean
  /** Why the fault could not occur when it was due. */
  readonly hindrance: string | null
}

/** The result of an expectation. */
export interface ExpectationOutcome {
  readonly id: string
  /** `inconclusive`: the calls it depends on were never made. */
  readonly state: 'met' | 'unmet' | 'inconclusive'
  readonly met: boolean
  /** Number of calls or rows found. */
  readonly found: number
  /** What was expected, in words. */
  readonly wanted: string
  /** How the result differs, in words; undefined when the expectation is met. */
  readonly difference?: string
  /** Ids of the counted journal entries. */
  readonly entries: readonly number[]
  /** Of an expectation with `each`: numbers of acts, and delays in milliseconds, undefined while there are none. */
  readonly delays?: TrafficDelays
  /** The first missed acts of an expectation with `each`. */
  readonly missed?: readonly TrafficAct[]
  /** Of an invariant. */
  readonly checks?: InvariantChecks
}

/** An act of traffic that was not followed. */
export interface TrafficAct {
  /** In words. */
  readonly what: string
  /** When it happened, by the clock of the sandbox: epoch milliseconds. */
  readonly at: number
  readonly do: string
  readonly property?: number
  readonly room?: number
  /** The contract uid of the booking it was about. */
  readonly booking?: number
  /** The missed night, of an act that is judged night by night: `YYYY-MM-DD`. */
  readonly night?: string
}

/** How a client kept up with traffic. Delays are in milliseconds, by the clock of the sandbox or of the machine, whichever is shorter. */
export interface TrafficDelays {
  /** Acts answered in time. */
  readonly met: number
  /** Acts answered after their time. */
  readonly late: number
  /** Acts not answered, whose time limit is over. */
  readonly missed: number
  /** Acts not answered, within the time limit. */
  readonly waiting: number
  readonly p50?: number
  readonly p95?: number
  readonly max?: number
}

/** How often an invariant was checked and was broken. */
export interface InvariantChecks {
  /** Number of changes after which it was checked. */
  readonly changes: number
  readonly broken: number
  /** The first violation. */
  readonly first?: string
}

/** The faults of a world. */
export interface UnderstayFaults {
  /** Arms a fault. A reset removes it. @throws Error with every problem of the fault */
  arm(fault: FaultOptions): Promise<ArmedFault>
  list(): Promise<readonly ArmedFault[]>
  /** Disarms all faults armed at run time, or the one with this id. @returns how many were disarmed */
  disarm(id?: string): Promise<number>
}
