/**
 * Calls that are over, as expectations see them.
 *
 * @module
 */
import { type Comparable, subjectOf } from '../api/subject.ts'
import type { Instant } from '../base/instant.ts'
import { OPERATIONS } from '../booking-api/contract/index.ts'
import { sessionKey } from '../domain/session/booking-session.ts'
import type { Entry } from '../journal/entry.ts'
import type { RequestFacts } from './selector.ts'

/** A call that is over. */
export interface PastCall extends RequestFacts, Comparable {
  /** Of its entry in the journal; later ones are greater. */
  readonly id: number
  /** When it came in, by the sandbox's clock. */
  readonly at: Instant
  /** When it came in, by the machine's clock, and when its answer went out. */
  readonly began: Instant
  readonly ended: Instant
  readonly session: string | undefined
  readonly token: string | undefined
  readonly client: string | undefined
  /** 0 when no answer ever came. */
  readonly status: number
  /** Path and query as sent, secrets masked. */
  readonly target: string
  /** The faults that were applied to it: `<scenario>/<id>`. */
  readonly fault: readonly string[]
  /** True when the answer said no, whatever its status: a refusal, or `valid: false`. */
  readonly refused: boolean
  /** What was probably meant, where it was refused. */
  readonly hint: string | undefined
}

/** What is read of an entry of the journal. */
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
  | 'requestHeaders'
  | 'request'
>

const KNOWN = new Map(OPERATIONS.map((operation) => [operation.id, operation]))
const NO_VALUES: Readonly<Record<string, string>> = {}
const NO_FAULT: readonly string[] = []

/** An entry of the journal as a call that is over. */
export function pastCall(entry: CalledEntry): PastCall {
  const operation = entry.operation === undefined ? undefined : KNOWN.get(entry.operation)
  let form: URLSearchParams | undefined
  const fields = (): URLSearchParams => (form ??= new URLSearchParams(entry.request))
  const field = (name: string): string | undefined => fields().get(name) ?? undefined
  // a call may name another method than the one it was sent with
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

/** As much of a session's name as counts. */
const sessionOf = (sent: string | undefined): string | undefined => (sent === undefined ? undefined : sessionKey(sent.trim()))

/** The headers the journal keeps, in lower case; the product word of three of them is any. */
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

const OF_PRODUCT = /^x-[a-z0-9]+-(?=(?:booking-session-id|channel-name|no-envelope)$)/

/** True when the journal keeps a header of this name, in lower case. */
export const isKept = (name: string): boolean => KEPT_HEADERS.includes(name.replace(OF_PRODUCT, 'x-service-'))

function keptHeader({ requestHeaders, session, channel, correlation }: CalledEntry, name: string): string | undefined {
  switch (name.replace(OF_PRODUCT, '')) {
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
