/**
 * What changes the world, gathered for whoever plays a scenario.
 *
 * @module
 */
import { makeCause } from './cause.ts'
import { happen } from './happen.ts'
import type { Effects } from './play.ts'

export const EFFECTS: Effects = { cause: makeCause, happen }
