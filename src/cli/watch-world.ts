/**
 * `--watch`: a world that begins anew when its fixtures or its scenario change.
 *
 * @module
 */
import { relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { fixtureFiles } from '../fixtures/source.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { watchFiles } from '../server/watch.ts'
import type { World } from '../world/world.ts'

/** Errors of files; everything else is a fault of the program. */
const OF_FILES: ReadonlySet<string> = new Set(['FixtureError', 'ScenarioError'])

/**
 * Begins sandboxes anew when a file changes, all but those that were given a scenario of their own. A file that cannot be
 * used is told, and leaves everything as it was.
 */
export function watchWorld(world: World, config: Config): () => void {
  const { log } = world
  // Also what a scenario names that cannot be used yet is watched: it will be mended there.
  let scenario = world.template.scenario
  const readAnew = async (): Promise<number> => {
    if (config.scenario !== undefined) {
      const { loadScenario } = await import('../scenario/load.ts')
      scenario = await loadScenario(config.scenario)
    }
    return world.begin(await world.templates.anew())
  }
  return watchFiles({
    files: () => filesOf(config, scenario),
    changed: async (files) => {
      const names = files.map((file) => relative('.', file))
      try {
        log.info('read anew; the sandboxes begin again', { files: names, sandboxes: await readAnew() })
      } catch (error) {
        log.error('not read anew; everything stays as it was', { files: names, problems: problemsOf(error) })
      }
    },
  })
}

/** The files a world is made of: fixtures, and the scenario unless it is a bundled one. */
function filesOf({ fixtures }: Config, scenario: Scenario | undefined): readonly string[] {
  const named = scenario?.fixtures ?? fixtures
  const from = scenario?.fixtures && scenario.folder
  return [...named.flatMap((name) => fixtureFiles(name, from)), ...(scenario?.file ? [scenario.file] : [])]
}

/** Each with file, line and column. */
function problemsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  return OF_FILES.has(error.name) ? error.message.split('\n') : [error.stack ?? error.message]
}
