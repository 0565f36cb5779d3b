/**
 * The whole server as a Hono app.
 *
 * @module
 */
import { Hono } from 'hono'
import type { Inside } from '../server/start.ts'
import { addressIn, type NodeBindings } from './remote-address.ts'

/** The path that an app was mounted at, from the pattern of its one route: `/mock` from `/mock/*`. */
const mountPathOf = (pattern: string): string => pattern.replace(/\/?\*$/, '')

/** An app that passes every request on, with the path it is mounted at. */
export function appOf({ fetch }: Pick<Inside, 'fetch'>): Hono<{ Bindings: NodeBindings }> {
  const app = new Hono<{ Bindings: NodeBindings }>()
  app.all('*', (c) => fetch(c.req.raw, { mountedAt: mountPathOf(c.req.routePath), remoteAddress: addressIn(c.env) }))
  return app
}
