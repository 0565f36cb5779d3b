/** The whole server as a Hono app. */
import { Hono } from 'hono'
import type { InProcessServer } from '../server/start.ts'
import { addressIn, type NodeBindings } from './remote-address.ts'

/** The mount path of an app, from the pattern of its route: `/mock` from `/mock/*`. */
const mountPathOf = (pattern: string): string => pattern.replace(/\/?\*$/, '')

/** An app that forwards every request to the server. */
export function appOf({ fetch }: Pick<InProcessServer, 'fetch'>): Hono<{ Bindings: NodeBindings }> {
  const app = new Hono<{ Bindings: NodeBindings }>()
  app.all('*', (c) => fetch(c.req.raw, { mountedAt: mountPathOf(c.req.routePath), remoteAddress: addressIn(c.env) }))
  return app
}
