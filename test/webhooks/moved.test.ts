import { describe, expect, test } from 'vitest'
import { recordEvent } from '../../src/domain/event/events.ts'
import type { Commit } from '../../src/store/commit.ts'
import { Progress } from '../../src/store/progress.ts'
import type { HookFault } from '../../src/webhooks/webhook-host.ts'
import { Webhooks } from '../../src/webhooks/webhooks.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook } from './receiver.ts'

/** Every delivery is lost, so that none waits. */
const LOST: HookFault = { id: 'lost', delay: 0, burst: 0, drop: true, duplicate: false, reorder: false }

/** A world with one hook, a change of it, and webhooks that keep their deliveries in what `kept` holds. */
function webhooksOf(kept: { progress: Progress }) {
  const { sandbox } = new TestWorld({ rows: { webhooks: [aHook('http://127.0.0.1:9/')] } })
  const commits: Commit[] = []
  sandbox.commits.subscribe((commit) => commits.push(commit))
  sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: 1 } }))
  const webhooks = new Webhooks({
    ...{ choices: sandbox.choices, randomness: sandbox.randomness, gate: undefined },
    store: {
      db: sandbox.store.db,
      clock: sandbox.clock,
      get progress() {
        return kept.progress
      },
    },
    storeProgress: () => undefined,
    scenarioRun: { deliveryFault: () => LOST },
    world: { metrics: { countDelivery: () => undefined } },
  })
  const tell = (times: number, call?: { readonly id: number }): void => {
    for (let told = 0; told < times; told++)
      for (const commit of commits) webhooks.committed(commit, { user: undefined, ...(call && { call }) })
  }
  return { webhooks, tell }
}

describe('deliveries of a sandbox', () => {
  test('that are no longer kept still count in the next process', () => {
    const kept = { progress: new Progress(true) }
    const before = webhooksOf(kept)
    before.tell(5000)
    const { totals, removed } = before.webhooks.deliveries
    expect([totals.made, totals.dropped, totals.hooks.length, removed > 2000]).toEqual([5000, 5000, 1, true])
    // as it is stored, and read by the next process
    kept.progress = new Progress(true, JSON.parse(JSON.stringify(kept.progress.all())))
    const after = webhooksOf(kept)
    after.webhooks.resume()
    expect([after.webhooks.deliveries.totals, after.webhooks.deliveries.removed]).toEqual([totals, removed])
    after.tell(5000)
    expect(after.webhooks.deliveries.totals).toMatchObject({ made: 10_000, dropped: 10_000, waiting: 0 })
    kept.progress = new Progress(true, JSON.parse(JSON.stringify(kept.progress.all())))
    after.webhooks.resume()
    expect(after.webhooks.deliveries.totals.made).toBe(10_000)
  })

  test.each(['clear', 'resume'] as const)('raised by a call that ends after %s do not enter the new store', (begin) => {
    const kept = { progress: new Progress(true) }
    const { webhooks, tell } = webhooksOf(kept)
    const call = { id: 0 }
    tell(1, call)
    expect(kept.progress.entriesWithPrefix('delivery ')).toHaveLength(1)
    kept.progress = new Progress(true)
    webhooks[begin]()
    call.id = 1
    webhooks.deliveries.setRequestId(call)
    expect(kept.progress.all()).toBeUndefined()
  })
})
