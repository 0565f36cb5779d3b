/**
 * Sandboxes of a run in which its scenario did not come to pass, because the calls that it waits for were made in others.
 *
 * @module
 */
import { ARMED } from '../scenario/names.ts'
import type { Report } from './report.ts'

/** What came to pass of a scenario in a sandbox. */
export interface Met {
  /** Undefined where none was played. */
  readonly scenario: string | undefined
  /** How often faults of it happened. */
  readonly happened: number
}

/** What came to pass of the scenario in a sandbox; faults that a test armed there are its own affair. */
export function metOf({ scenario, faults }: Report): Met {
  const own = faults.filter(({ id }) => scenario !== null && !id.startsWith(`${ARMED}/`))
  return { scenario: scenario?.name, happened: own.reduce((sum, { happened }) => sum + happened, 0) }
}

/**
 * Which of the sandboxes of a run only stood by: no fault of their scenario happened there, but one did in another sandbox.
 * Where none happened anywhere, nobody stood by: the bad day did not take place.
 */
export function bystanders(sandboxes: readonly Met[]): readonly boolean[] {
  const struck = new Set(sandboxes.filter(({ happened }) => happened > 0).map(({ scenario }) => scenario))
  return sandboxes.map(({ scenario, happened }) => scenario !== undefined && happened === 0 && struck.has(scenario))
}
