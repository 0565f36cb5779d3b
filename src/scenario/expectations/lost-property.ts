/** Whether a client left a property that it had lost. */
import type { Comparison } from './control.ts'
import type { PastCall } from './past-call.ts'
import { callText } from './text.ts'

export const isElsewhere = (call: PastCall, { property }: Pick<PastCall, 'property'>): boolean =>
  ![undefined, property].includes(call.property)

/** True where only calls about the lost property are missing: a regular read may then be the reaction as well as not. */
export function leavesProperty(later: readonly PastCall[], affected: PastCall, { run, control }: Comparison): boolean {
  const { property, refusalCode } = affected
  if (refusalCode !== 'property_not_administrable' || later.some((call) => call.property === property)) return false
  const isAsOften = (name = ''): boolean => run.named(name).length >= control.named(name).length
  return control.calls.every((call) => call.property === property || isAsOften(control.names.get(call)))
}

/** Says that a client leaves a property that it lost from a regular read on; undefined when it does not. */
export function leftAfter(read: PastCall, affected: PastCall, comparison: Comparison): string | undefined {
  const { property, refusalCode } = affected
  const isOther = (call: PastCall): boolean => isElsewhere(call, affected)
  const place = comparison.counterpart(read)
  if (!place || refusalCode !== 'property_not_administrable') return undefined
  const callsFrom = (calls: readonly PastCall[], { ended }: PastCall): number =>
    calls.filter((call) => call.property === property && call.began >= ended).length
  const usual = callsFrom(comparison.control.calls, place)
  const goesOn =
    comparison.run.calls.some((call) => call.began >= read.ended && isOther(call)) || !comparison.control.calls.some(isOther)
  if (usual === 0 || !goesOn || callsFrom(comparison.run.calls, read) > 0) return undefined
  return `no call for property ${property} follows ${callText(read)}; without the fault ${usual} follow it`
}
