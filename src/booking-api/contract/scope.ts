/**
 * Scopes: the service's own, and the generic words that stand for groups of them.
 *
 * @module
 */
export const SCOPES = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set', 'webhooks_get'] as const
export type Scope = (typeof SCOPES)[number]

/** Words a client may hold or ask for instead: each stands for several scopes. `*` stands for everything. */
export const SCOPE_ALIASES = ['read', 'write', 'delete', '*'] as const

export const METHODS = ['get', 'post', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]
