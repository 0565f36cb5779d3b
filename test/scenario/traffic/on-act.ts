/**
 * Follows the acts of traffic as they are tried.
 *
 * @module
 */
import type { PastAct } from '../../../src/scenario/traffic/act-result.ts'
import type { Sandbox } from '../../../src/world/world.ts'

/** Calls back for every act of a sandbox, also those that could not happen. */
export function onAct({ scenarioRun: { traffic } }: Sandbox, listener: (act: PastAct) => void): void {
  if (!traffic) return
  const perform = traffic.perform.bind(traffic)
  traffic.perform = (contextAt, as) => {
    const act = perform(contextAt, as)
    if (act) listener(act)
    return act
  }
}
