/** Scopes: those of the service, and aliases for groups of them. */
export const SCOPES = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set', 'webhooks_get'] as const
export type Scope = (typeof SCOPES)[number]

/** Aliases that a client may have or request: each stands for several scopes, `*` for all. */
export const SCOPE_ALIASES = ['read', 'write', 'delete', '*'] as const

/** What a client may have. */
export const ALL_SCOPES: readonly string[] = [...SCOPES, ...SCOPE_ALIASES]

const WORD = `(?:${ALL_SCOPES.join('|').replace('*', '\\*')})`
/** A scope, or several with spaces between: where commas separate scopes, a space is a part of one. */
export const SCOPE_TEXT = new RegExp(`^${WORD}(?: ${WORD})*$`)
