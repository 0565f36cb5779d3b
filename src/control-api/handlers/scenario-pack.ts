/** Lists the scenarios that can be played by name, and validates a scenario without running it. */
import { FileError } from '../../base/file-error.ts'
import { checkScenario, listScenarios, readBundledScenario } from '../../control-contract/scenario.ts'
import { nextTurn } from '../../simulation/turns.ts'
import type { OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'
import { readInTurn } from '../turns.ts'

export function controlScenarioPack(on: OnControl): void {
  on(listScenarios, async (_, { world }) => {
    const { bundledScenarios, loadScenario } = await import('../../scenario/load.ts')
    const own = (await world.options.templates?.scenariosInFolders()) ?? []
    const shown = own.map(({ name, about }) => ({ name, about: about ?? null, bundled: false }))
    for (const bundled of bundledScenarios()) {
      const { name, about } = await loadScenario(bundled.name)
      shown.push({ name, about: about ?? null, bundled: true })
      await nextTurn()
    }
    return shown
  })
  on(readBundledScenario, async ({ name: asked }) => {
    const { bundledScenarios, loadScenario } = await import('../../scenario/load.ts')
    const known = bundledScenarios().find(({ name }) => name === asked)
    if (!known) throw new ControlRefusal(404, 'there is no bundled scenario of this name; GET /_understay/scenarios lists them')
    const { name, about, text } = await loadScenario(known.name)
    return { name, about: about ?? null, text }
  })
  on(checkScenario, async ({ document: { text } }, context) => {
    if (text.trim() === '') throw badRequest('send a scenario as YAML or JSON')
    try {
      await readInTurn(text, context.world, context)
      return { problems: [] }
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return {
        problems: error.problems.map(({ file, line, column, field, message }) => ({ file, line, column, field, message })),
      }
    }
  })
}
