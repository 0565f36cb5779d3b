/** MSW: a request handler that forwards an origin to a server or sandbox. */
import { bypass, type HttpHandler, HttpResponse, http } from 'msw'
import type { UnderstayWorld } from '../index.ts'

/**
 * A server or sandbox of this process, or the URL of a running one.
 *
 * @example
 * understayHandler('https://bookings.example', 'http://127.0.0.1:4010')
 */
export type AnsweredBy = Pick<UnderstayWorld, 'fetch'> | string | URL

/**
 * Forwards every request to an origin to Understay. In Node that is a server of the same process, without a socket
 * (`listen: false`); in a browser the `baseUrl` of a running server, because the server needs Node.
 *
 * @param origin the origin that the client under test calls: `https://bookings.example`
 * @throws TypeError when the origin is not a URL, or nothing can answer
 *
 * @example
 * setupServer(understayHandler('https://bookings.example', sandbox))
 */
export function understayHandler(origin: string, by: AnsweredBy): HttpHandler {
  const { origin: address } = URL.canParse(origin) ? new URL(origin) : { origin: 'null' }
  // `localhost:3000` is a URL, with the scheme `localhost`.
  if (address === 'null') throw new TypeError(`understayHandler: "${origin}" is not an origin such as https://bookings.example`)
  if (!canAnswer(by))
    throw new TypeError(
      `understayHandler: ${String(by)} is neither a server nor the http address of one; start the server before this handler is made`,
    )
  return http.all(`${address}/*`, async ({ request }) => {
    try {
      return await forwarded(request, by)
    } catch (error) {
      // `fetch` rejects with a TypeError where a fault closes the connection. MSW would print other errors, and answer them with 500.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  })
}

/** In a browser, also where `by` is an address beside that of the page: `/mock`. */
function canAnswer(by: unknown): boolean {
  if (typeof by === 'object' && by !== null && 'fetch' in by) return typeof by.fetch === 'function'
  if (typeof by !== 'string' && !(by instanceof URL)) return false
  return 'location' in globalThis || (/^https?:/i.test(String(by)) && URL.canParse(String(by)))
}

async function forwarded(request: Request, by: AnsweredBy): Promise<Response> {
  if (typeof by === 'object' && 'fetch' in by) return by.fetch(request.clone())
  const { pathname, search } = new URL(request.url)
  const target = `${String(by).replace(/\/$/, '')}${pathname}${search}`
  return fetch(bypass(target, await initOf(request)))
}

/** Copies a request for another URL. The body is read completely: browsers cannot stream it over HTTP/1.1. */
async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal } = request
  const bodyless = method === 'GET' || method === 'HEAD'
  return { method, headers, signal, redirect: 'manual', ...(!bodyless && { body: await request.clone().arrayBuffer() }) }
}
