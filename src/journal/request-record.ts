/** One request in the journal: its raw parts in one flat object. The {@link Entry} is made on demand. */
import { type HeldStay, type Subject, subjectOf } from '../api/subject.ts'
import type { Instant } from '../base/instant.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { Commit } from '../store/commit.ts'
import type { Entry, NetworkFaultKind } from './entry.ts'
import { maskedChangedIds } from './masking.ts'

/** The fields that are known when a request is received. */
type ReceivedRequest = Pick<RequestRecord, 'at' | 'real' | 'method' | 'rawPath' | 'query'>

const NO_HEADERS = {}
const NO_TEXTS: readonly string[] = []
const NO_FIELD = (): undefined => undefined
const NO_FIELDS = (): readonly string[] => NO_TEXTS

/** Bytes that a record counts, besides its texts. */
const BASE_COST = 400
/** Bytes that a changed row counts. */
const ROW_COST = 16

export class RequestRecord {
  id = 0
  /** When it was received, by the sandbox's clock and by the machine's. */
  at: Instant
  readonly real: Instant
  /** As sent; a request may override it. */
  readonly method: string
  effectiveMethod: string
  /** Path below the interface, as sent. */
  rawPath: string
  /** The query, secrets masked. */
  query: string
  operation: string | undefined = undefined
  pathValues: Readonly<Record<string, string>> | undefined = undefined
  client: string | undefined = undefined
  token: string | undefined = undefined
  property: number | undefined = undefined
  /** The subject in the form; without a form it is determined on demand. */
  formSubject: Subject | undefined = undefined
  /** The stay in the booking session when the request was received. */
  heldStay: HeldStay | undefined = undefined
  session: string | undefined = undefined
  channel: string | undefined = undefined
  correlation: string | undefined = undefined
  connection: number | undefined = undefined
  turn: number | undefined = undefined
  status = 0
  ms = 0
  refusalCode: RefusalCode | undefined = undefined
  refusal: string | undefined = undefined
  hint: string | undefined = undefined
  warnings: string[] | undefined = undefined
  fault: readonly string[] | undefined = undefined
  networkFault: NetworkFaultKind | undefined = undefined
  aborted: true | undefined = undefined
  abortedMs: number | undefined = undefined
  lostStatus: number | undefined = undefined
  unread: readonly string[] | undefined = undefined
  commits: Commit[] | undefined = undefined
  /** Secrets masked. */
  requestHeaders: Readonly<Record<string, string>> = NO_HEADERS
  responseHeaders: Readonly<Record<string, string>> | undefined = undefined
  /** The form, secrets masked. */
  request: string | undefined = undefined
  /** At most 64 KiB of text, secrets masked. */
  response: string | LargeResponse | undefined = undefined

  #bytes = 0

  constructor({ at, real, method, rawPath, query }: ReceivedRequest) {
    this.at = at
    this.real = real
    this.method = method
    this.effectiveMethod = method
    this.rawPath = rawPath
    this.query = query
  }

  /** Bytes that count against the limit, computed when it is complete: a dropped record is no longer in the processor's cache. */
  get bytes(): number {
    if (this.#bytes === 0) this.#bytes = this.#cost()
    return this.#bytes
  }

  /** Its texts and a constant. */
  #cost(): number {
    let cost = BASE_COST + this.rawPath.length + this.query.length
    cost += (this.request?.length ?? 0) + (this.response?.length ?? 0) + (this.refusal?.length ?? 0) + (this.hint?.length ?? 0)
    for (const name in this.requestHeaders) cost += this.requestHeaders[name]?.length ?? 0
    if (this.warnings) for (const text of this.warnings) cost += text.length
    if (this.unread) for (const text of this.unread) cost += text.length
    if (this.commits) for (const { size } of this.commits) cost += ROW_COST * size
    return cost
  }

  /** Makes the entry: without getters, which would make its creation and its serialization several times slower. */
  entry(): Entry {
    const { response } = this
    if (typeof response !== 'object') return this.#entry(response)
    return Object.defineProperty(this.#entry(undefined), 'response', { get: () => response.text(), enumerable: true })
  }

  #entry(response: string | undefined): Entry {
    return {
      id: this.id,
      at: this.at,
      real: this.real,
      method: this.method,
      target: this.query === '' ? this.rawPath : `${this.rawPath}?${this.query}`,
      operation: this.operation,
      path: this.pathValues,
      client: this.client,
      token: this.token,
      property: this.property,
      subject: this.subject,
      session: this.session,
      channel: this.channel,
      correlation: this.correlation,
      status: this.status,
      ms: this.ms,
      refusalCode: this.refusalCode,
      refusal: this.refusal,
      hint: this.hint,
      warnings: this.warnings,
      fault: this.fault,
      networkFault: this.networkFault,
      aborted: this.aborted,
      abortedMs: this.abortedMs,
      lostStatus: this.lostStatus,
      unread: this.unread,
      changed: this.commits && maskedChangedIds(Commit.joined(this.commits).changed),
      requestHeaders: this.requestHeaders,
      responseHeaders: this.responseHeaders,
      request: this.request,
      response,
      connection: this.connection,
      turn: this.turn,
    }
  }

  get subject(): Subject | undefined {
    const { formSubject, operation, effectiveMethod, pathValues, property, heldStay } = this
    if (formSubject || operation === undefined) return formSubject
    return subjectOf({
      operation,
      method: effectiveMethod,
      path: pathValues,
      property,
      field: NO_FIELD,
      fields: NO_FIELDS,
      session: heldStay,
    })
  }
}

/**
 * A large response, kept as the value that it is serialized from, which never changes. Keeping its text costs garbage collection:
 * a list of bookings would be a fourth slower.
 */
export class LargeResponse {
  /** Characters of the text. */
  readonly length: number
  readonly #value: unknown

  constructor(value: unknown, length: number) {
    this.#value = value
    this.length = length
  }

  text(): string {
    return JSON.stringify(this.#value)
  }
}
