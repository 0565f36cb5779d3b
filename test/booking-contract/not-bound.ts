/**
 * Operations of the interface without a handler. An entry with a handler is an error.
 *
 * @module
 */
export const NOT_BOUND: ReadonlySet<string> = new Set<string>()
