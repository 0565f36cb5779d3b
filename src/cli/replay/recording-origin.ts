/** The scenario and seed of the sandbox that a recording was made in, as a journal's HAR names them. */
import type { Config } from '../../config/config.ts'
import type { Recording } from '../../replay/har.ts'
import { bundledScenarios } from '../../scenario/load.ts'

/** Advice for a replay in which responses differ: the flags for the world of the recording. */
export function originNotes(
  { scenario, seed }: Recording['origin'],
  config: Pick<Config, 'scenario' | 'seed'>,
): readonly string[] {
  if (config.scenario.length > 0) return []
  if (scenario !== undefined) return [`the recording was made with the scenario ${scenario}; ${scenarioFlag(scenario)}`]
  return seed === undefined || seed === config.seed
    ? []
    : [`the recording was made with the seed ${seed}, this world with ${config.seed}: add --seed ${seed}`]
}

/** The flag for a scenario by its name; for one of a file, what to name. */
function scenarioFlag(scenario: string): string {
  const pack = bundledScenarios().map(({ name }) => name)
  const parts = scenario.split('+')
  return parts.every((name) => pack.includes(name))
    ? `add --scenario ${parts.join(',')}`
    : 'add --scenario FILE with the file it was made with'
}
