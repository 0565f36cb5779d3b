/**
 * What a report tells.
 *
 * @module
 */

import type { Conformance } from '../conformance/conformance.ts'
import type { Kind } from '../conformance/exchange.ts'
import type { Outcome } from '../scenario/expectation.ts'
import type { DeliveryTotals } from '../webhooks/delivery-counts.ts'
import type { Calls } from './calls.ts'
import type { ReportedEvent, ReportedFault } from './faults.ts'
import type { ReportedTraffic } from './traffic.ts'

/** What a report tells, apart from its verdict. */
export interface ReportData {
  /** The version of the program. */
  readonly understay: string
  readonly sandbox: string
  /** The command that was run. */
  readonly command?: string
  /** Which rules apply. */
  readonly kind?: Kind
  /** When it was made, by the sandbox's clock: ISO 8601. */
  readonly at: string
  /** The same by the machine's clock. */
  readonly machineTime: string
  /** How the sandbox's clock runs: `real`, `frozen`, `60x`. */
  readonly clock: string
  readonly seed: number
  /** Its answers to choices, where they are not those of the profile `documented`. */
  readonly choices: Readonly<Record<string, string>>
  /** Null where no scenario was played. */
  readonly scenario: { readonly name: string; readonly about: string | null } | null
  readonly expectations: readonly Outcome[]
  readonly faults: readonly ReportedFault[]
  readonly events: readonly ReportedEvent[]
  readonly traffic: readonly ReportedTraffic[]
  /** Of webhooks. */
  readonly deliveries: DeliveryTotals
  readonly conformance: Conformance
  /** There where conformance alone counts: in a run whose scenario came to pass in other sandboxes. */
  readonly conformanceAlone?: true
  readonly calls: Calls
}
