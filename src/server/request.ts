/** A request as the app receives it, from a socket or from a web `Request`: what its target and headers say. */
import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import { SANDBOX_HEADER } from '../base/sandbox-name.ts'
import type { ApiRequest, Hold } from '../pipeline/api-request.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'

/** Stands for an unknown client address. Such a client needs a token for the control API. */
export const UNKNOWN_ADDRESS = 'unknown'

/** How clients reach the server: decides the base of links in responses. */
export interface PublicAddress {
  /** Replaces scheme and host of the request. */
  readonly publicUrl: string | undefined
  /** The scheme of the server; `http` by default. */
  readonly scheme?: 'http' | 'https' | undefined
  /** The path at which it is mounted in another app. */
  readonly mountedAt?: string | undefined
  /** While it is draining, connections close after their next response. */
  readonly phase?: { readonly draining: boolean } | undefined
}

/** Host headers that are valid without parsing a URL. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/

/** A request to the app: its Hono bindings, and what a pipeline reads. */
export abstract class ServerRequest implements ApiRequest {
  readonly method: string
  readonly headers: RequestHeaders
  readonly sandbox: string
  /** Without the path at which the server is mounted and without `/@w1`; a mount of the app removes its own path. */
  path: string
  readonly query: string
  readonly root: string

  /** @param target path and query as sent: `/@w1/service/api/...?...`, or an absolute URL */
  constructor(method: string, target: string, headers: RequestHeaders, address: PublicAddress) {
    const { publicUrl, scheme = 'http', mountedAt = '' } = address
    const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
    const queryAt = relative.indexOf('?')
    const whole = queryAt < 0 ? relative : relative.slice(0, queryAt)
    const path = mountedAt !== '' && whole.startsWith(mountedAt) ? whole.slice(mountedAt.length) : whole
    const end = path.startsWith('/@') ? path.indexOf('/', 2) : 0
    const prefix = end < 0 ? path : path.slice(0, end)
    this.method = method
    this.headers = headers
    this.query = queryAt < 0 ? '' : relative.slice(queryAt + 1)
    this.path = (end < 0 ? '' : path.slice(end)) || '/'
    this.sandbox = prefix === '' ? headers[SANDBOX_HEADER] || DEFAULT_SANDBOX : prefix.slice(2)
    const base = publicUrl ?? `${scheme}://${headers['host'] ?? 'localhost'}`
    // A public URL may name the path of the mount, as that of an app without a mount does.
    const isNamed = mountedAt !== '' && publicUrl !== undefined && new URL(publicUrl).pathname.endsWith(mountedAt)
    this.root = `${base}${isNamed ? '' : mountedAt}${prefix}`
  }

  /** False when the Host header is missing or invalid. */
  get hasHost(): boolean {
    const { host } = this.headers
    return host !== undefined && (PLAIN_HOST.test(host) || URL.canParse(`http://${host}`))
  }

  /** Sends the response; undefined for one that is sent already. @returns what Hono passes on, on a socket the mark of a sent response */
  abstract reply(response: ApiResponse | undefined): Response
  abstract readonly hasBody: boolean
  abstract readonly remoteAddress: string | undefined
  abstract readonly connection: number | undefined
  abstract readonly turn: number | undefined
  abstract readBody(maxBytes: number, hold?: Hold): Promise<Uint8Array>
  abstract gone(): boolean
  abstract signal(): AbortSignal
}
