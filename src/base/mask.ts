/** What stands in place of a secret, wherever one is left out. */
export const MASK = '[masked]'
