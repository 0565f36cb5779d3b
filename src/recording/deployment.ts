/**
 * Requests to a deployment, sent as they came: `fetch` changes paths, adds headers, and takes a compressed body that breaks off
 * for a whole one.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
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

type Decode = (bytes: Buffer) => Promise<Buffer>
const unzipped: Decode = promisify(gunzip)
const unbrotlied: Decode = promisify(brotliDecompress)
const [inflated, inflatedRaw]: [Decode, Decode] = [promisify(inflate), promisify(inflateRaw)]
/** Some servers send deflate without the header of zlib. */
const DECODERS = new Map<string, Decode>([
  ['identity', (bytes) => Promise.resolve(bytes)],
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  ['deflate', (bytes) => inflated(bytes).catch(() => inflatedRaw(bytes))],
  ['br', unbrotlied],
])

/** The encodings of a body, in the order applied. */
const encodingsOf = (headers: Headers): readonly string[] =>
  (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** False for a body in an encoding that is not read. */
export const isDecoded = (headers: Headers): boolean => encodingsOf(headers).every((name) => DECODERS.has(name))

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
      headers: { ...Object.fromEntries(passed), 'accept-encoding': 'gzip, deflate, br' },
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
  const body = await decoded(await buffer(answer), headers)
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, headers })
}

/** The decoded body, whose header goes. A body in an encoding that is not read stays as it is. */
async function decoded(body: Buffer, headers: Headers): Promise<Buffer> {
  const encodings = encodingsOf(headers)
  if (encodings.length === 0 || !isDecoded(headers)) return body
  headers.delete('content-encoding')
  let bytes = body
  try {
    for (const name of body.length > 0 ? encodings.toReversed() : []) bytes = (await DECODERS.get(name)?.(bytes)) ?? bytes
  } catch (error) {
    throw new Error(`the ${encodings.join(', ')} body of the response cannot be read: ${messageOf(error)}`)
  }
  return bytes
}
