import { OPERATIONS } from '../booking-contract/index.ts'
import type { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxContents } from './sandbox-contents.ts'

type JudgedSandbox = SandboxContents & { readonly droppedCalls: DroppedCalls; readonly webhooks: Webhooks }

/** What the conformance rules need about a sandbox. */
export function conformanceFacts({ world, tokenLifetime, droppedCalls, scenarioRun, webhooks, clock }: JudgedSandbox): Facts {
  const { arrivals, sales, moves } = scenarioRun
  return {
    operations: OPERATIONS,
    tokenLifetimeMs: tokenLifetime * 1000,
    product: world.product,
    latency: world.options.latency,
    dropped: droppedCalls.unjudged,
    arrivals: arrivals.after(0),
    sales: sales.all(),
    moves: moves.spans,
    deliveries: webhooks.deliveries.remaining(),
    now: clock.now(),
    speed: clock.state.speed,
  }
}
