/**
 * The control API as the console uses it: the pages know nothing else of a sandbox.
 *
 * @module
 */
import type { ShownEntry } from '../journal/entry.ts'
import type { Report } from '../report/report.ts'

/** Sends a request to the control API of the sandbox with the rights of whoever opened the page. */
export type Ask = (path: string) => Promise<Response>

/** An answer of the control API that is an error. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A journal entry as the control API shows it: whole, or as lists show it. */
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
export interface SandboxAbout {
  readonly sandbox: string
  readonly version: string
  readonly product: string
  readonly api_url: string
  readonly session_header: string
  readonly token_lifetime: number
  readonly data: string | null
}

/** A booking session and how far it is. */
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

/** One kind of traffic, and what it has done so far. */
export interface TrafficShown {
  readonly id: string
  readonly acts: readonly { readonly do: string; readonly happened: number; readonly blocked: number }[]
  /** When it acts next; null once it has ended. */
  readonly next: string | null
  readonly lastBlocked: string | null
}

/** An operation of the interface. */
export interface OperationShown {
  readonly id: string
  /** The causes of faults that can happen to its calls. */
  readonly causes: readonly string[]
}

/** A fault in force. */
export interface FaultShown {
  readonly id: string
  readonly spent: boolean
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

/** A snapshot; one whose file is damaged has a problem and nothing else. */
export interface SnapshotShown {
  readonly name: string
  readonly at?: string
  readonly rows?: number
  readonly problem?: string
}

type Fields = Readonly<Record<string, unknown>>

/** What differs from a snapshot, by collection. */
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

/** An address that is notified. */
export interface HookShown {
  readonly id: number
  readonly url: string
  readonly auth: string
  readonly username: string
  readonly manager: number | 'all'
  readonly enabled: boolean
}

/** One notification to one hook. */
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

/** Why a session costs what it costs. */
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

/** A sandbox with the path of its console. */
export interface SandboxLink extends SandboxListed {
  readonly console: string
}

/** Sandboxes with the paths of their consoles: their addresses without scheme and host. */
export const pathsOf = (sandboxes: readonly SandboxListed[]): readonly SandboxLink[] =>
  sandboxes.map((sandbox) => ({ ...sandbox, console: `${sandbox.url.replace(/^[a-z]+:\/\/[^/]*/i, '')}/_understay/` }))

/** The reads that pages need. */
export class ControlClient {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  about(): Promise<SandboxAbout> {
    return this.read('/')
  }

  operations(): Promise<readonly OperationShown[]> {
    return this.read('/operations')
  }

  /** As a call left it, or as it is now; undefined where the session is gone or has no price. */
  price(session: string, call?: number): Promise<SessionPrice | undefined> {
    return this.find(`/sessions/${encodeURIComponent(session)}/price${call === undefined ? '' : `?call=${call}`}`)
  }

  calendar(query: URLSearchParams): Promise<CalendarData | undefined> {
    return this.find(`/calendar?${query}`)
  }

  sessions(): Promise<readonly SessionShown[]> {
    return this.read('/sessions')
  }

  async traffic(): Promise<readonly TrafficShown[]> {
    const { traffic } = await this.read<{ readonly traffic: readonly TrafficShown[] }>('/traffic')
    return traffic
  }

  faults(): Promise<readonly FaultShown[]> {
    return this.read('/faults')
  }

  scenarios(): Promise<readonly BundledScenario[]> {
    return this.read('/scenarios')
  }

  scenario(name: string): Promise<(BundledScenario & { readonly text: string }) | undefined> {
    return this.find(`/scenarios/${encodeURIComponent(name)}`)
  }

  webhooks(): Promise<readonly HookShown[]> {
    return this.read('/webhooks')
  }

  deliveries(query: URLSearchParams): Promise<DeliveriesPage> {
    return this.read(`/webhooks/deliveries?${query}`)
  }

  collections(): Promise<readonly { readonly name: string; readonly rows: number }[]> {
    return this.read('/collections')
  }

  collection(name: string, query: URLSearchParams): Promise<CollectionPage | undefined> {
    return this.find(`/collections/${encodeURIComponent(name)}?${query}`)
  }

  snapshots(): Promise<readonly SnapshotShown[]> {
    return this.read('/snapshots')
  }

  snapshotDiff(name: string): Promise<SnapshotDiff | undefined> {
    return this.find(`/snapshots/${encodeURIComponent(name)}/diff`)
  }

  credentials(): Promise<readonly ClientShown[]> {
    return this.read('/credentials')
  }

  report(): Promise<Report> {
    return this.read('/report')
  }

  sandboxes(verdicts = false): Promise<readonly SandboxListed[]> {
    return this.read(verdicts ? '/sandboxes?verdicts=true' : '/sandboxes')
  }

  journal(query: URLSearchParams): Promise<JournalPage> {
    return this.read(`/journal?${query}`)
  }

  /** @throws ControlError */
  async read<T>(path: string): Promise<T> {
    const answer = await this.#ask(path)
    const body: unknown = await answer.json()
    if (!answer.ok) throw new ControlError(answer.status, errorOf(body))
    return body as T
  }

  /** The answer to a read that may find nothing. */
  async find<T>(path: string): Promise<T | undefined> {
    try {
      return await this.read<T>(path)
    } catch (error) {
      if (error instanceof ControlError && error.status === 404) return undefined
      throw error
    }
  }
}

export const errorOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'the control API gave no reason'
