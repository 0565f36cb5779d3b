/** The judgement of the reaction to one call, and what it goes by. */
import type { Restarts } from '../../conformance/restarts.ts'
import type { Comparison } from './control.ts'
import type { Expectation } from './expectation-schema.ts'
import type { PartState, Told } from './part.ts'
import type { PastCall } from './past-call.ts'
import { callText, subjectText } from './text.ts'

export interface ReactionFacts {
  readonly expectation: Expectation
  readonly comparison: Comparison
  readonly restarts: Restarts
  readonly selects: (call: PastCall, affected: PastCall) => boolean
}

export type Judged = Told & { readonly state: PartState; readonly calls: readonly PastCall[] }

export const ended = (call: PastCall): Judged => untold(`the client ended soon after ${callText(call)}, and began again`)

export const untold = (reason: string): Judged => ({ state: 'inconclusive', text: `cannot tell: ${reason}`, calls: [] })

/** `without the fault 1 listAvailableRooms of property 1, 2027-01-03; with it 2`. */
export function countsText(call: PastCall, comparison: Comparison): string {
  const { run, control } = comparison.counts(call)
  return `without the fault ${control} ${call.operation ?? call.method} of ${subjectText(call)}; with it ${run}${run === control ? ' as well' : ''}`
}
