/**
 * Requests as the listener hands them to an API.
 *
 * @module
 */
import type { ApiRequest } from '../../src/pipeline/api-request.ts'

/** What a test says of a request; everything else is empty. */
export interface TestRequest {
  readonly method?: string
  readonly path: string
  readonly query?: string
  readonly sandbox?: string
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly root?: string
}

/** A request without a socket. */
export function requestOf({
  method = 'GET',
  path,
  query = '',
  sandbox = 'default',
  headers = {},
  body,
  root,
}: TestRequest): ApiRequest {
  return {
    method,
    path,
    query,
    sandbox,
    headers,
    hasBody: body !== undefined && body !== '',
    readBody: async () => new TextEncoder().encode(body ?? ''),
    gone: () => false,
    signal: () => new AbortController().signal,
    root: root ?? 'http://test.example',
    remoteAddress: undefined,
  }
}
