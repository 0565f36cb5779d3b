/** The whole server as a Hono app. */
import { Hono, type HonoRequest } from 'hono'
import { cloneRawRequest } from 'hono/request'
import type { InProcessServer } from '../server/start.ts'
import { addressIn, type NodeBindings } from './remote-address.ts'

/** The path at which a request meets the app: `/mock` for the route `/mock/*`, `/teams/a` for `/teams/:name/*`. */
function mountPathOf({ routePath, url }: HonoRequest): string {
  const { length } = routePath.replace(/\/?\*$/, '').split('/')
  return new URL(url).pathname.split('/').slice(0, length).join('/')
}

/** An app that forwards every request to the server, until that is closed. */
export function appOf({ fetch }: Pick<InProcessServer, 'fetch'>, isClosed: () => boolean): Hono<{ Bindings: NodeBindings }> {
  const app = new Hono<{ Bindings: NodeBindings }>()
  app.all('*', async ({ req, env }) => {
    if (isClosed()) return new Response('this app has been closed', { status: 503 })
    // Middleware of the user may have read the body.
    const request = req.raw.bodyUsed ? await cloneRawRequest(req) : req.raw
    return fetch(request, { mountedAt: mountPathOf(req), remoteAddress: addressIn(env) })
  })
  return app
}
