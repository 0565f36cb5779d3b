/**
 * The client of the control API, the only source of data for the pages.
 *
 * @module
 */
import type {
  BundledScenario,
  CalendarData,
  ClientShown,
  CollectionPage,
  DeliveriesPage,
  FaultShown,
  HookShown,
  JournalPage,
  OperationShown,
  Report,
  SandboxInfo,
  SandboxListed,
  SessionPrice,
  SessionShown,
  SnapshotDiff,
  SnapshotShown,
  TrafficShown,
} from './control-responses.ts'

/** Sends a request to the control API of the sandbox, with the credentials of the request for the page. */
export type AskControl = (path: string) => Promise<Response>

/** An error response of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A sandbox with the path of its console. */
export interface SandboxLink extends SandboxListed {
  readonly console: string
}

/** Sandboxes with the paths of their consoles: their addresses without scheme and host. */
export const pathsOf = (sandboxes: readonly SandboxListed[]): readonly SandboxLink[] =>
  sandboxes.map((sandbox) => ({ ...sandbox, console: `${sandbox.url.replace(/^[a-z]+:\/\/[^/]*/i, '')}/_understay/` }))

/** The requests that pages need. */
export class ControlClient {
  readonly #ask: AskControl

  constructor(ask: AskControl) {
    this.#ask = ask
  }

  sandboxInfo(): Promise<SandboxInfo> {
    return this.read('/')
  }

  operations(): Promise<readonly OperationShown[]> {
    return this.read('/operations')
  }

  /** The price after a call, or now; undefined when the session has ended or has no price. */
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

  /** As {@link read}; undefined for 404. */
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
