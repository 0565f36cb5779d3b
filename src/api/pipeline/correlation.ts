/**
 * Correlation ids: request ids set by the client, sent back unchanged.
 *
 * @module
 */
import type { ApiRequest } from './api-request.ts'

const NAMES = ['X-Request-Id', 'X-Correlation-Id'] as const
/** Valid ids: printable ASCII, at most 200 characters. */
const VALID_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

/** The id of a request: `X-Request-Id`, or else `X-Correlation-Id`; undefined when it is invalid. */
export function correlationOf(request: Pick<ApiRequest, 'header'>): string | undefined {
  const first = request.header('x-request-id')
  const second = request.header('x-correlation-id')
  if (first === undefined && second === undefined) return undefined
  return [first, second].find((id) => id !== undefined && VALID_ID.test(id))
}

/** Copies the ids to the response under the same header names. */
export function echoCorrelation(headers: Record<string, string>, request: Pick<ApiRequest, 'header'>): void {
  for (const name of NAMES) {
    const id = request.header(name.toLowerCase())
    if (id !== undefined && VALID_ID.test(id)) headers[name] = id
  }
}
