/** Calls of the journal, as expectations see them. */
import { subjectOf } from '../../api/subject.ts'
import { sessionKey } from '../../base/session-key.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { isAnswered, isCarriedOut, keyOf, TOKEN_OPERATION } from '../../conformance/exchange.ts'
import type { Entry } from '../../journal/entry.ts'
import { keptHeader } from '../../journal/kept-headers.ts'

/** A call of the journal. `status` is 0 when there was no response; `method` is that of the operation. */
export type PastCall = Readonly<ReturnType<typeof pastCall>>

const OPERATIONS_BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]))

export function pastCall(entry: Entry) {
  const operation = entry.operation === undefined ? undefined : OPERATIONS_BY_ID.get(entry.operation)
  let form: URLSearchParams | undefined
  const fields = (): URLSearchParams => (form ??= new URLSearchParams(entry.request))
  const field = (name: string): string | undefined => fields().get(name) ?? undefined
  // A request may override its method.
  const method = operation?.method.toUpperCase() ?? entry.method
  const { operation: id, path, property, client, token, request = '', refusal } = entry
  return {
    ...entry,
    operation: id,
    property,
    client,
    token,
    // when it was received and when its response was sent, by the machine's clock
    began: entry.real,
    ended: entry.real + entry.ms,
    subject: entry.subject ?? subjectOf({ operation: id, method, path, property, field, fields: () => fields().keys() }),
    key: keyOf({ method, target: entry.target, request, session: entry.session }),
    fault: entry.fault ?? [],
    // with any status, and for `valid: false`
    refused: refusal !== undefined,
    // carried out; for a read, also that its response arrived
    effective: refusal === undefined && (method === 'GET' || id === TOKEN_OPERATION ? isAnswered(entry) : isCarriedOut(entry)),
    request,
    changedIds: Object.values(entry.changed ?? {}).flatMap((ids) => ids?.map(String) ?? []),
    tag: operation?.tag,
    method,
    session: entry.session === undefined ? undefined : sessionKey(entry.session),
    path: path ?? {},
    form: field,
    header: (name: string) => keptHeader(entry, name),
  }
}

/** True for a call that succeeded, or that the service refused for what it asks for. */
export const isDecided = ({ effective, refused, status }: PastCall): boolean =>
  effective || ((refused || status >= 400) && status < 500 && ![401, 403, 429].includes(status))

/** False for calls whose token and user agent differ. */
export const mayShareProgram = (one: PastCall, other: PastCall): boolean =>
  one.token === other.token || one.header('user-agent') === other.header('user-agent')

/** @param wanted a status such as 401, or a class such as `4xx` */
export function hasStatus({ status }: PastCall, wanted: number | string): boolean {
  return typeof wanted === 'number' ? status === wanted : String(status).startsWith(wanted.slice(0, 1))
}
