/**
 * The short way: calls answered on Node's own response, without the shell, which is not even loaded for them.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './http/envelope.ts'
import type { Service } from './http/service.ts'
import { announcesBody, hasHungUp, incomingHeader, openSandbox, placeOf, rootOf } from './place.ts'
import { SandboxError, type World } from './world.ts'

/** What calls are answered with. */
export interface Answering {
  readonly world: World
  readonly service: Service
  readonly publicUrl: string | undefined
}

/** Hosts that need no parsing; every other one is the shell's business. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/

/**
 * The short way for the calls that are by far the most: GETs of the service interface, without a body. They are answered
 * as the shell answers them, but without a web `Request` and `Response`, which a server that starts has not loaded yet.
 *
 * @returns undefined for every other call
 */
export function shortWay({
  world,
  service,
  publicUrl,
}: Answering): (incoming: IncomingMessage) => Answer | Promise<Answer> | undefined {
  const { apiPath } = world.product
  return (incoming) => {
    const { url = '', headers } = incoming
    const { host } = headers
    if (incoming.method !== 'GET' || host === undefined || !PLAIN_HOST.test(host)) return undefined
    if (!url.startsWith('/') || url.includes('\\')) return undefined
    const header = incomingHeader(incoming)
    if (announcesBody(header)) return undefined
    const place = placeOf(url, header)
    if (!place.path.startsWith(`${apiPath}/`)) return undefined
    const sandbox = openSandbox(world, place.sandbox)
    if (sandbox instanceof SandboxError) return undefined
    return service.handle(sandbox, {
      method: 'GET',
      path: place.path.slice(apiPath.length),
      query: place.query,
      header,
      hasBody: false,
      readBody: noBody,
      gone: () => hasHungUp(incoming),
      root: rootOf(publicUrl, host, place),
    })
  }
}

const noBody = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array())

/** Writes an answer where there is no web `Response`, or cuts the connection. */
export function send(outgoing: ServerResponse, { status, headers, body, cut }: Answer): void {
  if (cut) {
    outgoing.destroy()
    return
  }
  if (body === null) {
    outgoing.writeHead(status, headers).end()
    return
  }
  const length = Buffer.byteLength(body)
  headers['Content-Length'] = String(length)
  // A text with as many bytes as characters is ASCII, which is copied instead of encoded.
  outgoing.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8')
}
