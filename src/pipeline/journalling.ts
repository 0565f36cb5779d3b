/** The journal record of a request: opened when it is received, closed when its response is sent. */

import { EMPTY_FORM } from '../api/form.ts'
import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import { keptHeaders } from '../journal/kept-headers.ts'
import { cutBody, MAX_BODY, maskedAnswer, maskedHeaders, maskedNames, maskedQuery, maskQueryInStart } from '../journal/masking.ts'
import { LargeResponse, RequestRecord } from '../journal/request-record.ts'
import { realNow } from '../simulation/clock.ts'
import type { Sandbox } from '../world/world.ts'
import type { ApiRequest } from './api-request.ts'
import type { RequestContext } from './request-context.ts'

/** Responses longer than this are kept as their value instead of text, in characters. */
const LARGE_RESPONSE = 8192

/** Opens the record of a request. @param real arrival in real time */
export function openRecord(sandbox: Sandbox, request: ApiRequest, real: number): RequestRecord {
  const { product } = sandbox.world
  const { method, path: rawPath, headers } = request
  const record = new RequestRecord({ at: sandbox.clock.now(), real, method, rawPath, query: maskedQuery(request.query) })
  record.session = headers[product.sessionHeader]
  record.correlation = correlationOf(headers)
  record.connection = request.connection
  record.turn = request.turn
  record.requestHeaders = keptHeaders(headers, product.noEnvelopeHeader)
  return record
}

/** Records the form fields that nothing has read. */
export function noteUnread(context: RequestContext, record: RequestRecord): void {
  if (context.form === EMPTY_FORM) return
  const { secrets } = context.sandbox
  const masked = (names: readonly string[]): readonly string[] => maskedNames(names, (text) => secrets.containsSecret(text))
  record.unread = masked(unreadFields(context, record))
  const repeated = masked(context.form.repeated())
  if (repeated.length > 0) (record.warnings ??= []).push(`sent more than once, where the last one counts: ${repeated.join(', ')}`)
}

/**
 * The form fields that nothing has read. After a refusal, fields that the operation declares are left out, because processing
 * stopped early.
 */
function unreadFields({ form, operation }: RequestContext, record: RequestRecord): readonly string[] {
  const { fields = {}, maps = {} } = operation?.form ?? {}
  const isAccepted = (name: string): boolean =>
    Object.hasOwn(fields, name) || (name.endsWith('[]') && Object.hasOwn(maps, name.slice(0, -2)))
  const unread = form.unread()
  return record.refusal === undefined ? unread : unread.filter((name) => !isAccepted(name))
}

/** Completes a record with the response, and adds it to journal and log. */
export function closeRecord(context: RequestContext, record: RequestRecord, response: ApiResponse): void {
  const { sandbox, request, started, operation } = context
  // A response on a socket has it: set before the record is shown and a copy of the headers may be made.
  if (typeof response.body === 'string' && request.connection !== undefined)
    response.headers['Content-Length'] = String(Buffer.byteLength(response.body))
  const masks = record.query !== request.query
  record.responseHeaders = masks ? maskedHeaders(response.headers, request.query) : response.headers
  record.status = response.status
  sandbox.calledAt = realNow()
  record.ms = Math.max(0, sandbox.calledAt - started)
  record.response = keptBody(response, masks ? request.query : '', operation?.secretResponse === true)
  sandbox.secrets.maskIn(record)
  sandbox.journal.add(record)
  if (record.commits) sandbox.webhooks.deliveries.setRequestId(record)
  const body = typeof response.body === 'string' ? response.body : null
  const { db } = sandbox.store
  sandbox.scenarioRun.watch?.answered({ entry: record.entry(), body, at: sandbox.clock.now(), real: realNow(), db })
  sandbox.world.log.request(sandbox.name, record)
}

/** The body as the journal keeps it: secrets masked, large ones as values. @param query one with secrets, which the body may repeat */
function keptBody({ body, value }: ApiResponse, query: string, isSecret: boolean): RequestRecord['response'] {
  if (typeof body !== 'string') return undefined
  if (isSecret) return maskedAnswer(cutBody(body))
  if (query !== '') return maskQueryInStart(body, query)
  const keepsValue = body.length > LARGE_RESPONSE && body.length <= MAX_BODY && value !== undefined
  return keepsValue ? new LargeResponse(value, body.length) : cutBody(body)
}

const NAMES = ['X-Request-Id', 'X-Correlation-Id'] as const
/** Valid ids: printable ASCII, at most 200 characters. */
const VALID_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

/** The id of a request: `X-Request-Id`, or else `X-Correlation-Id`; undefined when it is invalid. */
function correlationOf(headers: RequestHeaders): string | undefined {
  const { 'x-request-id': first, 'x-correlation-id': second } = headers
  if (first === undefined && second === undefined) return undefined
  return [first, second].find((id) => id !== undefined && VALID_ID.test(id))
}

/** Copies the ids to the response under the same header names. */
export function echoCorrelation(headers: Record<string, string>, sent: RequestHeaders): void {
  for (const name of NAMES) {
    const id = sent[name.toLowerCase()]
    if (id !== undefined && VALID_ID.test(id)) headers[name] = id
  }
}
