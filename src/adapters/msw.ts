/**
 * MSW: a request handler that answers an origin from a server or a sandbox.
 *
 * @module
 */
import { bypass, type HttpHandler, http } from 'msw'
import type { UnderstayWorld } from '../index.ts'

/** What answers: a server or sandbox of this process, or the address of one that runs elsewhere. */
export type AnsweredBy = Pick<UnderstayWorld, 'fetch'> | string | URL

/**
 * Answers every request to an origin from Understay. In Node that is a server of the same process, with no socket
 * (`listen: false`); in a browser it is the `baseUrl` of a server that runs, because the server itself needs Node.
 *
 * @param origin what the client under test calls: `https://bookings.example`
 * @throws TypeError when the origin is not a URL
 *
 * @example
 * setupServer(understayHandler('https://bookings.example', sandbox))
 */
export function understayHandler(origin: string, by: AnsweredBy): HttpHandler {
  const pattern = `${new URL(origin).origin}/*`
  return http.all(pattern, async ({ request }) => {
    if (typeof by === 'object' && 'fetch' in by) return by.fetch(request.clone())
    const { pathname, search } = new URL(request.url)
    const target = `${String(by).replace(/\/$/, '')}${pathname}${search}`
    return fetch(bypass(target, await initOf(request)))
  })
}

/** The same request for another address. Its body is read whole: a browser cannot send a stream over HTTP/1.1. */
async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request
  const bodyless = method === 'GET' || method === 'HEAD'
  return { method, headers, signal, redirect: 'manual', ...(!bodyless && { body: await request.clone().arrayBuffer() }) }
}
