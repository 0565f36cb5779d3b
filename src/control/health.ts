/**
 * Is it alive, is it ready, and back to the beginning.
 *
 * @module
 */
import { realNow } from '../sim/clock.ts'
import { VERSION } from '../version.ts'
import type { World } from '../world.ts'
import { readFields } from './body.ts'
import type { ControlApp, ControlRules } from './index.ts'

export function controlHealth(app: ControlApp, world: World, rules: ControlRules): void {
  const started = realNow()
  app.get('/health', (c) => c.json({ status: 'ok', version: VERSION, uptimeSeconds: Math.floor((realNow() - started) / 1000) }))
  app.get('/ready', (c) => {
    const ready = rules.ready()
    return c.json({ ready, sandboxes: world.names().length }, ready ? 200 : 503)
  })
  app.post('/reset', async (c) => {
    await readFields(c, [])
    const sandbox = c.env.sandbox()
    const cleared = sandbox.reset()
    world.log.info('reset', { sandbox: sandbox.name, ...cleared })
    return c.json({ sandbox: sandbox.name, cleared })
  })
}
