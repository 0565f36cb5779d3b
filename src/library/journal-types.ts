/**
 * Journal entries and events for users of the library.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import type { EventData, EventName } from '../domain/event/events.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { OperationId } from './operation-id.ts'

/** A request and its response. Secrets and tokens are masked. */
export interface JournalEntry {
  readonly id: number
  /** Name of the sandbox. */
  readonly sandbox: string
  /** When, by the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly method: string
  /** Path below the interface, and query. */
  readonly target: string
  /** Arrival in real time: epoch milliseconds. */
  readonly real: number
  /** Id of the operation, such as `listBookings`. */
  readonly operation?: OperationId
  /** Path parameters by name, as sent. */
  readonly path?: Readonly<Record<string, string>>
  /** Id of the client whose token was sent, or that requested one. */
  readonly client?: string
  /** First characters of the token that was sent or issued. */
  readonly token?: string
  /** Id of the property. */
  readonly property?: number
  /**
   * The subject of the call. A missing field means no restriction: a read without rooms covers all rooms, one without nights
   * all nights.
   */
  readonly subject?: {
    readonly property?: number
    readonly rooms?: readonly number[]
    readonly nights?: { readonly from?: Day; readonly to?: Day }
    readonly booking?: number
    readonly guest?: string
  }
  /** Id of the booking session. */
  readonly session?: string
  /** Name of the channel. */
  readonly channel?: string
  /** The client's `X-Request-Id` or `X-Correlation-Id`. */
  readonly correlation?: string
  readonly status: number
  /** Duration in milliseconds of real time. */
  readonly ms: number
  readonly refusalCode?: RefusalCode
  /** Text of the refusal. */
  readonly refusal?: string
  /** The suggestion in the hint header. */
  readonly hint?: string
  readonly warnings?: readonly string[]
  /** Ids of the faults that affected the call: `<scenario>/<n>`. */
  readonly fault?: readonly string[]
  /** Kind of the network fault that affected the call. */
  readonly networkFault?:
    | 'delay'
    | 'status'
    | 'carried-out'
    | 'cut-before'
    | 'cut-after-commit'
    | 'truncated'
    | 'html'
    | 'empty'
    | 'extra-fields'
  /** True when the client had disconnected before the response was sent. */
  readonly aborted?: true
  /** Status of a response that was lost in transit. The call was carried out. */
  readonly lostStatus?: number
  /** Form fields that the server did not read. */
  readonly unread?: readonly string[]
  /** Rows the request changed: collection to ids. */
  readonly changed?: Readonly<Record<string, readonly (number | string)[]>>
  /** Kept request headers, by lower-case name. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The request's form. */
  readonly request?: string
  /** The response body, truncated when it is long. */
  readonly response?: string
}

/** What happened in the world, under the service's own event names. */
export interface UnderstayEvent {
  readonly id: number
  /** When, by the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly task: EventName
  readonly data: EventData
}
