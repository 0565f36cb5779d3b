/** The calls of one sandbox: the journal, what it has dropped, what is stored of it, and calls outside the interface. */

import type { Product } from '../api/product.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/stored-record.ts'
import type { ScenarioRun } from '../scenario/scenario-run.ts'
import { type Clock, realNow } from '../simulation/clock.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxHost } from './options.ts'

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

/** The longest path that is kept. */
const MAX_PATH = 200

export interface CallsOutside {
  readonly count: number
  /** Method and path of the first one. */
  readonly first: string | undefined
}

export class OutsideCalls implements CallsOutside {
  count = 0
  first: string | undefined = undefined

  add(method: string, path: string): void {
    this.count++
    this.first ??= `${method} ${path.slice(0, MAX_PATH)}`
  }

  /** Continues with the stored count. */
  resume({ count, first }: CallsOutside): void {
    this.count = count
    this.first = first
  }

  clear(): void {
    this.resume({ count: 0, first: undefined })
  }
}

interface JudgedSandbox {
  readonly world: { readonly product: Product; readonly options: { readonly latency?: number | undefined } }
  readonly clock: Clock
  /** Seconds. */
  readonly tokenLifetime: number
  readonly droppedCalls: DroppedCalls
  readonly scenarioRun: ScenarioRun
  readonly webhooks: Webhooks
}

export const conformanceFacts = (sandbox: JudgedSandbox): Facts => ({
  operations: OPERATIONS,
  tokenLifetimeMs: sandbox.tokenLifetime * 1000,
  product: sandbox.world.product,
  latency: sandbox.world.options.latency,
  dropped: sandbox.droppedCalls.unjudged,
  arrivals: sandbox.scenarioRun.arrivals,
  sales: sandbox.scenarioRun.sales.all(),
  moves: sandbox.scenarioRun.moves.spans,
  deliveries: sandbox.webhooks.deliveries.remaining(),
  now: sandbox.clock.now(),
  speed: sandbox.clock.state.speed,
})
