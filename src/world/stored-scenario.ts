/**
 * The scenario of a sandbox: starts it, stores when it began, and reads it again with the faults that were armed at run time.
 */
import { messageOf } from '../base/caught-error.ts'
import type { Instant } from '../base/instant.ts'
import { ARMED_FAULT_PREFIX } from '../scenario/faults/armed-faults.ts'
import type { ScenarioSource } from '../scenario/scenario.ts'
import { ScenarioRun } from '../scenario/scenario-run.ts'
import type { Clock } from '../simulation/clock.ts'
import type { Randomness } from '../simulation/randomness.ts'
import type { Progress } from '../store/progress.ts'
import { StorageError } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import type { SandboxHost, SandboxTemplate, SandboxTemplates } from './options.ts'

/** The key under which a sandbox stores its scenario. */
const SCENARIO_KEY = 'scenario'

/** A stored scenario. Without sources, no scenario runs although new sandboxes start with one. */
interface ScenarioStart {
  /** When it began, by the sandbox's clock. */
  readonly begun: Instant
  readonly sources: readonly ScenarioSource[]
}

interface ScenarioSandbox {
  readonly world: Pick<SandboxHost, 'template'>
  readonly template: SandboxTemplate
  readonly store: Store
  readonly clock: Clock
  readonly randomness: Randomness
}

/** Starts the scenario of a sandbox, or continues it from the stored progress. */
export function startScenario({ world, template, store, clock, randomness }: ScenarioSandbox): ScenarioRun {
  const { scenario } = template
  const { progress } = store
  const stored = progress.get<ScenarioStart>(SCENARIO_KEY)
  const begun = stored?.begun ?? store.begun ?? clock.now()
  // Stored also without a scenario: otherwise the next owner would start that of new sandboxes.
  if (!stored && (scenario ?? world.template.scenario))
    progress.set(SCENARIO_KEY, { begun, sources: scenario?.sources ?? [] } satisfies ScenarioStart)
  return new ScenarioRun(scenario, { begun, randomness, progress })
}

/**
 * Reads the scenario of a stored sandbox, and loads what carries it and its armed faults out.
 *
 * @param own the template of new sandboxes
 * @returns the template with its scenario
 * @throws StorageError when its scenario or an armed fault cannot run here
 */
export async function readStoredScenario(
  progress: Progress,
  own: SandboxTemplate,
  templates: SandboxTemplates | undefined,
): Promise<SandboxTemplate> {
  const stored = progress.get<ScenarioStart>(SCENARIO_KEY)
  const armed = progress.entriesWithPrefix<unknown>(ARMED_FAULT_PREFIX)
  if (armed.length > 0) await checkArmed(armed.map(([, fault]) => fault))
  if (stored && stored.sources.length > 0) return templateOf(stored, templates)
  return own.scenario && templates ? templates.withoutScenario() : own
}

/** Another version may have armed a fault that this one does not know. */
async function checkArmed(faults: readonly unknown[]): Promise<void> {
  const { readFault } = await import('../scenario/scenario.ts')
  try {
    for (const fault of faults) await readFault(JSON.stringify(fault), () => [])
  } catch (error) {
    throw new StorageError('unavailable', `an armed fault of this sandbox cannot run at this replica: ${messageOf(error)}`)
  }
}

async function templateOf({ sources }: ScenarioStart, templates: SandboxTemplates | undefined): Promise<SandboxTemplate> {
  try {
    if (!templates) throw new Error('scenarios are not available in this process')
    return await templates.fromSources(sources)
  } catch (error) {
    const names = sources.map(({ called }) => called).join(', ')
    throw new StorageError(
      'unavailable',
      `the scenario of this sandbox (${names}) cannot run at this replica: ${messageOf(error)}. Start every replica with the same --fixtures and --scenarios`,
    )
  }
}
