import { REAL_TIMERS } from '../simulation/timers.ts'
import type { Db, StoreSnapshot } from '../store/db.ts'
import { fieldChanges } from '../store/state-diff.ts'
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

/** True for an event that a restore has undone. @param before the events before it @param left those after it */
export function isUndone(id: number, before: Db['events'], left: Db['events'], { counters }: StoreSnapshot): boolean {
  const [event, kept] = [before.get(id), left.get(id)]
  // the oldest events are not kept
  return event && kept ? fieldChanges(event, kept).length > 0 : id > (counters.events ?? 0)
}
