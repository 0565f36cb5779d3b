import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import type { StoredWatch } from '../../../src/scenario/scenario-run.ts'
import { TestWorld } from '../../support/test-world.ts'

const newWorld = (): TestWorld =>
  new TestWorld({
    scenario: `name: impossible
traffic: [{ id: guests, do: guest_books, every: 1h, with: { property: 1, total: 2000000000 } }]
expect: [{ each: guests, operation: listBookings, within: 1d }]
`,
  })

/** What the outcome says about the acts so far. */
function saidIn({ sandbox: { scenarioRun, clock } }: TestWorld): string | undefined {
  const [expectation = expect.unreachable()] = scenarioRun.expectations
  return scenarioRun.watch?.outcomeOf(expectation, '1', clock)?.difference?.split(' within 1d: ')[1]
}

/** A world that continues with what is stored. */
function continued(stored: StoredWatch): TestWorld {
  const world = newWorld()
  world.sandbox.scenarioRun.resumeWatch(stored)
  return world
}

test('acts that could not happen are told after a restart, too, also with what an earlier version has stored', async () => {
  const world = newWorld()
  await world.sandbox.moveClock({ by: 3 * HOUR_MS })
  const said = saidIn(world)
  expect(said).toMatch(/^none of 3 could happen \(the latest: total: .*\)/)
  const stored: StoredWatch = JSON.parse(JSON.stringify(world.sandbox.scenarioRun.watch?.state()))
  expect(saidIn(continued(stored))).toBe(said)

  const earlier = continued({ ...stored, each: stored.each.map(({ blocked: _, lastBlocked: __, ...others }) => others) })
  expect(saidIn(earlier)).toMatch(/^nothing of it happened yet/)
  await earlier.sandbox.moveClock({ by: HOUR_MS })
  expect(saidIn(earlier)).toMatch(/^none of 1 could happen/)
})
