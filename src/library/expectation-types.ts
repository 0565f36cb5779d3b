/**
 * Expectations for users of the library. A test compares these types with the schema of scenario files.
 *
 * @module
 */
import type { CallSelector, Span, Wants } from './fault-types.ts'

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
  readonly fault?: string | number
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
  /** Id of an earlier expectation: counts only calls that were sent before one of its calls was answered. */
  readonly before?: string
  /** Id of an earlier expectation: where that one is met, this one is too. */
  readonly unless?: string
  /** Counts only calls whose path begins with the day of the clock of the machine, while that of the sandbox shows another day. */
  readonly system_date?: true
  /** Rows of collections: `{ bookings: { where: { cancelled: true }, count: 1 } }`. */
  readonly state?: Readonly<Record<string, { readonly where?: Wants; readonly count?: Bounds }>>
}
