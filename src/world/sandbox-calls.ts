/** The calls of one sandbox: the journal, what it has dropped, what is stored of it, and calls outside the interface. */
import { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/stored-record.ts'
import { realNow } from '../simulation/clock.ts'
import type { SandboxHost } from './options.ts'
import { OutsideCalls } from './outside-calls.ts'

export class SandboxCalls {
  readonly journal: Journal<JournalRecord>
  /** Requests that the journal has dropped, checked against the conformance rules before. */
  readonly dropped: DroppedCalls
  readonly outside = new OutsideCalls()

  /** @param facts what the conformance rules need about the sandbox */
  constructor(world: SandboxHost, facts: () => Facts) {
    this.dropped = new DroppedCalls(facts, realNow)
    this.journal = new Journal({ entries: world.options.journal, bytes: () => world.journalBytes }, (request) =>
      this.dropped.take(request),
    )
  }
}
