/**
 * The whole server as a Hono app.
 *
 * @module
 */
import { Hono } from 'hono'
import type { Inside } from '../server/start.ts'

/** What the Node adapter of Hono passes on; other runtimes pass other things. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** The address of a client that the runtime does not tell: the control API is not open to it without a token. */
const UNKNOWN_ADDRESS = 'unknown'

/** The path that an app was mounted at, from the pattern of its one route: `/mock` from `/mock/*`. */
const mountPathOf = (pattern: string): string => pattern.replace(/\/?\*$/, '')

/** An app that passes every request on, with the path it is mounted at. */
export function appOf({ fetch }: Pick<Inside, 'fetch'>): Hono<{ Bindings: NodeBindings }> {
  const app = new Hono<{ Bindings: NodeBindings }>()
  app.all('*', (c) => {
    // without an adapter there are no bindings
    const bindings: NodeBindings | undefined = c.env
    const remoteAddress = bindings?.incoming?.socket?.remoteAddress ?? UNKNOWN_ADDRESS
    return fetch(c.req.raw, { mountedAt: mountPathOf(c.req.routePath), remoteAddress })
  })
  return app
}
