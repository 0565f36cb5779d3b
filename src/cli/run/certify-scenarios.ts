/** The scenarios that `certify` plays: the bundled ones and those of the user's folders, chosen by name and kind of client. */
import { didYouMeanOr, orList } from '../../base/spelling.ts'
import { type Config, requireScenarioFolders, withNamePlaces } from '../../config/config.ts'
import { UsageError } from '../../config/usage-error.ts'
import type { ClientKind } from '../../conformance/exchange.ts'
import { bundledScenarios, loadScenario } from '../../scenario/load.ts'
import { hasTraffic, type Scenario, ScenarioError } from '../../scenario/scenario.ts'
import { ConfiguredTemplates } from '../../server/sandbox-templates.ts'
import { sortNames } from '../validate/files.ts'

/** A scenario and what `--scenario` calls it: the name of a bundled one, or a file. */
export interface Played {
  readonly scenario: Scenario
  readonly source: string
}

interface Wanted {
  readonly kind: ClientKind | undefined
  readonly only: readonly string[]
  readonly skip: readonly string[]
}

/** The source of every scenario by name. @throws UsageError for a folder that cannot be used, ScenarioError */
export async function knownScenarios(config: Pick<Config, 'scenarios' | 'from'>): Promise<ReadonlyMap<string, string>> {
  const known = new Map(bundledScenarios().map(({ name }) => [name, name]))
  requireScenarioFolders(config)
  for (const folder of config.scenarios) {
    const files = sortNames([folder]).scenarios
    if (files.length === 0) throw new UsageError(`${config.from.scenarios}: ${folder} has no scenario (.yaml, .yml or .json)`)
    for (const file of files) {
      const { name } = await loadScenario(file)
      const other = known.get(name)
      if (other !== undefined)
        throw new UsageError(
          `${file}: ${other === name ? 'a bundled scenario' : other} is named "${name}" as well: give it another name`,
        )
      known.set(name, file)
    }
  }
  return known
}

/** The scenarios to play. @throws UsageError for an unknown scenario, and when none is left */
export async function scenariosFor(known: ReadonlyMap<string, string>, { kind, only, skip }: Wanted): Promise<readonly Played[]> {
  const names = [...known.keys()]
  const unknown = [...only, ...skip].find((name) => !known.has(name))
  if (unknown !== undefined) {
    const advice = didYouMeanOr(unknown, names, `there are ${names.join(', ')}; --scenarios FOLDER adds your own`)
    throw new UsageError(`there is no scenario "${unknown}"; ${advice}`)
  }
  const chosen = [...known].filter(([name]) => (only.length === 0 || only.includes(name)) && !skip.includes(name))
  const all = await Promise.all(chosen.map(async ([, source]) => ({ scenario: await loadScenario(source), source })))
  const applicable = all.filter(({ scenario: { kinds } }) => kind === undefined || kinds.includes(kind))
  const others = all.filter((one) => only.length > 0 && !applicable.includes(one))
  const leftOut = others.map(({ scenario: { name, kinds } }) => `the scenario "${name}" is for ${orList(kinds)}, not for ${kind}`)
  // A command that runs once and exits proves nothing in a scenario with traffic.
  const played = applicable.filter(({ scenario }) => only.length > 0 || !hasTraffic(scenario))
  if (played.length === 0)
    throw new UsageError(leftOut.join('\n') || 'no scenario is left to play: --skip leaves out all that --only and --kind choose')
  for (const text of leftOut) process.stderr.write(`left out: ${text}\n`)
  return played
}

/** Refuses scenarios that the fixtures cannot play, before the first is played. @throws UsageError that names all, FixtureError */
export async function requireWorlds(config: Config, played: readonly Played[]): Promise<void> {
  const templates = new ConfiguredTemplates(config)
  const refused: string[] = []
  const problems: string[] = []
  // The bundled world has what the bundled scenarios name.
  const isOwn = config.fixtures.join() !== 'baseline'
  for (const { scenario } of played.filter(({ scenario: { name }, source }) => isOwn || source !== name))
    await withNamePlaces(config, async () => {
      await templates.fromScenario(scenario).catch((error: unknown) => {
        if (!(error instanceof ScenarioError)) throw error
        refused.push(scenario.name)
        problems.push(error.message)
      })
    })
  if (refused.length === 0) return
  const advice = `--skip ${refused.join(',')} leaves out what these fixtures cannot play; --scenarios FOLDER plays your own copies, with other names`
  throw new UsageError([...problems, advice].join('\n'))
}
