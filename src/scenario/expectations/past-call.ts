/** Calls of the journal, as expectations see them. */
import { type Comparable, subjectOf } from '../../api/subject.ts'
import type { Instant } from '../../base/instant.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { isAnswered, isCarriedOut, TOKEN_OPERATION } from '../../conformance/exchange.ts'
import { sessionKey } from '../../domain/session/booking-session.ts'
import type { Entry } from '../../journal/entry.ts'
import type { RequestFacts } from '../selectors/selector.ts'

/** A call of the journal. */
export interface PastCall extends RequestFacts, Comparable {
  /** The id of its journal entry; ids ascend. */
  readonly id: number
  /** When it was received, by the sandbox's clock. */
  readonly at: Instant
  /** When it was received and when its response was sent, by the machine's clock. */
  readonly began: Instant
  readonly ended: Instant
  readonly session: string | undefined
  readonly token: string | undefined
  readonly client: string | undefined
  /** 0 when there was no response. */
  readonly status: number
  /** Path and query as sent, secrets masked. */
  readonly target: string
  /** The faults that were applied to it: `<scenario>/<id>`. */
  readonly fault: readonly string[]
  /** True for a refusal with any status, and for `valid: false`. */
  readonly refused: boolean
  /** The message of the refusal. */
  readonly refusal: string | undefined
  /** True when it was carried out; for a read, also that its response arrived. */
  readonly effective: boolean
  /** Its form, as far as the journal keeps it. */
  readonly request: string
  /** The ids of the rows that it changed. */
  readonly changed: readonly string[]
  /** The hint of a refusal. */
  readonly hint: string | undefined
}

/** The fields of a journal entry that are read. */
export type CalledEntry = Pick<
  Entry,
  | 'id'
  | 'at'
  | 'real'
  | 'ms'
  | 'method'
  | 'target'
  | 'operation'
  | 'path'
  | 'client'
  | 'token'
  | 'property'
  | 'subject'
  | 'session'
  | 'channel'
  | 'correlation'
  | 'status'
  | 'fault'
  | 'hint'
  | 'refusal'
  | 'refusalCode'
  | 'networkFault'
  | 'aborted'
  | 'changed'
  | 'requestHeaders'
  | 'request'
>

const OPERATIONS_BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]))
const NO_VALUES: Readonly<Record<string, string>> = {}
const NO_FAULT: readonly string[] = []

/** A journal entry as a call. */
export function pastCall(entry: CalledEntry): PastCall {
  const operation = entry.operation === undefined ? undefined : OPERATIONS_BY_ID.get(entry.operation)
  let form: URLSearchParams | undefined
  const fields = (): URLSearchParams => (form ??= new URLSearchParams(entry.request))
  const field = (name: string): string | undefined => fields().get(name) ?? undefined
  // A request may override its method.
  const method = operation?.method.toUpperCase() ?? entry.method
  const { operation: id, path, property } = entry
  return {
    id: entry.id,
    at: entry.at,
    began: entry.real,
    ended: entry.real + entry.ms,
    subject: entry.subject ?? subjectOf({ operation: id, method, path, property, field, fields: () => fields().keys() }),
    key: `${method} ${entry.target} ${entry.request ?? ''} ${entry.session?.trim() ?? ''}`,
    status: entry.status,
    target: entry.target,
    fault: entry.fault ?? NO_FAULT,
    refused: entry.refusal !== undefined,
    refusal: entry.refusal,
    effective:
      entry.refusal === undefined && (method === 'GET' || id === TOKEN_OPERATION ? isAnswered(entry) : isCarriedOut(entry)),
    request: entry.request ?? '',
    changed: Object.values(entry.changed ?? {}).flatMap((ids) => ids?.map(String) ?? []),
    hint: entry.hint,
    operation: entry.operation,
    tag: operation?.tag,
    method,
    property: entry.property,
    client: entry.client,
    session: sessionOf(entry.session),
    token: entry.token,
    path: entry.path ?? NO_VALUES,
    form: field,
    header: (name) => keptHeader(entry, name),
  }
}

/** The part of a session id that counts. */
const sessionOf = (sent: string | undefined): string | undefined => (sent === undefined ? undefined : sessionKey(sent.trim()))

/** The headers the journal keeps, in lower case; three of them contain the word of any product. */
export const KEPT_HEADERS: readonly string[] = [
  'accept',
  'user-agent',
  'content-type',
  'authorization',
  'x-http-method-override',
  'x-request-id',
  'x-correlation-id',
  'x-service-booking-session-id',
  'x-service-channel-name',
  'x-service-no-envelope',
]

const PRODUCT_PREFIX = /^x-[a-z0-9]+-(?=(?:booking-session-id|channel-name|no-envelope)$)/

/** True when the journal keeps a header of this name, in lower case. */
export const isKeptHeader = (name: string): boolean => KEPT_HEADERS.includes(name.replace(PRODUCT_PREFIX, 'x-service-'))

function keptHeader({ requestHeaders, session, channel, correlation }: CalledEntry, name: string): string | undefined {
  switch (name.replace(PRODUCT_PREFIX, '')) {
    case 'booking-session-id':
      return session
    case 'channel-name':
      return channel
    case 'x-request-id':
    case 'x-correlation-id':
      return correlation
    default:
      return requestHeaders[name]
  }
}
