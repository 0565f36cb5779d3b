/** The types of a report, which follow from what the control API shows. */
import type { AnswerOf } from '../control-contract/operation.ts'
import type { readReport } from '../control-contract/report.ts'

export interface Report extends AnswerOf<typeof readReport> {
  /** Present when only conformance counts, because the scenario took place in other sandboxes of the run. */
  readonly conformanceAlone?: true
  /** Why the command was ended before it ended itself. */
  readonly overtime?: string
}
/** A report without its verdict. */
export type ReportData = Omit<Report, 'verdict' | 'reasons'>
export type Calls = Report['calls']
/** A call that a finding or an expectation names. */
export type NamedCall = Report['namedCalls'][number]
export type ReportedFault = Report['faults'][number]
export type ReportedEvent = Report['events'][number]
