/**
 * Requests to a deployment, sent as they came: `fetch` changes paths, adds headers, and takes a compressed body that breaks off
 * for a whole one.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { messageOf } from '../base/caught-error.ts'
import { CONNECTION_HEADERS } from '../base/connection-headers.ts'

export interface SentRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Headers that belong to one connection, or that this program writes itself. */
export const OWN_HEADERS = new Set([...CONNECTION_HEADERS, 'content-length', 'host', 'proxy-authenticate', 'proxy-authorization'])

const GZIP = /^(?:x-)?gzip(?:\s*,\s*(?:x-)?gzip)*$/i
const unzipped = promisify(gunzip)

/** Sends a request, and follows no redirect. @param upstream the base URL, without a trailing slash @returns the decoded response */
export function askDeployment(upstream: string, { method, target, headers, body }: SentRequest, ms: number): Promise<Response> {
  const { protocol, hostname, port, pathname } = new URL(upstream)
  const { request } = protocol === 'https:' ? https : http
  const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  return new Promise((resolve, reject) => {
    const options = {
      method,
      // A connection for each call: on a kept one, a call is lost when the deployment closes it at that moment.
      agent: false,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: `${pathname.replace(/\/$/, '')}${target}`,
      headers: {
        ...Object.fromEntries(passed),
        'accept-encoding': 'identity',
        // Node writes no length for some methods, such as DELETE.
        ...(body.length > 0 && { 'content-length': body.length }),
      },
      signal: AbortSignal.timeout(ms),
    }
    let received: IncomingMessage | undefined
    request(options, (answer) => {
      received = answer
      responseOf(answer).then(resolve, reject)
    })
      // What follows a complete response, such as the body of a 204, is no part of it.
      .on('error', (error) => received?.complete || reject(error))
      .end(body)
  })
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, rawHeaders } = answer
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  let body = await buffer(answer)
  const encoding = headers.get('content-encoding') ?? ''
  // Some servers compress although no encoding is accepted. A body in another encoding stays as it is.
  if (GZIP.test(encoding)) headers.delete('content-encoding')
  for (const _ of GZIP.test(encoding) && body.length > 0 ? encoding.split(',') : [])
    body = await unzipped(body).catch((error: unknown) => {
      throw new Error(`the ${encoding} body of the response cannot be read: ${messageOf(error)}`)
    })
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, headers })
}
