/** The guard of properties: a caller can use those it may administer. */

import { readId } from '../../api/path-values.ts'
import { administersAll } from '../../auth/grant.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Sandbox } from '../../world/world.ts'
import type { Caller } from '../context.ts'
import type { BookingGuard } from '../guard.ts'
import { scopeOf } from './scope.ts'

/** Checks the property in the path. An unknown one is refused like one of another manager, so that ids do not leak. */
export const propertyGuard: BookingGuard = {
  name: 'property',
  appliesTo: ({ params }) => Object.values(params).some(({ guarded }) => guarded),
  describe: (operation, { choices }) =>
    scopeOf(operation, choices) === undefined ? {} : { refusals: ['property_not_administrable'] },
  check: (context) => {
    const { operation, pathValues, sandbox, choices, authenticated, guarded: name } = context
    if (name === undefined) return
    const sent = pathValues[name] ?? ''
    if (sent === '') throw new Refusal('segment_blank', { what: name })
    const property = sandbox.store.db.properties.get(readId(sent))
    const isChecked = choices.operation_scopes !== 'recorded' || operation?.recordedPropertyCheck !== false
    if (authenticated && isChecked && !(property && administers(authenticated, property.id)))
      throw new Refusal('property_not_administrable')
    context.guardedProperty = property
  },
}

function administers({ user, token }: Caller, propertyId: number): boolean {
  if (administersAll(user, token)) return true
  return user.level === 'manager' && user.propertyIds.includes(propertyId)
}

/** The properties a caller may administer, by id. */
export function administeredProperties(sandbox: Sandbox, caller: Caller): number[] {
  const ids: number[] = []
  for (const { id } of sandbox.store.db.properties.all()) if (administers(caller, id)) ids.push(id)
  return ids.sort((a, b) => a - b)
}
