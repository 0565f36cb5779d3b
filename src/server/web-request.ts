/** Web requests and responses, for the library's `fetch` and for apps of other frameworks. */

import type { ApiResponse } from '../api/response.ts'
import { pathOf } from '../base/http-url.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Hold, LimitedBody } from '../pipeline/api-request.ts'
import { type PublicAddress, ServerRequest } from './request.ts'

const hostOf = (url: string): string => url.slice(url.indexOf('//') + 2, url.indexOf('/', url.indexOf('//') + 2))

/** Where a web request comes from, if not from this process. */
export interface RequestOrigin {
  /** The path at which the server is mounted in another app. */
  readonly mountedAt?: string
  readonly remoteAddress?: string
}

/** What each stream answers, kept as long as that: only then does it end when its caller aborts. */
const requestOf = new WeakMap<ReadableStream, Request>()

export class WebRequest extends ServerRequest {
  readonly #request: Request
  readonly hasBody: boolean
  readonly remoteAddress: string | undefined
  readonly connection = undefined
  readonly turn = undefined

  constructor(request: Request, address: PublicAddress, { mountedAt, remoteAddress }: RequestOrigin) {
    const sent = Array.from(request.headers, ([name, value]) => [name.toLowerCase(), value] as const)
    const headers = { host: hostOf(request.url), ...Object.fromEntries(sent) }
    super(request.method, pathOf(request.url), headers, { ...address, mountedAt })
    this.#request = request
    this.hasBody = request.body !== null
    this.remoteAddress = remoteAddress
  }

  async readBody(maxBytes: number, hold?: Hold): Promise<Uint8Array> {
    const body = new LimitedBody(maxBytes, hold)
    try {
      for await (const chunk of this.#request.body ?? []) if (!body.take(chunk)) break
    } catch {
      throw new Refusal('body_broken', { what: 'the connection was closed in the middle of it' })
    }
    return body.bytes()
  }

  reply(response: ApiResponse): Response {
    const sent = webResponse(response)
    if (sent.body && typeof response.body !== 'string') requestOf.set(sent.body, this.#request)
    return sent
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
 * @throws ConnectionReset as `fetch` does, when the connection would be closed
 */
export function webResponse({ status, headers, body, cut }: ApiResponse): Response {
  if (cut) throw new ConnectionReset()
  const isStream = body !== null && typeof body !== 'string'
  const sent = isStream ? ReadableStream.from(body).pipeThrough(new TextEncoderStream()) : body
  return new Response(sent, { status, headers })
}

/** The error of `fetch` for a closed connection. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }) })
  }
}
