/** The functions that carry out a scenario; loaded only when there is one. */

import { performAct } from './events/events.ts'
import { makeCause } from './faults/causes.ts'
import { deliveryFault } from './faults/delivery-fault.ts'
import { TrafficRun } from './traffic/traffic.ts'
import { TrafficWatch } from './traffic/watch.ts'

export const EFFECTS = { makeCause, performAct, deliveryFault, TrafficRun, TrafficWatch } as const
export type Effects = typeof EFFECTS
