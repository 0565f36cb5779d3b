/** Replaces secrets in everything that is shown. */
export const MASK = '[masked]'
