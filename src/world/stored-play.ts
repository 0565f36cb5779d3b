/**
 * What was played in a sandbox when another process had it: the scenario is read again, and what its faults need is loaded.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Effects } from '../scenario/effects.ts'
import type { ScenarioSource } from '../scenario/scenario.ts'
import { ARMED_FAULT } from '../scenario/scenario-run.ts'
import type { Progress } from '../store/progress.ts'
import { StorageError } from '../store/storage.ts'
import type { SandboxTemplate, SandboxTemplates } from './options.ts'

/** The key under which a sandbox keeps what is played in it. */
export const SCENARIO = 'scenario'

/** What is played, and since when by the sandbox's clock. No sources where no scenario is played, though new sandboxes begin with one. */
export interface KeptScenario {
  readonly begun: Instant
  readonly sources: readonly ScenarioSource[]
}

/** What a sandbox goes on with. */
export interface StoredPlay {
  readonly template: SandboxTemplate
  /** Of faults that were armed at run time; undefined where there are none. */
  readonly effects: Effects | undefined
}

/**
 * Reads what is played in a stored sandbox.
 *
 * @param own what new sandboxes begin with
 * @throws StorageError when its scenario cannot be played here
 */
export async function storedPlay(
  progress: Progress,
  own: SandboxTemplate,
  templates: SandboxTemplates | undefined,
): Promise<StoredPlay> {
  const kept = progress.get<KeptScenario>(SCENARIO)
  const armed = progress.below<unknown>(ARMED_FAULT)
  const template =
    kept && kept.sources.length > 0
      ? await templateOf(kept, templates)
      : own.scenario && templates
        ? await templates.plain()
        : own
  return { template, effects: armed.length > 0 ? await effectsOf(armed.map(([, fault]) => fault)) : undefined }
}

async function templateOf({ sources }: KeptScenario, templates: SandboxTemplates | undefined): Promise<SandboxTemplate> {
  try {
    if (!templates) throw new Error('this process plays no scenarios')
    return await templates.again(sources)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const names = sources.map(({ called }) => called).join(', ')
    throw new StorageError(
      'unavailable',
      `the scenario of this sandbox (${names}) cannot be played at this replica: ${why}. Start every replica with the same --fixtures and --scenarios`,
    )
  }
}

/** Reads armed faults again, which loads what they need. */
async function effectsOf(faults: readonly unknown[]): Promise<Effects | undefined> {
  const { readFault } = await import('../scenario/scenario.ts')
  let effects: Effects | undefined
  for (const fault of faults) effects = (await readFault(JSON.stringify(fault), () => [])).effects
  return effects
}
