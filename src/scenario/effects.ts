/**
 * What causes and events do to the state; loaded only where there is a scenario.
 *
 * @module
 */

import type { Randomness } from '../simulation/randomness.ts'
import type { Progress } from '../store/progress.ts'
import { makeCause } from './causes.ts'
import { deliveryFault } from './delivery-fault.ts'
import { triggerEvent } from './events.ts'
import type { BlockedReason, ScenarioContext } from './scenario-context.ts'
import type { Expectation, Fault, ScenarioEvent } from './schema.ts'
import type { RequestFacts } from './selector.ts'
import { type TrafficPlan, TrafficRun } from './traffic/traffic.ts'
import { TrafficWatch, type WatchHost } from './traffic/watch.ts'

/** What changes the world: loaded only where there is something to play. */
export interface Effects {
  /** Makes the cause of a fault happen to what a call is about. */
  readonly cause: (fault: Fault, request: RequestFacts, context: ScenarioContext) => BlockedReason | undefined
  /** Makes an event happen. */
  readonly trigger: (context: ScenarioContext, event: ScenarioEvent) => BlockedReason | undefined
  /** What becomes of one delivery of a webhook. */
  readonly delivery: typeof deliveryFault
  /** Watches what expectations on traffic and invariants are about. */
  readonly watch: (expectations: readonly Expectation[], host: WatchHost) => TrafficWatch
  /** Starts the traffic of a scenario. */
  readonly traffic: (plan: TrafficPlan, randomness: Randomness, progress: Progress) => TrafficRun
}

export const EFFECTS: Effects = {
  cause: makeCause,
  trigger: triggerEvent,
  delivery: deliveryFault,
  watch: (expectations, host) => new TrafficWatch(expectations, host),
  traffic: (plan, randomness, progress) => new TrafficRun(plan, randomness, progress),
}
