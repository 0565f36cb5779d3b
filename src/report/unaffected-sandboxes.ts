/** Sandboxes of a run in which no fault of the scenario happened, because the calls that match were made in other sandboxes. */
import { ARMED_PREFIX } from '../scenario/names.ts'
import type { Report } from './report-data.ts'

export type SandboxFaults = Readonly<ReturnType<typeof happenedFaults>>

/** The scenario of a sandbox, and how often its faults happened. Faults that were armed at run time do not count. */
export function happenedFaults({ scenario, faults }: Report) {
  const own = faults.filter(({ id }) => scenario !== null && !id.startsWith(`${ARMED_PREFIX}/`))
  return { scenario: scenario?.name, happened: own.reduce((sum, { happened }) => sum + happened, 0) }
}

/**
 * True for each sandbox in which no fault of its scenario happened while one happened in another sandbox. When none happened
 * anywhere, all are false: the scenario did not take place.
 */
export function areUnaffected(sandboxes: readonly SandboxFaults[]): readonly boolean[] {
  const affected = new Set(sandboxes.filter(({ happened }) => happened > 0).map(({ scenario }) => scenario))
  return sandboxes.map(({ scenario, happened }) => scenario !== undefined && happened === 0 && affected.has(scenario))
}
