/**
 * The responses of the control API that the console reads.
 *
 * @module
 */
import type { ShownEntry } from '../journal/entry.ts'
import type { Report } from '../report/report.ts'

/** A journal entry, complete or as in lists. */
export type JournalEntry = Omit<ShownEntry, 'requestHeaders'> &
  Partial<Pick<ShownEntry, 'requestHeaders'>> & { readonly changes?: readonly RowChange[] }

/** A row before and after a call. */
export interface RowChange {
  readonly collection: string
  readonly id: number | string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export interface JournalPage {
  readonly dropped: number
  readonly kept: number
  readonly matching: number
  readonly entries: readonly JournalEntry[]
}

export interface SandboxListed {
  readonly name: string
  readonly url: string
  readonly api_url: string
  readonly in_use: boolean
  readonly calls: number | null
  readonly changed_rows: number | null
  readonly verdict?: Report['verdict'] | 'no calls' | null
}

/** The sandbox and how it was set up. */
export interface SandboxInfo {
  readonly sandbox: string
  readonly version: string
  readonly product: string
  readonly api_url: string
  readonly session_header: string
  readonly token_lifetime: number
  readonly data: string | null
}

/** A booking session and its state. */
export interface SessionShown {
  readonly session: string
  readonly property_uid: number | null
  readonly arrival: string | null
  readonly departure: string | null
  readonly adults: number | null
  readonly address: boolean
  readonly rooms: readonly { readonly room: number; readonly rate: number }[]
  readonly total: string | null
  readonly ok_to_book: boolean
  readonly contract_uid: number | null
  readonly used_at: string
}

/** One kind of traffic and its counts. */
export interface TrafficShown {
  readonly id: string
  readonly acts: readonly { readonly do: string; readonly happened: number; readonly blocked: number }[]
  /** The time of its next act; null once it has ended. */
  readonly next: string | null
  readonly lastBlocked: string | null
}

/** An operation of the interface. */
export interface OperationShown {
  readonly id: string
  /** The causes of faults that can apply to its calls. */
  readonly causes: readonly string[]
}

/** An armed fault. */
export interface FaultShown {
  readonly id: string
  readonly exhausted: boolean
}

export interface BundledScenario {
  readonly name: string
  readonly about: string | null
}

export interface ClientShown {
  readonly client_id: string
  readonly client_secret: string
  readonly label: string
  readonly scopes: readonly string[]
  readonly tokens: 'normal' | 'expired'
  readonly user: { readonly name: string; readonly level: string } | null
  readonly properties: readonly number[]
}

/** A snapshot; a damaged one has only a name and a problem. */
export interface SnapshotShown {
  readonly name: string
  readonly at?: string
  readonly rows?: number
  readonly problem?: string
}

type Fields = Readonly<Record<string, unknown>>

/** The differences from a snapshot, by collection. */
export interface SnapshotDiff {
  readonly clock: { readonly from: string; readonly to: string }
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly added: readonly Fields[]
        readonly removed: readonly Fields[]
        readonly changed: readonly {
          readonly id: number | string
          readonly fields: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>
        }[]
      }
    >
  >
}

/** A webhook. */
export interface HookShown {
  readonly id: number
  readonly url: string
  readonly auth: string
  readonly username: string
  readonly manager: number | 'all'
  readonly enabled: boolean
}

/** A delivery of a webhook. */
export interface DeliveryShown {
  readonly id: number
  readonly hook: number
  readonly url: string
  readonly task: string
  readonly property: number | null
  readonly at: string
  readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  readonly status: number | null
  readonly ms: number | null
  readonly error: string | null
  readonly fault: string | null
  readonly repeats: number | null
  readonly attempt: number
  readonly raised_by: { readonly kind: 'call' | 'event' | 'fault' | 'traffic'; readonly id: string } | null
  readonly details: { readonly operation: string; readonly path: string } | null
  readonly request: { readonly method: string; readonly headers: Readonly<Record<string, string>> } | null
  readonly body: string
}

export interface DeliveriesPage {
  readonly removed: number
  readonly dropped: number
  readonly waiting: number
  readonly kept: number
  readonly matching: number
  readonly deliveries: readonly DeliveryShown[]
}

/** Some rows of a collection. */
export interface CollectionPage {
  readonly rows: number
  readonly matching: number
  readonly found: readonly (Fields & { readonly id: number | string })[]
}

/** The rooms of a property with their stays. */
export interface CalendarData {
  readonly property: { readonly id: number; readonly name: string } | null
  readonly properties: readonly { readonly id: number; readonly name: string }[]
  readonly from: string
  readonly nights: number
  readonly today: string
  readonly rooms: readonly { readonly id: number; readonly name: string }[]
  readonly stays: readonly {
    readonly room: number
    readonly arrival: string
    readonly departure: string
    readonly state: string
    readonly booking: number | null
    readonly guest: string
    /** The latest call that changed the booking. */
    readonly call: number | null
  }[]
}

interface Amount {
  readonly exact: string
  readonly amount: string
}

/** The price of a session, line by line. */
export interface SessionPrice {
  readonly session: string
  readonly property_uid: number
  readonly contract_uid: number | null
  readonly engine: string
  readonly currency: string
  readonly nights: number
  readonly lines: readonly (Amount & { readonly rule: string; readonly text: string })[]
  readonly total: Amount
  readonly deposit: Amount & { readonly text: string }
}
