/** Streams a notice of each change as server-sent events. */

import { streamChanges } from '../../control-contract/changes.ts'
import { eventStream } from '../../pipeline/reply.ts'
import { setTimeout } from '../../simulation/machine-time.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'

/** Minimum time between two events, in milliseconds: clients may reload on each. */
const PAUSE_MS = 250
const HEARTBEATS = 60

export function controlChanges(on: OnControl): void {
  on(streamChanges, (_, { sandbox, request }) => eventStream(changesOf(sandbox, request.signal())))
}

async function* changesOf(sandbox: Sandbox, signal: AbortSignal): AsyncGenerator<string, void> {
  let { bookings } = sandbox.store.db
  let rows = 0
  const end = sandbox.commits.subscribe(() => rows++)
  try {
    yield 'retry: 1000\n\n'
    let last = ''
    for (let silent = 1; !signal.aborted && !sandbox.journal.ended; silent++) {
      await sandbox.settle()
      // a reset replaces the store, and a restore its collections
      if (bookings !== sandbox.store.db.bookings) rows++
      bookings = sandbox.store.db.bookings
      const stamp = JSON.stringify({ ...versionOf(sandbox), rows })
      if (stamp !== last) {
        last = stamp
        yield `data: ${stamp}\n\n`
      } else if (silent % HEARTBEATS === 0) yield ': still here\n\n'
      await pause()
    }
  } finally {
    end()
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())

/** A value that differs after every change other than a change of rows. */
function versionOf({ journal, store, scenarioRun, clock, webhooks, snapshots }: Sandbox) {
  const { at, real, speed } = clock.state
  const armed = scenarioRun.faults.status(clock.now()).filter(({ exhausted }) => !exhausted).length
  const { lastId: calls, dropped } = journal
  const { lastId, ended } = webhooks.deliveries
  return {
    calls,
    dropped,
    kept: journal.size,
    changed: store.changedRows,
    clock: `${at}/${real}/${speed}`,
    armed,
    deliveries: `${lastId}/${ended.lastId}`,
    sales: scenarioRun.sales.lastId,
    snapshots: snapshots.changes,
  }
}
