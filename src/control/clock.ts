/**
 * The clock of a sandbox.
 *
 * @module
 */
import { isoInstant, parseSpan } from '../base/instant.ts'
import { parseAt, parseRun, runText } from '../sim/clock.ts'
import type { Sandbox } from '../world.ts'
import { badRequest, readFields, readQuery } from './body.ts'
import { advanceClock, setClock } from './clock-endpoints.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'

/** Where a sandbox's clock stands and how it runs. */
const shown = (sandbox: Sandbox) => ({ at: isoInstant(sandbox.clock.now()), run: runText(sandbox.clock.state.speed) })

export function controlClock(app: ControlApp): void {
  app.get('/clock', (c) => {
    readQuery(c, [])
    return c.json(shown(c.env.sandbox()))
  })
  app.put('/clock', async (c) => {
    const sandbox = c.env.sandbox()
    const { at, run } = await readFields(c, namesOf(setClock.body))
    const instant = at === undefined ? undefined : parseAt(String(at))
    if (at !== undefined && instant === undefined)
      throw badRequest(`at: "${String(at)}" is no instant such as 2026-03-01T09:00:00Z`)
    const speed = run === undefined ? undefined : parseRun(String(run))
    if (run !== undefined && speed === undefined)
      throw badRequest(`run: "${String(run)}" is not real, frozen or a factor such as 60x`)
    sandbox.store.setClock(sandbox.clock.moved({ at: instant, speed }))
    return c.json(shown(sandbox))
  })
  app.post('/clock/advance', async (c) => {
    const sandbox = c.env.sandbox()
    const { by } = await readFields(c, namesOf(advanceClock.body))
    const span = typeof by === 'string' ? parseSpan(by) : undefined
    if (span === undefined || span < 0) throw badRequest(`by: expected a span such as "61m", "90s", "2h" or "1d"`)
    sandbox.store.setClock(sandbox.clock.moved({ by: span }))
    return c.json(shown(sandbox))
  })
}
