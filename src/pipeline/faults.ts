/** Applies the faults of the scenario to a request. */

import { productHeader } from '../api/product.ts'
import type { AppliedFaults } from '../scenario/scenario-run.ts'
import type { RequestClaims, RequestContext } from './request-context.ts'

/** Counts a request against every armed fault, before any guard, and triggers the faults that are due. */
export function applyFaults(context: RequestContext, claims: RequestClaims): AppliedFaults | undefined {
  const { sandbox, world, headers, form, method, operation, pathValues } = context
  const facts = {
    operation: operation?.id,
    tag: operation?.tag,
    method,
    ...claims,
    path: pathValues,
    form: (name: string) => form.peek(name),
    header: (name: string) => headers[productHeader(world.product, name)],
  }
  const applied = sandbox.scenarioRun.applyFaults(facts, sandbox.scenarioContextAt(sandbox.clock.now()))
  sandbox.store.storeProgress()
  return applied
}
