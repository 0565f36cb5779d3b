import type { Choices } from '../booking-contract/choices/choices.ts'
import type { ScenarioRun } from '../scenario/scenario-run.ts'
import type { Clock } from '../simulation/clock.ts'
import type { Randomness } from '../simulation/randomness.ts'
import { REAL_TIMERS } from '../simulation/timers.ts'
import { type StorageGate, whenStored } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxHost } from './options.ts'

/** A sandbox with webhooks. */
interface SandboxWithWebhooks {
  readonly world: SandboxHost
  readonly store: Store
  readonly gate: StorageGate | undefined
  readonly choices: Choices
  readonly clock: Clock
  readonly randomness: Randomness
  readonly scenarioRun: ScenarioRun
  storeProgress(): void
}

export function createWebhooks(sandbox: SandboxWithWebhooks): Webhooks {
  return new Webhooks({
    db: () => sandbox.store.db,
    choices: () => sandbox.choices,
    now: () => sandbox.clock.now(),
    timers: sandbox.world.options.timers ?? REAL_TIMERS,
    storageProblem: () =>
      whenStored<string | undefined>(
        sandbox,
        () => undefined,
        ({ message }) => message,
      ),
    progress: () => sandbox.store.progress,
    storeProgress: () => sandbox.storeProgress(),
    faultOn: (task, key) => sandbox.scenarioRun.deliveryFault(task, key, sandbox.randomness),
    ended: (state) => sandbox.world.metrics.countDelivery(state),
  })
}
