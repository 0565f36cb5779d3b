/**
 * The sandboxes there are.
 *
 * @module
 */
import type { World } from '../world.ts'
import { badRequest } from './body.ts'
import type { ControlApp } from './index.ts'

export function controlSandboxes(app: ControlApp, world: World): void {
  app.get('/sandboxes', (c) => c.json(world.names()))
  app.delete('/sandboxes', (c) => {
    const name = c.req.query('name')
    if (!name) throw badRequest('name: which sandbox is to go, as in DELETE /_understay/sandboxes?name=w1')
    return c.json({ name, removed: world.remove(name) })
  })
}
