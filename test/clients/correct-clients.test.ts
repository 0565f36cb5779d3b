/**
 * The short form of the trial: every correct client without a scenario and with some; `npm run trial` plays all of them, many times.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { comparingServer } from './comparing-setup.ts'
import { CORRECT_CLIENTS, type CorrectClient } from './correct-clients.ts'
import { playCorrect } from './trial.ts'

const BUNDLED = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Scenarios for clients that work once and end. */
const SCENARIOS = BUNDLED.filter((scenario) => !hasTraffic(scenario))

/** Scenarios of the short form for each client; the clients together play all of them. */
const EACH = 3

/** None, and some of the applicable scenarios: other ones for each client. */
function scenariosOf({ kind = 'channel-manager', not = {} }: CorrectClient, index: number): readonly (string | undefined)[] {
  const names = SCENARIOS.filter(({ name, kinds }) => kinds.includes(kind) && not[name] === undefined).map(({ name }) => name)
  return [undefined, ...Array.from({ length: EACH }, (_, offset) => names[(index * EACH + offset) % names.length])]
}

const server = comparingServer()

for (const [index, client] of CORRECT_CLIENTS.entries())
  describe(`a correct client, ${client.name}`, () => {
    for (const scenario of scenariosOf(client, index))
      test(`does not fail ${scenario ?? 'without a scenario'}`, async ({ expect }) => {
        const { reasons } = await playCorrect(server(), client, scenario)
        expect(reasons).toEqual([])
      })
  })

/** The client learns of the refusal of one thread's call while the calls of others wait for a connection. */
test.each(['scope-lost-mid-run', 'property-withdrawn', 'rate-limited'])(
  'threads that share two connections do not fail %s, and are not warned about its limit',
  async (scenario) => {
    const client = CORRECT_CLIENTS.find(({ name }) => name.includes('2 connections'))
    if (!client) throw new Error('no such client')
    const { reasons, warned } = await playCorrect(server(), client, scenario)
    expect({ reasons, warned }).toEqual({ reasons: [], warned: [] })
  },
)
