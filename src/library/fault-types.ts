/**
 * Faults for users of the library. A test compares these types with the schema of scenario files.
 *
 * @module
 */

import type { OperationId } from './operation-id.ts'
import type { ArmedFault } from './response-types.ts'

/** A condition on a value: equal, present or absent, or matching a regular expression. */
export type Wanted = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
/** Conditions by name. */
export type Wants = Readonly<Record<string, Wanted>>

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
  /** A name for `after_fault`, `fault` and reports; by default its number. */
  readonly id?: string
  /** Id of another fault that must have occurred before. */
  readonly after_fault?: string
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
export interface NetworkFault {
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

/** @deprecated The earlier name of {@link NetworkFault}. */
export type EdgeTrouble = NetworkFault

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
      readonly network: NetworkFault
      /** Instead of `times`: affects every matching call for this duration after the first affected one. */
      readonly for?: Span
    }

/** A fault: the calls it affects, and what goes wrong. */
export type FaultOptions = FaultBase & Cause

/** The faults of a world. */
export interface UnderstayFaults {
  /** Arms a fault. A reset removes it. @throws Error with every problem of the fault */
  arm(fault: FaultOptions): Promise<ArmedFault>
  list(): Promise<readonly ArmedFault[]>
  /** Disarms all faults armed at run time, or the one with this id. @returns how many were disarmed */
  disarm(id?: string): Promise<number>
}
