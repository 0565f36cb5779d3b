/**
 * Network faults: responses of a gateway instead of the service, damage to a response in transit, and invented answers.
 * @source PRODUCT "Scenarios"
 */

import { STATUS_CODES } from 'node:http'
import { type ApiResponse, INVENTED_HEADER, jsonResponse } from '../api/response.ts'
import { isJsonMap } from '../base/json-map.ts'
import { putAt, readPattern } from '../base/json-path.ts'
import { parsedJson } from '../base/parsed-json.ts'
import type { NetworkFaultKind } from '../journal/entry.ts'
import type { RespondFields } from '../scenario/faults/fault-schema.ts'
import type { NetworkFault } from '../scenario/scenario-run.ts'

/** Closes the connection without a response. */
export const connectionClosed = (): ApiResponse => ({ status: 0, headers: {}, body: null, cut: true })

const HTML = 'text/html; charset=utf-8'
const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' }

export function networkFaultKind({ status, cut, body, carried_out: carriedOut, respond }: NetworkFault): NetworkFaultKind {
  if (respond?.patch) return 'patched'
  if (respond) return respond.carried_out ? 'invented-carried-out' : 'invented'
  if (status !== undefined) return carriedOut ? 'carried-out' : 'status'
  if (cut !== undefined) return `cut-${cut}`
  return body ?? 'delay'
}

/** The response of a gateway in front of the service; undefined when the request reaches the service. */
export function responseInstead(fault: NetworkFault): ApiResponse | undefined {
  const { respond } = fault
  if (fault.cut === 'before') return connectionClosed()
  if (respond) return respond.patch || respond.carried_out ? undefined : inventedResponse(respond, fault)
  return fault.carried_out ? undefined : gatewayResponse(fault)
}

function gatewayResponse({ status, retry_after: seconds }: NetworkFault): ApiResponse | undefined {
  if (status === undefined) return undefined
  const reason = STATUS_CODES[status] ?? 'Error'
  const headers = { 'Content-Type': HTML, ...retryAfterHeader(seconds) }
  return { status, headers, body: htmlPage(`${status} ${reason}`, 'The gateway could not pass your request on.') }
}

const retryAfterHeader = (seconds: number | undefined) => (seconds === undefined ? {} : { 'Retry-After': String(seconds) })

/** The response as it arrives at the client. */
export function responseAfter(response: ApiResponse, fault: NetworkFault): ApiResponse {
  const { cut, body, respond } = fault
  if (respond) return respond.patch ? patched(response, respond, fault) : inventedResponse(respond, fault)
  if (cut === 'after-commit') return connectionClosed()
  if (fault.carried_out) return gatewayResponse(fault) ?? response
  if (body === undefined) return response
  const { status, headers } = response
  if (body === 'html')
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': HTML },
      body: htmlPage('Please wait', 'Checking your connection.'),
    }
  if (typeof response.body !== 'string') return response
  if (body === 'extra-fields') return { status, headers, body: withExtraFields(response.body) }
  return { status, headers, body: body === 'empty' ? '' : response.body.slice(0, Math.floor(response.body.length / 2)) }
}

/** So that an invented answer cannot become a page of this server. */
const NO_PAGE = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' }
const INVENTED_TEXT = 'the service is not known to answer this'

function inventedResponse(
  { status = 200, json, text, headers }: RespondFields,
  { retry_after: wait }: NetworkFault,
): ApiResponse {
  const made = text === undefined ? json !== undefined && jsonResponse(status, json) : { body: text, headers: PLAIN_TEXT }
  const real = { ...(made ? made.headers : {}), ...retryAfterHeader(wait) }
  return { status, body: null, ...made, headers: inventedHeaders(real, headers) }
}

/** The real response with the changes of a patch; the same response when none of its paths is there. */
function patched(
  response: ApiResponse,
  { patch = {}, status = response.status, headers }: RespondFields,
  { retry_after: wait }: NetworkFault,
): ApiResponse {
  if (typeof response.body !== 'string') return response
  const value = parsedJson(response.body)
  const changes = Object.entries(patch).map(([path, put]) => putAt(value, readPattern(path) ?? [], put))
  if (changes.every((places) => places === 0)) return response
  const real = { ...response.headers, ...retryAfterHeader(wait) }
  return { status, headers: inventedHeaders(real, headers), body: JSON.stringify(value) }
}

/** Names of headers are case-insensitive. */
function inventedHeaders(real: Readonly<Record<string, string>>, own: Readonly<Record<string, string>> = {}) {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(real).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own, ...NO_PAGE, [INVENTED_HEADER]: INVENTED_TEXT }
}

/** Unknown fields, as a newer release of the service might add. */
const EXTRA = { x_understay_added: { reason: 'a client ignores fields it does not know', values: [1, 2, 3] } }

/** Adds unknown fields to JSON, at the top level and in `data`. */
function withExtraFields(body: string): string {
  const value = parsedJson(body)
  if (!isJsonMap(value)) return body
  return JSON.stringify({ ...value, ...EXTRA, ...(isJsonMap(value['data']) && { data: { ...value['data'], ...EXTRA } }) })
}

const htmlPage = (title: string, text: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`
