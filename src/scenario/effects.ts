/** The functions that carry out a scenario; loaded only when there is one. */

import type { Randomness } from '../simulation/randomness.ts'
import type { Progress } from '../store/progress.ts'
import { triggerEvent } from './events/events.ts'
import type { Expectation } from './expectations/expectation-schema.ts'
import { makeCause } from './faults/causes.ts'
import { deliveryFault } from './faults/delivery-fault.ts'
import type { Fault } from './faults/fault-schema.ts'
import type { BlockedReason, ScenarioContext } from './scenario-context.ts'
import type { ScenarioEvent } from './scenario-schema.ts'
import type { RequestFacts } from './selectors/selector.ts'
import { type TrafficPlan, TrafficRun } from './traffic/traffic.ts'
import { type SaleOfNight, TrafficWatch } from './traffic/watch.ts'

export interface Effects {
  /** Applies the cause of a fault to the subject of a request. @param happened how often it has happened before. @returns why it could not */
  readonly cause: (fault: Fault, request: RequestFacts, context: ScenarioContext, happened: number) => BlockedReason | undefined
  /** Performs an event. @returns why it could not */
  readonly trigger: (context: ScenarioContext, event: ScenarioEvent) => BlockedReason | undefined
  /** Decides what happens to one delivery of a webhook. */
  readonly delivery: typeof deliveryFault
  /** Creates the watch of expectations on traffic and invariants. */
  readonly watch: (expectations: readonly Expectation[], saleOfNight: SaleOfNight) => TrafficWatch
  /** Starts the traffic of a scenario. */
  readonly traffic: (plan: TrafficPlan, randomness: Randomness, progress: Progress) => TrafficRun
}

export const EFFECTS: Effects = {
  cause: makeCause,
  trigger: triggerEvent,
  delivery: deliveryFault,
  watch: (expectations, saleOfNight) => new TrafficWatch(expectations, saleOfNight),
  traffic: (plan, randomness, progress) => new TrafficRun(plan, randomness, progress),
}
