/**
 * Network faults: responses of a gateway instead of the service, and damage to a response in transit.
 * @source PRODUCT "Scenarios"
 */

import type { ApiResponse } from '../api/response.ts'
import type { NetworkFaultKind } from '../journal/entry.ts'
import type { NetworkFault } from '../scenario/scenario-run.ts'

const REASON_PHRASES: Readonly<Record<number, string>> = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Closes the connection without a response. */
export const connectionClosed = (): ApiResponse => ({ status: 0, headers: {}, body: null, cut: true })

const HTML = 'text/html; charset=utf-8'

/** The kind of a network fault, as the journal names it. */
export function networkFaultKind({ status, cut, body, carried_out: carriedOut }: NetworkFault): NetworkFaultKind {
  if (status !== undefined) return carriedOut ? 'carried-out' : 'status'
  if (cut !== undefined) return `cut-${cut}`
  return body ?? 'delay'
}

/** The response of a gateway in front of the service; undefined when the request reaches the service. */
export function responseInstead(fault: NetworkFault): ApiResponse | undefined {
  if (fault.cut === 'before') return connectionClosed()
  return fault.carried_out ? undefined : gatewayResponse(fault)
}

function gatewayResponse({ status, retry_after: seconds }: NetworkFault): ApiResponse | undefined {
  if (status === undefined) return undefined
  const reason = REASON_PHRASES[status] ?? 'Error'
  const headers: Record<string, string> = { 'Content-Type': HTML }
  if (seconds !== undefined) headers['Retry-After'] = String(seconds)
  return { status, headers, body: htmlPage(`${status} ${reason}`, 'The gateway could not pass your request on.') }
}

/** The response as it arrives at the client. */
export function responseAfter(response: ApiResponse, fault: NetworkFault): ApiResponse {
  const { cut, body } = fault
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

/** Unknown fields, as a newer release of the service might add. */
const EXTRA = { x_understay_added: { reason: 'a client ignores fields it does not know', values: [1, 2, 3] } }

/** Adds unknown fields to JSON, at the top level and in `data`. */
function withExtraFields(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return body
    const data = 'data' in value ? value.data : undefined
    const isMap = typeof data === 'object' && data !== null && !Array.isArray(data)
    return JSON.stringify({ ...value, ...EXTRA, ...(isMap && { data: { ...data, ...EXTRA } }) })
  } catch {
    return body
  }
}

const htmlPage = (title: string, text: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`
