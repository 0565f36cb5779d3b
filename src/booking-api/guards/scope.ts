import { METHODS } from '../../api/operation.ts'
import { mayCall } from '../../auth/grant.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { BookingGuard } from '../guard.ts'

/** The scope an operation requires, by the choices in force; undefined for an open one. */
export function scopeOf(operation: BookingOperation, choices: Choices): Scope | undefined {
  return choices.operation_scopes === 'recorded' ? (operation.recordedScope ?? operation.scope) : operation.scope
}

/** Refuses a token without the scope of the operation. */
export const scopeGuard: BookingGuard = {
  name: 'scope',
  appliesTo: ({ scope, recordedScope }) => scope !== undefined || recordedScope !== undefined,
  describe: (operation, { choices }) => (scopeOf(operation, choices) === undefined ? {} : { refusals: ['scope_not_held'] }),
  check: ({ operation, authenticated, choices, method }) => {
    const scope = operation && scopeOf(operation, choices)
    if (!authenticated || scope === undefined) return
    const { token, client } = authenticated
    const lower = method.toLowerCase()
    const sent = METHODS.find((known) => known === lower)
    if (sent && mayCall(token.scopes, scope, sent)) return
    const held = token.scopes.join(' ') || 'no scopes'
    const hint = `this token holds ${held}; a ${method} here asks for ${scope}; client ${client.id} may have ${client.scopes.join(' ') || 'none'}`
    throw new Refusal('scope_not_held', { what: scope, hint })
  },
}
