/** `--watch`: restarts sandboxes when fixtures or scenario change. */
import { relative } from 'node:path'
import { stackOf } from '../../base/caught-error.ts'
import { FileError } from '../../base/file-error.ts'
import type { Config } from '../../config/config.ts'
import { fixtureFiles } from '../../fixtures/source.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { watchFiles } from '../../server/watch.ts'
import { RestartError } from '../../world/sandbox-error.ts'
import type { World } from '../../world/world.ts'

/**
 * Restarts the sandboxes when a file changes, except those with a scenario set at run time. An invalid file is logged and
 * changes nothing.
 *
 * @param readAt when the files were read, in milliseconds since 1970
 */
export function watchWorld(world: World, config: Config, readAt: number): () => void {
  const { log } = world
  // Files of an invalid scenario are watched too: the user will correct them.
  let scenario = world.template.scenario
  const readAnew = async (): Promise<number> => {
    if (config.scenario.length > 0) {
      const { loadScenarios } = await import('../../scenario/load.ts')
      scenario = await loadScenarios(config.scenario)
    }
    return world.replaceTemplate(await world.templates.reload())
  }
  return watchFiles({
    files: () => filesOf(config, scenario),
    readAt,
    changed: async (files) => {
      const names = files.map((file) => relative('.', file))
      try {
        log.info('reloaded; sandboxes restarted', { files: names, sandboxes: await readAnew() })
      } catch (error) {
        // The error of a failed restart lists what was changed.
        const message = error instanceof RestartError ? 'not reloaded' : 'not reloaded; nothing was changed'
        log.error(message, { files: names, problems: problemsOf(error) })
      }
    },
  })
}

/** The files to watch: fixtures, and the scenarios that are not bundled. */
function filesOf({ fixtures }: Config, scenario: Scenario | undefined): readonly string[] {
  const named = (scenario?.fixtures ?? fixtures).filter((name) => typeof name === 'string')
  const from = scenario?.fixtures && scenario.folder
  return [...named.flatMap((name) => fixtureFiles(name, from)), ...(scenario?.sources.flatMap(({ file }) => file ?? []) ?? [])]
}

/** The problems of an error, each with file, line and column. */
function problemsOf(error: unknown): readonly string[] {
  return error instanceof FileError || error instanceof RestartError ? error.message.split('\n') : [stackOf(error)]
}
