/**
 * What is bound nowhere yet. An entry that has been built since is an error.
 *
 * @module
 */
export const NOT_YET: ReadonlySet<string> = new Set<string>()
