/**
 * Correlation ids: what a client calls its request, sent back as it came.
 *
 * @module
 */
import type { ApiRequest } from './api-request.ts'

const NAMES = ['X-Request-Id', 'X-Correlation-Id'] as const
/** Printable ASCII, not too long for a header that is sent back. */
const FITTING = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

/** The id that a request brings: `X-Request-Id`, or else `X-Correlation-Id`. One that could not be sent back is none. */
export function correlationOf(request: Pick<ApiRequest, 'header'>): string | undefined {
  const first = request.header('x-request-id')
  const second = request.header('x-correlation-id')
  if (first === undefined && second === undefined) return undefined
  return [first, second].find((id) => id !== undefined && FITTING.test(id))
}

/** Sends the ids back under the names they came by. */
export function echoCorrelation(headers: Record<string, string>, request: Pick<ApiRequest, 'header'>): void {
  for (const name of NAMES) {
    const id = request.header(name.toLowerCase())
    if (id !== undefined && FITTING.test(id)) headers[name] = id
  }
}
