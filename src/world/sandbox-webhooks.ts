import { REAL_TIMERS } from '../simulation/timers.ts'
import { whenStored } from '../store/storage-gate.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxContents } from './sandbox-contents.ts'

export function createWebhooks(sandbox: SandboxContents): Webhooks {
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
