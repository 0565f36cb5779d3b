/** The operations that scopes allow, and the scopes of a new token. */
import { METHODS, type Method } from '../api/operation.ts'
import { Refusal } from '../domain/refusal.ts'
import { SCOPE_ALIASES, SCOPES, type Scope } from './scope.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'

function allows(word: string, scope: Scope, method: Method): boolean {
  if (word === '*' || word === scope) return true
  if (word === 'read') return scope.endsWith('_get')
  if (!scope.endsWith('_set')) return false
  return method === 'delete' ? word === 'delete' : word === 'write' && method !== 'get'
}

export function mayCall(held: readonly string[], scope: Scope, method: Method): boolean {
  return held.some((word) => allows(word, scope, method))
}

const KNOWN_SCOPES: ReadonlySet<string> = new Set([...SCOPES, ...SCOPE_ALIASES])

/** True when the held scopes and aliases allow everything that `word` allows. */
function isCovered(word: string, held: readonly string[]): boolean {
  if (word === '*') return held.includes('*')
  return SCOPES.every((scope) => METHODS.every((method) => !allows(word, scope, method) || mayCall(held, scope, method)))
}

/**
 * The scopes of a new token: the requested ones, which the client must hold.
 *
 * @param requested the scopes in the `scope` field; undefined when the field was not sent
 * @throws Refusal `scope_missing`, `scope_invalid`
 * @source RFC 6749 section 3.3; choices `missing_scope`, `requested_scope`
 */
export function grantScopes(
  held: readonly string[],
  requested: readonly string[] | undefined,
  choices: { readonly missing_scope: 'refuse' | 'all'; readonly requested_scope: 'checked' | 'ignored' },
): readonly string[] {
  if (choices.requested_scope === 'ignored') return held
  if (!requested || requested.length === 0) {
    if (choices.missing_scope === 'all') return held
    throw new Refusal('scope_missing', { what: held.join(' ') })
  }
  const refused = requested.filter((word) => !KNOWN_SCOPES.has(word) || !isCovered(word, held))
  if (refused.length > 0)
    throw new Refusal('scope_invalid', {
      what: refused.join(' '),
      hint: `separate scopes by spaces; this client has ${held.join(' ')}`,
    })
  return [...new Set(requested)]
}

/**
 * The scopes of a token after some are removed. An alias that covers a removed scope is replaced by the other scopes it covers.
 */
export function withoutScopes(held: readonly string[], lost: readonly Scope[]): readonly string[] {
  const loses = (word: string): boolean => lost.some((scope) => METHODS.some((method) => allows(word, scope, method)))
  const kept = held.filter((word) => !loses(word))
  if (kept.length === held.length) return held
  const byName = SCOPES.filter((scope) => !lost.includes(scope) && allowsAll(held, scope) && !allowsAll(kept, scope))
  return [...new Set([...kept, ...byName])]
}

/** True when scopes and aliases together allow all methods of a scope. */
function allowsAll(words: readonly string[], scope: Scope): boolean {
  const methods: readonly Method[] = scope.endsWith('_get') ? ['get'] : ['post', 'put', 'delete']
  return methods.every((method) => mayCall(words, scope, method))
}

/** True for a super manager and for a token with the scope `*`: both may administer every property. */
export const administersAll = ({ level }: User, { scopes }: Token): boolean => level === 'super' || scopes.includes('*')
