/**
 * The scenario of a sandbox, and the faults in force.
 *
 * @module
 */
import { HTTPException } from 'hono/http-exception'
import { isoInstant } from '../base/instant.ts'
import type { FaultStanding } from '../play/standing.ts'
import type { Premise, Sandbox, World } from '../world.ts'
import { badRequest, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { disarmFaults } from './scenario-endpoints.ts'

export function controlScenario(app: ControlApp): void {
  app.get('/scenario', (c) => {
    readQuery(c, [])
    return c.json(shown(c.env.sandbox()))
  })
  app.put('/scenario', async (c) => {
    const { world } = c.env.sandbox()
    const text = await c.req.text()
    if (text.trim() === '') throw badRequest('send a scenario as YAML or JSON, or {"name": NAME} for a bundled one or a file')
    const premise = await premiseOf(world, text).catch(refuseScenario)
    const sandbox = c.env.sandbox()
    sandbox.begin(premise)
    return c.json(shown(sandbox))
  })
  app.delete('/scenario', async (c) => {
    readQuery(c, [])
    const premise = await c.env.sandbox().world.premises.plain()
    const sandbox = c.env.sandbox()
    sandbox.begin(premise)
    return c.json(shown(sandbox))
  })
  app.get('/faults', (c) => {
    readQuery(c, [])
    return c.json(faultsOf(c.env.sandbox()))
  })
  app.post('/faults', async (c) => {
    const [{ readFault }, { knownIn, unknownHere }] = await Promise.all([
      import('../play/scenario.ts'),
      import('../play/scenario-world.ts'),
    ])
    const text = await c.req.text()
    const { play, clock, store } = c.env.sandbox()
    const known = knownIn(store.db)
    try {
      const { fault, effects } = readFault(text, (selector, path) => unknownHere(selector, path, known))
      return c.json(shownFault(play.arm(fault, effects, clock.now())), 201)
    } catch (error) {
      return refuseScenario(error)
    }
  })
  app.delete('/faults', (c) => {
    const { id } = readQuery(c, namesOf(disarmFaults.query))
    const removed = c.env.sandbox().play.disarm(id)
    if (id !== undefined && removed === 0)
      throw new HTTPException(404, { message: `there is no fault ${id}; GET /_understay/faults lists them` })
    return c.json({ removed })
  })
}

/** @throws ScenarioError, FixtureError */
async function premiseOf({ premises }: World, text: string): Promise<Premise> {
  const { sentScenario } = await import('../play/load.ts')
  return premises.of(await sentScenario(text))
}

/** @throws HTTPException 400 with every problem of a scenario or its fixtures */
function refuseScenario(error: unknown): never {
  const known = error instanceof Error && ['ScenarioError', 'FixtureError'].includes(error.name)
  throw known ? badRequest(error.message) : error
}

/** What is played, and what became of it so far. */
function shown(sandbox: Sandbox) {
  const { play } = sandbox
  const { scenario } = play
  return {
    scenario: scenario ? { name: scenario.name, about: scenario.about ?? null, file: scenario.file ?? null } : null,
    faults: faultsOf(sandbox),
    events: play.events().map(({ id, do: what, at, state, hindrance }) => {
      return { id, do: what, at: isoInstant(at), state, hindrance: hindrance ?? null }
    }),
    expectations: play.expectations,
  }
}

const faultsOf = ({ play, clock }: Sandbox) => play.faults(clock.now()).map(shownFault)

const shownFault = ({ id, cause, fault, matched, happened, spent, hindrance }: FaultStanding) => ({
  id,
  cause,
  fault,
  matched,
  happened,
  spent,
  hindrance: hindrance ?? null,
})
