import type { Conformance } from '../conformance/conformance.ts'
import type { ClientKind } from '../conformance/exchange.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import type { DeliveryTotals } from '../webhooks/delivery-counts.ts'
import type { Calls, NamedCall, ReportedEvent, ReportedFault } from './report-schema.ts'
import type { ReportedTraffic } from './traffic.ts'

/** A report without its verdict. */
export interface ReportData {
  /** The version of the program. */
  readonly understay: string
  readonly sandbox: string
  readonly command?: string
  /** The kind of client, which decides which rules apply. */
  readonly kind?: ClientKind
  /** Time of the report by the sandbox's clock: ISO 8601. */
  readonly at: string
  /** Real time of the report: ISO 8601. */
  readonly machineTime: string
  /** Speed of the sandbox's clock: `real`, `frozen`, `60x`. */
  readonly clock: string
  readonly seed: number
  /** The choices that differ from the profile `documented`. */
  readonly choices: Readonly<Record<string, string>>
  readonly scenario: { readonly name: string; readonly about: string | null } | null
  readonly expectations: readonly Outcome[]
  readonly faults: readonly ReportedFault[]
  readonly events: readonly ReportedEvent[]
  readonly traffic: readonly ReportedTraffic[]
  readonly deliveries: DeliveryTotals
  readonly conformance: Conformance
  /** Present when only conformance counts, because the scenario took place in other sandboxes of the run. */
  readonly conformanceAlone?: true
  /** Why the command was ended before it ended itself. */
  readonly overtime?: string
  readonly calls: Calls
  /** The calls that findings and expectations name. */
  readonly namedCalls: readonly NamedCall[]
}
