/** Correlation ids: request ids set by the client, sent back unchanged. */
import type { RequestHeaders } from '../api/request-headers.ts'

const NAMES = ['X-Request-Id', 'X-Correlation-Id'] as const
/** Valid ids: printable ASCII, at most 200 characters. */
const VALID_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/

/** The id of a request: `X-Request-Id`, or else `X-Correlation-Id`; undefined when it is invalid. */
export function correlationOf(headers: RequestHeaders): string | undefined {
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
