/** Calls outside the interface, and what the conformance rules need of a sandbox. */

import { OPERATIONS } from '../booking-contract/index.ts'
import type { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxContents } from './sandbox-contents.ts'

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

type Judged = SandboxContents & { readonly droppedCalls: DroppedCalls; readonly webhooks: Webhooks }

export const conformanceFacts = (sandbox: Judged): Facts => ({
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
