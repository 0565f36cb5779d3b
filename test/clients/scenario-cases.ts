/**
 * A case for each bundled scenario.
 *
 * @module
 */

import { BOOKING_CASES } from './booking-cases.ts'
import { NETWORK_CASES } from './network-cases.ts'
import { RIGHTS_CASES } from './rights-cases.ts'
import type { ScenarioCase } from './scenario-case.ts'
import { TOKEN_CASES } from './token-cases.ts'
import { TRAFFIC_CASES } from './traffic-cases.ts'

export const SCENARIO_CASES: readonly ScenarioCase[] = [
  ...NETWORK_CASES,
  ...TOKEN_CASES,
  ...RIGHTS_CASES,
  ...BOOKING_CASES,
  ...TRAFFIC_CASES,
]
