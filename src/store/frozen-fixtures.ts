/**
 * Freezes a state into a fixture, and makes sure that it seeds.
 *
 * @module
 */
import { dayOfInstant } from '../base/instant.ts'
import { Chance } from '../sim/chance.ts'
import { FixtureError, problemText } from './fixture-error.ts'
import { parseFixture } from './fixture-source.ts'
import { geography } from './geo.ts'
import { seedWorld } from './seed.ts'
import type { WorldState } from './state.ts'
import { fixtureText } from './to-fixtures.ts'

/** A state that no fixture can describe: something was written that fixtures do not allow. */
export class FreezeError extends Error {
  override readonly name = 'FreezeError'
}

/**
 * The YAML that seeds a state, read and seeded once before it is given out.
 *
 * @param now what the clock shows
 * @throws FreezeError with the first thing that fixtures do not allow
 */
export async function frozenFixtures(state: WorldState, now: number): Promise<string> {
  const text = fixtureText(state, now)
  try {
    const set = await parseFixture('state', text)
    seedWorld(set, { today: dayOfInstant(now), now, chance: new Chance(state.seed), geo: geography() })
  } catch (error) {
    const [problem] = error instanceof FixtureError ? error.problems : []
    if (problem) throw new FreezeError(`a fixture cannot hold this state: ${problemText(problem)}`)
    throw error
  }
  return text
}
