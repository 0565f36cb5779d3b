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
  const rows = new ChangeCounter()
  try {
    yield 'retry: 1000\n\n'
    let last = ''
    for (let silent = 1; !signal.aborted && !sandbox.journal.ended; silent++) {
      await sandbox.settle()
      const stamp = JSON.stringify({ ...versionOf(sandbox), rows: rows.countIn(sandbox.store) })
      if (stamp !== last) {
        last = stamp
        yield `data: ${stamp}\n\n`
      } else if (silent % HEARTBEATS === 0) yield ': still here\n\n'
      await pause()
    }
  } finally {
    rows.end()
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())

/** Counts row changes of a sandbox. A reset replaces the store; the count continues. */
class ChangeCounter {
  #store: Sandbox['store'] | undefined
  #end: (() => void) | undefined
  #count = 0

  countIn(store: Sandbox['store']): number {
    if (store !== this.#store) {
      this.end()
      this.#store = store
      this.#count++
      this.#end = store.onCommit(() => this.#count++)
    }
    return this.#count
  }

  end(): void {
    this.#end?.()
  }
}

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
    snapshots: snapshots.changes,
  }
}
