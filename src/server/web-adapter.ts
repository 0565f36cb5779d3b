/**
 * Web requests and responses: the adapter onto the listener for the library's `fetch` and for apps of other frameworks.
 *
 * @module
 */

import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import { Refusal } from '../domain/refusal.ts'
import { LimitedBody } from '../pipeline/api-request.ts'
import { IncomingRequest } from './listener.ts'

/** Path and query of an absolute URL. */
const targetOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2))
const hostOf = (url: string): string => url.slice(url.indexOf('//') + 2, url.indexOf('/', url.indexOf('//') + 2))

/** A web `Request`. */
export class WebRequest extends IncomingRequest {
  readonly #request: Request
  readonly headers: RequestHeaders
  readonly hasBody: boolean
  readonly remoteAddress: string | undefined
  readonly connection = undefined
  readonly turn = undefined

  /** @param remoteAddress the address of the client; undefined in this process */
  constructor(request: Request, remoteAddress?: string) {
    super(request.method, targetOf(request.url))
    this.#request = request
    this.headers = { host: hostOf(request.url), ...Object.fromEntries(request.headers) }
    this.hasBody = request.body !== null
    this.remoteAddress = remoteAddress
  }

  async readBody(maxBytes: number): Promise<Uint8Array> {
    try {
      const body = new LimitedBody(maxBytes)
      for await (const chunk of this.#request.body ?? []) if (!body.take(chunk)) break
      return body.bytes()
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal('body_broken', { what: 'the connection was closed in the middle of it' })
    }
  }

  gone(): boolean {
    return this.#request.signal.aborted
  }

  signal(): AbortSignal {
    return this.#request.signal
  }
}

/**
 * A response as a web `Response`.
 *
 * @throws TypeError as `fetch` does, when the connection would be closed
 */
export function webResponse({ status, headers, body, cut }: ApiResponse): Response {
  if (cut) throw connectionReset()
  const isStream = body !== null && typeof body !== 'string'
  const sent = isStream ? ReadableStream.from(body).pipeThrough(new TextEncoderStream()) : body
  return new Response(sent, { status, headers })
}

/** The error of `fetch` for a closed connection. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}
