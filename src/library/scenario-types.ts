/**
 * Scenarios, faults and expectations as users of the library write them. These types stand alone, as those of `face.ts` do;
 * a test holds them to the schema of scenario files.
 *
 * @module
 */
import type { Choices } from '../booking-api/choices/choices.ts'
import type { OperationId } from './operation-id.ts'

/** What one value must be: that value, there or not, or matching a regular expression. */
export type Wanted = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
type Wants = Readonly<Record<string, Wanted>>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Which calls are meant: everything that is named must match. */
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
  /** Id of a booking session, as the client names it. */
  readonly session?: string
  readonly where?: { readonly path?: Wants; readonly form?: Wants; readonly header?: Wants }
}

/** A span such as `800ms`, `2s` or `5m`. */
export type Span = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

interface FaultBase {
  /** A name for `once`, for `struck` and for reports; by default its number. */
  readonly id?: string
  /** Id of another fault that must have happened before. */
  readonly once?: string
  /** How likely it happens at each matching call that is due, such as `5%`; by the seed. */
  readonly chance?: `${number}%`
  readonly about?: string
  /** Which calls count, and are met; `{}` is every call. */
  readonly on: CallSelector
  /** Matching calls that pass first; by default 0. */
  readonly after?: number
  /** What calls are counted by; by default all of the sandbox together. */
  readonly per?: 'token' | 'client' | 'session' | 'sandbox'
  /** How often the cause happens; by default once. */
  readonly times?: number
  /** Whether answers it strikes carry the header `X-Understay-Fault`; by default they do. */
  readonly mark?: boolean
}

/** Trouble on the way between client and service; strikes single calls. */
export interface EdgeTrouble {
  readonly status?: 429 | 500 | 502 | 503 | 504
  /** Seconds the header `Retry-After` tells. */
  readonly retry_after?: number
  /** How long a call is held up; of two spans, something between. */
  readonly delay?: Span | readonly [Span, Span]
  /** The connection is cut: before anything happened, or after it did. */
  readonly cut?: 'before' | 'after-commit'
  readonly body?: 'truncated' | 'html' | 'empty' | 'extra-fields'
  /** With a status: the service carries the call out before that answer. */
  readonly carried_out?: boolean
}

/** The cause of a fault: one of them. */
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
      /** In the place of `times`: strikes every matching call of this span, which begins with the first one struck. */
      readonly for?: Span
    }

/** What goes wrong, at which calls. */
export type FaultOptions = FaultBase & Cause

/** Something that happens by itself. */
export interface EventOptions {
  /** A span after the beginning, such as `+5m`, or an instant. */
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
  /** Whether the run fails when it cannot happen; by default not. */
  readonly required?: boolean
}

type Bounds = number | { readonly min?: number; readonly max?: number }
type CallBounds =
  | number
  | { readonly min?: number; readonly max?: number; readonly per?: 'token' | 'client' | 'session' | 'call' | 'property' }
type Same = 'property' | 'room' | 'night' | 'booking' | 'guest' | 'session' | 'call' | 'token' | 'client'

/** Which calls there must have been, or which rows there must be, and how many. By default at least one. */
export interface ExpectationOptions extends CallSelector {
  /** A name, for `after` and for reports. */
  readonly id?: string
  readonly about?: string
  /** A status, a class such as `4xx`, or 0 for an answer that never came. */
  readonly status?: number | string
  /** Whether the answer said no: a refusal, or `valid: false` of a booking session, whatever the status. */
  readonly refused?: boolean
  /** Id or number of a fault: only calls that it was applied to count. */
  readonly struck?: string | number
  /** What a call has in common with each call of the expectation named by `after`. */
  readonly same?: Same | readonly Same[]
  /** Only calls from this instant on count, by the clock of the sandbox. */
  readonly not_before?: string
  /** When it is not met, the day did not take place: it and what follows is inconclusive. */
  readonly precondition?: true
  readonly count?: CallBounds
  readonly never?: true
  /** Id of traffic: such a call must follow each of its acts. Of the scenario that is played only. */
  readonly each?: string
  /** How long after the act. */
  readonly within?: Span
  readonly invariant?: 'no-overbooking' | 'no-lost-booking' | 'totals-add-up'
  /** Id of an earlier expectation: only calls after it was met count. */
  readonly after?: string
  /** Rows of collections: `{ bookings: { where: { cancelled: true }, count: 1 } }`. */
  readonly state?: Readonly<Record<string, { readonly where?: Wants; readonly count?: Bounds }>>
}

/** What can happen to a booking of traffic later. */
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

/** What acts by itself: see docs/traffic.md. Values of `with` may be drawn: `{ from, to }`, `{ weights }` or `{ any }`. */
export interface TrafficOptions {
  readonly id: string
  readonly about?: string
  readonly do: 'guest_books' | 'guest_walks_in' | 'channel_sells' | 'room_blocked' | 'price_changes'
  /** `200/d`: how many an hour, a day or a week, in the mean. */
  readonly rate?: string
  /** In the place of `rate`: at even intervals. */
  readonly every?: Span
  /** Weights of hours of the day, UTC: `{ '0-7': 0.2, '18-22': 3 }`. */
  readonly hours?: Readonly<Record<string, number>>
  readonly with?: Readonly<Record<string, unknown>>
  /** What happens to a booking later. */
  readonly then?: readonly {
    readonly chance?: `${number}%`
    readonly after?: Span | readonly [Span, Span]
    readonly on?: 'arrival' | 'departure'
    readonly do: FollowUpAct
    readonly else?: FollowUpAct
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

/** A scenario, as a file would say it. */
export interface ScenarioOptions {
  readonly name: string
  readonly about?: string
  /** The kinds of clients it is for; by default all. */
  readonly kinds?: readonly ('channel-manager' | 'booking-site' | 'syndication')[]
  readonly seed?: number
  readonly clock?: { readonly at?: string; readonly run?: 'real' | 'frozen' | `${number}x` }
  readonly fixtures?: readonly string[]
  readonly choices?: { readonly [Id in keyof Choices]?: Choices[Id] }
  /** Seconds a token lives. */
  readonly token_lifetime?: number
  /** Whether struck answers carry the header `X-Understay-Fault`; by default they do. */
  readonly mark?: boolean
  readonly faults?: readonly FaultOptions[]
  readonly events?: readonly EventOptions[]
  readonly traffic?: readonly TrafficOptions[]
  /** Network faults on the deliveries of webhooks. */
  readonly webhook?: {
    readonly event?: string | readonly string[]
    readonly delay?: Span | readonly [Span, Span]
    readonly drop?: `${number}%`
    readonly duplicate?: `${number}%`
    readonly reorder?: `${number}%`
    readonly burst?: Span
  }
  /** When traffic ends: `+7d`, or an instant. */
  readonly until?: string
  readonly expect?: readonly ExpectationOptions[]
}

/** How an armed fault stands. */
export interface ArmedFault {
  /** `<scenario>/<n>`, or `armed/<n>`: what the header `X-Understay-Fault` says. */
  readonly id: string
  readonly cause: string
  /** Calls that matched. */
  readonly matched: number
  /** How often the cause happened. */
  readonly happened: number
  readonly spent: boolean
  /** Why it could not happen when it was due. */
  readonly hindrance: string | null
}

/** What became of an expectation. */
export interface ExpectationOutcome {
  readonly id: string
  /** `inconclusive`: what it could be judged by was never called. */
  readonly state: 'met' | 'unmet' | 'inconclusive'
  readonly met: boolean
  /** How many there were. */
  readonly found: number
  /** What was wanted, in words. */
  readonly wanted: string
  /** What is amiss, in words; left out when it is met. */
  readonly difference?: string
  /** Ids of the journal entries that count. */
  readonly entries: readonly number[]
}

/** The faults of a world. */
export interface UnderstayFaults {
  /** Arms a fault now. A reset takes it away. @throws Error with everything that is wrong with it */
  arm(fault: FaultOptions): Promise<ArmedFault>
  list(): Promise<readonly ArmedFault[]>
  /** Takes away all faults armed at run time, or the one of this id. Answers how many there were. */
  disarm(id?: string): Promise<number>
}
