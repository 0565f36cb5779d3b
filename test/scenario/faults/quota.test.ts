import { describe, expect, test } from 'vitest'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import { reportFault } from '../../../src/report/faults.ts'
import { readScenario } from '../../../src/scenario/scenario.ts'
import { ScenarioRun } from '../../../src/scenario/scenario-run.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'
import { Progress } from '../../../src/store/progress.ts'
import { FACTS } from '../../conformance/exchanges-of.ts'
import { NOW } from '../../support/small-world.ts'
import type { TestWorld } from '../../support/test-world.ts'
import { listBookingsCall } from '../expectations/past-calls.ts'
import { faultStates, scenarioText, worldWithFaults } from './world-with-faults.ts'

const ON = 'on: { operation: listProperties }'
const QUOTA = 'over: { calls: 2, within: 1m }'

const quota = (more = 'network: { status: 429 }', over = QUOTA) => worldWithFaults(`  - { ${ON}, ${over}, ${more} }`)
const ask = (world: TestWorld, as = 'desk') => world.call('listProperties', { as })

/** Status and `Retry-After` of so many calls. */
async function answers(world: TestWorld, count: number, as?: string): Promise<readonly unknown[]> {
  const all = []
  for (let call = 0; call < count; call++) {
    const { status, headers } = await ask(world, as)
    all.push(status === 200 ? 200 : [status, headers['Retry-After']])
  }
  return all
}

describe('a quota', () => {
  test('refuses the calls beyond it until its span is over, again and again', async () => {
    const world = quota()
    for (let round = 0; round < 3; round++) {
      expect(await answers(world, 3)).toEqual([200, 200, [429, '60']])
      world.advance(59_500)
      expect(await answers(world, 1)).toEqual([[429, '1']])
      world.advance(500)
    }
    expect(faultStates(world)[0]).toMatchObject({ matched: 12, happened: 6, exhausted: false })
  })

  test('lets a client pass that calls seldom, however often', async () => {
    const world = quota()
    for (let call = 0; call < 9; call++) {
      expect(await answers(world, 1)).toEqual([200])
      world.advance(30_000)
    }
    expect(faultStates(world)[0]).toMatchObject({ matched: 9, happened: 0 })
  })

  test('is that of each client, whatever the others do', async () => {
    const world = quota()
    expect(await answers(world, 3)).toEqual([200, 200, [429, '60']])
    world.advance(20_000)
    expect(await answers(world, 3, 'reader')).toEqual([200, 200, [429, '60']])
    expect(await answers(world, 1)).toEqual([[429, '40']])
  })

  test('is one for all with per: sandbox', async () => {
    const world = quota('per: sandbox, network: { status: 503 }')
    expect([...(await answers(world, 2)), ...(await answers(world, 1, 'reader'))]).toEqual([200, 200, [503, '60']])
  })

  test.each([
    ['network: { status: 429, retry_after: 7 }', [429, '7']],
    ['network: { status: 503, carried_out: true }', [503, '60']],
    ['network: { delay: 1ms }', 200],
    ['respond: { status: 403, json: { error: slow down } }', [403, '60']],
    ['respond: { status: 429, headers: { retry-after: soon } }', [429, undefined]],
    ['respond: { status: 200, json: {} }', 200],
    ['respond: { status: 429, patch: { data: null } }', [429, '60']],
    ['token: revoked', [401, undefined]],
  ])('answers as %s says', async (effect, refused) => {
    const world = quota(effect)
    expect(await answers(world, 3)).toEqual([200, 200, refused])
    expect(faultStates(world)[0]).toMatchObject({ happened: 1 })
  })

  test('refuses as often as times says', async () => {
    const world = quota('times: 2, network: { status: 429 }')
    expect(await answers(world, 5)).toEqual([200, 200, [429, '60'], [429, '60'], 200])
    expect(faultStates(world)[0]).toMatchObject({ happened: 2, exhausted: true })
  })

  test('begins another span where the clock was set back', async () => {
    const world = quota()
    await answers(world, 3)
    world.advance(-10_000)
    expect(await answers(world, 3)).toEqual([200, 200, [429, '60']])
  })

  test.each([
    ['at once', 0, 'failed'],
    ['after the rest of the span', 10_000, 'passed'],
  ])('judges a client that repeats the call %s', async (_, wait, outcome) => {
    const world = quota('network: { status: 429 }', 'over: { calls: 2, within: 10s }')
    await answers(world, 3)
    world.advance(wait)
    await answers(world, 1)
    const { rules } = checkConformance(world.sandbox.journal.entries(), FACTS)
    expect(rules.find(({ id }) => id === 'resilience/retry-after')).toMatchObject({ outcome })
  })

  test('is told in the report, with whom it counts', () => {
    const [status] = faultStates(quota())
    expect(status && reportFault(status).what).toBe(
      'network status 429, on calls of listProperties, over 2 calls within 1m, each client by itself',
    )
  })

  test('goes on in another process', () => {
    const faults = '  - { on: { operation: listBookings }, over: { calls: 2, within: 1m }, network: { status: 429 } }'
    const scenario = readScenario('a.yaml', scenarioText(faults))
    const progress = new Progress(true)
    const randomness = new Randomness(1)
    const waitsIn = (of: Progress, calls: number) => {
      const run = new ScenarioRun(scenario, { begun: NOW, randomness, progress: of })
      const at = { now: NOW + 15_000, randomness }
      return Array.from(
        { length: calls },
        (_, n) => run.applyNetworkFaults(listBookingsCall(n + 1, { client: 'desk' }), at)?.network?.retry_after,
      )
    }
    expect(waitsIn(progress, 2)).toEqual([undefined, undefined])
    const stored = JSON.parse(JSON.stringify(progress.takeChanges()))
    expect(waitsIn(new Progress(true, stored), 1)).toEqual([60])
    expect(waitsIn(new Progress(true), 1)).toEqual([undefined])
  })
})
